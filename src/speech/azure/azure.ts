import { asSentence } from '../../core/strings/as-sentence.ts';
import { AudiobookError, invalidValue } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { Setting, Settings } from '../../core/settings.ts';
import { readErrorDetails } from '../call/error-details.ts';
import { httpCall, httpJson } from '../call/http-call.ts';
import { httpFailure } from '../call/http-failure.ts';
import type { FailedResponse } from '../call/http-failure.ts';
import { httpUrl } from '../../core/http/http-url.ts';
import { providerOf } from '../call/provider-of.ts';
import { lazily } from '../call/lazily.ts';
import { readWavResponse } from '../call/read-wav-response.ts';
import { requireSettings } from '../call/require-settings.ts';
import { explainUnknownVoice } from '../microsoft/explain-unknown-voice.ts';
import { microsoftSsml } from '../microsoft/microsoft-ssml.ts';
import { microsoftVoices, readMicrosoftStyles, readMicrosoftVoices } from '../microsoft/microsoft-voices.ts';
import type { ProviderDescription, SpeechProvider, SpeechRequest } from '../provider.ts';
import { azureStyles } from './azure-styles.ts';
import { hostedCredit } from '../hosted-credit.ts';
import { voiceCatalog } from '../voice-catalog.ts';

const keySetting: Setting = {
  name: 'AZURE_SPEECH_KEY',
  description: 'key of the Speech resource',
  secret: true,
  aliases: ['SPEECH_KEY'],
};
const regionSetting: Setting = {
  name: 'AZURE_SPEECH_REGION',
  description: 'region of the Speech resource, such as westeurope',
  aliases: ['SPEECH_REGION'],
};
const endpointSetting: Setting = {
  name: 'AZURE_SPEECH_ENDPOINT',
  description: 'another address instead of the region, such as https://NAME.cognitiveservices.azure.com/tts',
};
const voiceSetting: Setting = { name: 'AZURE_SPEECH_VOICE', description: 'voice, such as en-US-AvaMultilingualNeural' };

const serviceName = 'Azure Speech';

/** Azure Speech (Microsoft), through its REST API. */
export const azure: ProviderDescription = {
  id: 'azure',
  aliases: [],
  kind: 'hosted',
  description: 'Azure Speech',
  // The service cuts audio off after 10 minutes without an error. 5000 bytes take at most about 8, in Chinese as in English.
  limit: { max: 5000, unit: 'bytes' },
  capabilities: { ssml: true, speed: { min: 0.5, max: 2 }, sampleRate: 24_000, priceUnit: 'chars' },
  settings: [keySetting, regionSetting, endpointSetting, voiceSetting],
  create: async (settings) => azureProvider(settings),
};

function azureProvider(settings: Settings): SpeechProvider {
  const address = addressOf(settings);
  const key = settings.get(keySetting) ?? '';
  const availability = requireSettings(settings, address === undefined ? [keySetting, regionSetting] : [keySetting]);
  const service: Service = { address: address ?? '', key };
  const isVendor = isVendorHost(service.address);
  const styles = new Map<string, readonly string[]>();
  const listed = lazily(async () => {
    const list = await listVoices(service, AbortSignal.timeout(10_000));
    for (const [voice, own] of readMicrosoftStyles(list)) styles.set(voice, own);
    return readMicrosoftVoices(list, serviceName);
  });
  const { voices, defaultVoice, languagesOf } = voiceCatalog({
    list: availability.available ? listed : undefined,
    builtIn: microsoftVoices,
    preferred: settings.get(voiceSetting),
  });
  return providerOf(
    azure,
    settings,
    {
      target: 1000,
      concurrency: { start: 4, max: 16 },
      identity: () => 'riff-24khz',
      facts: (voice) => ({
        credit: hostedCredit(voice, 'Microsoft'),
        tariff: { name: `azure/${voice}`, isVendor },
        readsIpa: true,
        // A run has asked for the list before: it has the languages of the voices.
        delivery: azureStyles(styles.get(voice)),
      }),
      voices,
      defaultVoice,
      languagesOf,
      async synthesize(request) {
        try {
          return await synthesize(service, request);
        } catch (thrown) {
          throw await explainUnknownVoice(thrown, request, listed);
        }
      },
    },
    availability,
  );
}

interface Service {
  /** Address that the paths of the API are appended to. */
  readonly address: string;
  readonly key: string;
}

function addressOf(settings: Settings): string | undefined {
  const endpoint = settings.get(endpointSetting);
  const example = 'https://NAME.cognitiveservices.azure.com/tts';
  if (endpoint !== undefined) return httpUrl(endpoint, endpointSetting.name, example).href.replace(/\/+$/u, '');
  const region = settings.get(regionSetting)?.toLowerCase();
  if (region === undefined) return undefined;
  if (!/^[a-z0-9]+$/u.test(region)) throw invalidValue(regionSetting.name, region, 'a region, for example westeurope');
  return `https://${region}.tts.speech.microsoft.com`;
}

/** Resources have hosts of their own in the vendor's domain. */
function isVendorHost(address: string): boolean {
  return address !== '' && /\.(?:microsoft|azure)\.com$/u.test(new URL(address).hostname);
}

async function synthesize({ address, key }: Service, request: SpeechRequest): Promise<Pcm> {
  const bytes = await httpCall(`${address}/cognitiveservices/v1`, {
    serviceName,
    signal: request.signal,
    text: { type: 'application/ssml+xml', content: microsoftSsml(request) },
    headers: {
      'ocp-apim-subscription-key': key,
      'x-microsoft-outputformat': 'riff-24khz-16bit-mono-pcm',
      // The service requires a name.
      'user-agent': 'audiobook',
    },
    failure: (response) => phonemeFailure(response, request) ?? azureFailure(response),
  });
  return readWavResponse(bytes, serviceName);
}

async function listVoices({ address, key }: Service, signal: AbortSignal): Promise<unknown> {
  return await httpJson(`${address}/cognitiveservices/voices/list`, {
    serviceName,
    signal,
    headers: { 'ocp-apim-subscription-key': key },
    failure: azureFailure,
  });
}

/** The service refuses a whole text for one sound that it does not know in the language of the voice, without saying so. */
function phonemeFailure({ status }: FailedResponse, { parts = [] }: SpeechRequest): AudiobookError | undefined {
  const words = parts.flatMap(({ text, ipa }) => (ipa === undefined ? [] : `“${text}” /${ipa}/`));
  if (status !== 400 || words.length === 0) return undefined;
  const message = `${serviceName} refused a text with pronunciations (400). Check them in the lexicon: ${words.join(', ')}.`;
  return new AudiobookError('provider-failed', message);
}

/** The service has no error codes, only statuses. A key of another region is refused like a wrong one. */
function azureFailure(response: FailedResponse): AudiobookError {
  const { status, body } = response;
  if (status !== 401 && status !== 403) return httpFailure(response);
  const { reason } = readErrorDetails(body);
  // A free allowance that is used up has the status of a wrong key.
  if (/\bquota\b/iu.test(reason)) {
    const message = `${asSentence(`${serviceName} answered ${status}: ${reason}`)} Check the account.`;
    return new AudiobookError('provider-failed', message);
  }
  const refused = asSentence(`${serviceName} refused the key (${status})${reason === '' ? '' : `: ${reason}`}`);
  return new AudiobookError('provider-unavailable', `${refused} Check AZURE_SPEECH_KEY and AZURE_SPEECH_REGION.`);
}
