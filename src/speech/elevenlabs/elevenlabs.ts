import type { Pcm } from '../../core/pcm.ts';
import type { Setting, Settings } from '../../core/settings.ts';
import { inBestFormat } from '../call/in-best-format.ts';
import { httpResponse } from '../call/http-call.ts';
import { httpUrl } from '../../core/http/http-url.ts';
import { providerOf } from '../call/provider-of.ts';
import { requireSettings } from '../call/require-settings.ts';
import { synthesizeInParts } from '../call/synthesize-in-parts.ts';
import type { ProviderDescription, SpeechProvider, SpeechRequest } from '../provider.ts';
import { elevenlabsFailure } from './elevenlabs-failure.ts';
import { elevenlabsFormats, readFormatted } from './elevenlabs-formats.ts';
import type { ElevenlabsFormat } from './elevenlabs-formats.ts';
import { elevenlabsTags } from './elevenlabs-tags.ts';
import { languageToName, modelSpeaks } from './elevenlabs-models.ts';
import { hostedCredit } from '../hosted-credit.ts';
import { voiceCatalog } from '../voice-catalog.ts';
import { elevenlabsVoices, listElevenlabsVoices, voicesIn } from './elevenlabs-voices.ts';
import type { ElevenlabsService } from './elevenlabs-voices.ts';

const vendorUrl = 'https://api.elevenlabs.io';

const keySetting: Setting = {
  name: 'ELEVENLABS_API_KEY',
  description: 'key that may use text to speech and read voices',
  secret: true,
  aliases: ['ELEVEN_API_KEY'],
};
const urlSetting: Setting = {
  name: 'ELEVENLABS_BASE_URL',
  description: 'address of the service, such as that of a region',
  default: vendorUrl,
};
const modelSetting: Setting = { name: 'ELEVENLABS_MODEL', description: 'model', default: 'eleven_multilingual_v2' };
const voiceSetting: Setting = { name: 'ELEVENLABS_VOICE', description: 'id of the voice' };

/** ElevenLabs text to speech. */
export const elevenlabs: ProviderDescription = {
  id: 'elevenlabs',
  aliases: [],
  kind: 'hosted',
  description: 'ElevenLabs',
  // The limit of v3; Multilingual v2 takes 10,000 and Flash v2.5 40,000.
  limit: { max: 5000, unit: 'chars' },
  capabilities: { ssml: false, speed: { min: 0.7, max: 1.2 }, priceUnit: 'chars' },
  settings: [keySetting, urlSetting, modelSetting, voiceSetting],
  create: async (settings) => elevenlabsProvider(settings),
};

function elevenlabsProvider(settings: Settings): SpeechProvider {
  const address = httpUrl(settings.get(urlSetting) ?? vendorUrl, urlSetting.name, vendorUrl).href.replace(/\/+$/u, '');
  const model = settings.get(modelSetting) ?? '';
  const preferred = settings.get(voiceSetting);
  const availability = requireSettings(settings, [keySetting]);
  const service = { serviceName: 'ElevenLabs', address, key: settings.get(keySetting) ?? '' };
  const isVendor = /(?:^|\.)elevenlabs\.io$/u.test(new URL(address).hostname);
  const tariff = { name: `elevenlabs/${model}`, isVendor };
  const catalog = voiceCatalog({
    list: availability.available
      ? async () => await listElevenlabsVoices(service, AbortSignal.timeout(10_000))
      : undefined,
    builtIn: elevenlabsVoices,
  });
  const voices: SpeechProvider['voices'] = async (language, signal) =>
    language === '' || modelSpeaks(model, language) ? voicesIn(await catalog.all(signal), language) : [];
  const request = inBestFormat<ElevenlabsFormat>(elevenlabsFormats, {}, (format, part) =>
    synthesize(service, { ...part, model, format }),
  );
  return providerOf(
    elevenlabs,
    settings,
    {
      // Eleven v3 has no setting for it.
      capabilities: model.startsWith('eleven_v3')
        ? { ...elevenlabs.capabilities, speed: undefined }
        : elevenlabs.capabilities,
      target: 1000,
      // Plans allow 2 to 15 requests at once.
      concurrency: { start: 2, max: 10 },
      identity: () => JSON.stringify([address === vendorUrl ? '' : address, model]),
      facts: (voice) => ({
        credit: hostedCredit(elevenlabsVoices.find(({ id }) => id === voice)?.name, elevenlabs.description),
        tariff,
        delivery: model.startsWith('eleven_v3') ? elevenlabsTags : undefined,
      }),
      voices,
      languagesOf: catalog.languagesOf,
      async defaultVoice(language, signal) {
        const [best] = await voices(language, signal);
        return best && (preferred ?? best.id);
      },
      async synthesize(whole) {
        // Models and plans differ in the length that they take.
        return await synthesizeInParts(whole.text, (text) => request({ ...whole, text }));
      },
    },
    availability,
  );
}

interface Synthesis extends SpeechRequest {
  readonly model: string;
  readonly format: ElevenlabsFormat;
}

async function synthesize(
  { serviceName, address, key }: ElevenlabsService,
  { text, voice, language, speed, delivery, signal, model, format }: Synthesis,
): Promise<Pcm> {
  const url = `${address}/v1/text-to-speech/${encodeURIComponent(voice)}?output_format=${format}`;
  const { bytes, contentType } = await httpResponse(url, {
    serviceName,
    signal,
    headers: { 'xi-api-key': key },
    json: {
      text: delivery === undefined ? text : `${delivery} ${text}`,
      model_id: model,
      language_code: languageToName(model, language),
      ...(speed !== undefined && { voice_settings: { speed } }),
    },
    failure: elevenlabsFailure,
  });
  return readFormatted(bytes, { serviceName, format, contentType });
}
