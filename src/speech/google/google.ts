import type { TextToSpeechClient } from '@google-cloud/text-to-speech';
import { untilAborted } from '../../core/deadline.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { Setting, Settings } from '../../core/settings.ts';
import { lazily } from '../call/lazily.ts';
import { readWavResponse } from '../call/read-wav-response.ts';
import { throwIfUnavailable } from '../call/require-settings.ts';
import { synthesizeInParts } from '../call/synthesize-in-parts.ts';
import type { Availability, ProviderDescription, SpeechProvider, SpeechRequest } from '../provider.ts';
import { googleEndpoint, openGoogleClient } from './google-client.ts';
import { checkGoogleCredentials } from './check-google-credentials.ts';
import { googleFailure } from './google-failure.ts';
import { googleCatalog } from './google-catalog.ts';
import { googleLocale, listGoogleVoices, localeOfVoice } from './google-voices.ts';
import { speechTimeoutMs } from '../call/timeout-setting.ts';

const credentialsSetting: Setting = {
  name: 'GOOGLE_APPLICATION_CREDENTIALS',
  description: 'path of the credentials file (JSON) of an account that may use Text-to-Speech',
};
const endpointSetting: Setting = {
  name: 'GOOGLE_TTS_ENDPOINT',
  description: 'regional endpoint, such as eu-texttospeech.googleapis.com; host:port on this machine for an emulator',
};
const voiceSetting: Setting = {
  name: 'GOOGLE_TTS_VOICE',
  description: 'voice, such as en-US-Neural2-C, or a short name such as Kore',
};

/** That of most voices. The service converts the others. */
const sampleRate = 24_000;

/** Google Cloud Text-to-Speech. */
export const google: ProviderDescription = {
  id: 'google',
  aliases: ['hosted_c'],
  kind: 'hosted',
  description: 'Google Cloud Text-to-Speech',
  // The service accepts 5000; docs/specification.md keeps a margin.
  limit: { max: 4800, unit: 'bytes' },
  capabilities: { speed: { min: 0.25, max: 2 }, ssml: true, sampleRate, priceUnit: 'chars' },
  settings: [credentialsSetting, endpointSetting, voiceSetting],
  create: async (settings) => googleProvider(settings),
};

function googleProvider(settings: Settings): SpeechProvider {
  const file = settings.get(credentialsSetting);
  const address = settings.get(endpointSetting);
  const endpoint = address === undefined ? undefined : googleEndpoint(address);
  const availability = async (): Promise<Availability> =>
    endpoint?.loopback ? { available: true } : await checkGoogleCredentials(file);
  let open = false;
  const client = lazily(async () => {
    throwIfUnavailable(google.id, await availability());
    const opened = await openGoogleClient(endpoint, file);
    open = true;
    return opened;
  });
  const { fullName, ...voices } = googleCatalog(
    async () => await listGoogleVoices(await client()),
    settings.get(voiceSetting),
  );
  return {
    id: google.id,
    limit: google.limit,
    capabilities: google.capabilities,
    target: 1200,
    timeoutMs: speechTimeoutMs(settings),
    concurrency: { start: 4, max: 16 },
    identity: () => 'v1',
    // The first generation of the newest voices speaks at one speed.
    speedsOf: (voice) => (/Chirp-HD|Journey/u.test(voice) ? undefined : google.capabilities.speed),
    tariff: (voice) => ({ name: `google/${voice}`, isVendor: address === undefined }),
    ...voices,
    async synthesize(request) {
      const opened = await untilAborted(client(), request.signal);
      const voice = await fullName(request.voice, request.language, request.signal);
      return await synthesizeInParts(request.text, (text) => synthesize(opened, { ...request, voice, text }));
    },
    availability,
    async [Symbol.asyncDispose]() {
      if (open) await (await client()).close();
    },
  };
}

async function synthesize(
  client: TextToSpeechClient,
  { text, voice, language, speed, signal }: SpeechRequest,
): Promise<Pcm> {
  const request = {
    input: { text },
    // The service rejects a language other than the voice's own.
    voice: { languageCode: localeOfVoice(voice) ?? googleLocale(language), name: voice },
    audioConfig: {
      audioEncoding: 'LINEAR16' as const,
      sampleRateHertz: sampleRate,
      ...(speed !== undefined && { speakingRate: speed }),
    },
  };
  // Unlike `client.synthesizeSpeech`, the inner call can be canceled.
  const call = client.innerApiCalls['synthesizeSpeech']?.(request, callOptions);
  const cancel = (): void => call.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [{ audioContent }] = await untilAborted<[{ audioContent?: unknown }]>(call, signal);
    return readWavResponse(
      audioContent instanceof Uint8Array ? audioContent : new Uint8Array(),
      'Google Text-to-Speech',
    );
  } catch (thrown) {
    throw googleFailure(thrown, signal);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Turns the SDK's retries off, and its deadline longer than ours, which depends on the text. */
const callOptions = { timeout: 24 * 60 * 60 * 1000, retry: null };
