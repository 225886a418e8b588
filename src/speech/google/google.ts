import { untilAborted } from '../../core/deadline.ts';
import type { Setting, Settings } from '../../core/settings.ts';
import { throwIfUnavailable } from '../call/require-settings.ts';
import { synthesizeInParts } from '../call/synthesize-in-parts.ts';
import type { Availability, ProviderDescription, SpeechProvider } from '../provider.ts';
import { googleClients, googleEndpoint } from './google-client.ts';
import { checkGoogleCredentials } from './check-google-credentials.ts';
import { deliveryInWords } from '../delivery/manner-sounds.ts';
import { googleCatalog, isNewestFamily } from './google-catalog.ts';
import { googleSampleRate, googleSpeech } from './google-speech.ts';
import type { GoogleClient } from './google-speech.ts';
import { listGoogleVoices } from './google-voices.ts';
import { hostedCredit } from '../hosted-credit.ts';
import { providerOf } from '../call/provider-of.ts';
import { hasTimePoints, timePoints, timedSpeech } from './timed-speech.ts';

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

const modelSetting: Setting = {
  name: 'GOOGLE_TTS_MODEL',
  description:
    'Gemini model for the voices of the newest family, such as gemini-2.5-flash-tts, which takes instructions; unset: none',
};

/** Google Cloud Text-to-Speech. */
export const google: ProviderDescription = {
  id: 'google',
  aliases: ['hosted_c'],
  kind: 'hosted',
  description: 'Google Cloud Text-to-Speech',
  // The service accepts 5000; docs/specification.md keeps a margin.
  limit: { max: 4800, unit: 'bytes' },
  capabilities: { speed: { min: 0.25, max: 2 }, ssml: true, sampleRate: googleSampleRate, priceUnit: 'chars' },
  settings: [credentialsSetting, endpointSetting, voiceSetting, modelSetting],
  create: async (settings) => googleProvider(settings),
};

/** A Gemini model takes 4000 bytes of text. */
const geminiLimit = { max: 3900, unit: 'bytes' } as const;
const geminiVoice = 'Kore';

function googleProvider(settings: Settings): SpeechProvider {
  const file = settings.get(credentialsSetting);
  const address = settings.get(endpointSetting);
  const endpoint = address === undefined ? undefined : googleEndpoint(address);
  const availability = async (): Promise<Availability> =>
    endpoint?.loopback ? { available: true } : await checkGoogleCredentials(file);
  const { client, timingClient, close } = googleClients(endpoint, file, async () =>
    throwIfUnavailable(google.id, await availability()),
  );
  const model = settings.get(modelSetting);
  const untimed = new Set<string>();
  const { fullName, ...voices } = googleCatalog(
    async () => await listGoogleVoices(await client()),
    settings.get(voiceSetting) ?? (model && geminiVoice),
  );
  const modelOf = (voice: string): string | undefined => (isNewestFamily(voice) ? model : undefined);
  return providerOf(google, settings, {
    limit: model === undefined ? google.limit : geminiLimit,
    target: 1200,
    concurrency: { start: 4, max: 16 },
    identity: (voice) => (modelOf(voice) === undefined ? 'v1' : `v1 ${modelOf(voice)}`),
    facts: (voice) => ({
      credit: hostedCredit(voice, 'Google'),
      // The first generation of the newest voices speaks at one speed, and so do Gemini models.
      speeds: modelOf(voice) || /Chirp-HD|Journey/u.test(voice) ? undefined : google.capabilities.speed,
      tariff: { name: `google/${modelOf(voice) ?? voice}`, isVendor: address === undefined },
      delivery: modelOf(voice) ? { kind: 'words', told: deliveryInWords } : undefined,
      wordTimes: hasTimePoints(voice) ? timePoints : undefined,
    }),
    ...voices,
    async synthesize(request) {
      const { wantsWords = false, signal } = request;
      const voice = await fullName(request.voice, request.language, signal);
      const isTimed = wantsWords && hasTimePoints(voice) && !untimed.has(voice);
      const own = await untilAborted<GoogleClient>(isTimed ? timingClient() : client(), signal);
      return await synthesizeInParts(request.text, async (text) => {
        const part = { ...request, voice, text, model: modelOf(voice) };
        const timed = isTimed ? await timedSpeech(own, part, () => untimed.add(voice)) : undefined;
        return timed ?? (await googleSpeech(own, { text }, part)).pcm;
      });
    },
    availability,
    [Symbol.asyncDispose]: close,
  });
}
