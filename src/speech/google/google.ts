import type { TextToSpeechClient } from '@google-cloud/text-to-speech';
import { AudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { Setting, Settings } from '../../core/settings.ts';
import { wavAnswer } from '../call/audio-answer.ts';
import { untilAborted } from '../../core/deadline.ts';
import { googleEndpoint, openGoogleClient } from './google-client.ts';
import { checkCredentials } from './google-credentials.ts';
import { googleFailure, isTooLong } from './google-failure.ts';
import { googleDefaultVoice, googleLocale, googleVoices, localeOfVoice } from './google-voices.ts';
import { listGoogleVoices } from './list-google-voices.ts';
import { lazily } from '../call/lazily.ts';
import type { Availability, ProviderDescription, SpeechProvider, SpeechRequest } from '../provider.ts';
import { synthesizeInParts } from '../call/synthesize-in-parts.ts';
import { sameLanguage } from '../../core/language.ts';
import { voicesFor } from '../voices-for.ts';

const credentialsSetting: Setting = {
  name: 'GOOGLE_APPLICATION_CREDENTIALS',
  description: 'path of the credentials file (JSON) of an account that may use Text-to-Speech',
};
const endpointSetting: Setting = {
  name: 'GOOGLE_TTS_ENDPOINT',
  description: 'regional endpoint, such as eu-texttospeech.googleapis.com; host:port on this machine for an emulator',
};
const voiceSetting: Setting = { name: 'GOOGLE_TTS_VOICE', description: 'voice, such as en-US-Neural2-C' };

/** Google Cloud Text-to-Speech. */
export const google: ProviderDescription = {
  id: 'google',
  aliases: ['hosted_c'],
  kind: 'hosted',
  description: 'Google Cloud Text-to-Speech',
  // The service takes 5000; the margin is the service document's.
  limit: { max: 4800, unit: 'bytes' },
  settings: [credentialsSetting, endpointSetting, voiceSetting],
  create: async (settings) => googleProvider(settings),
};

function googleProvider(settings: Settings): SpeechProvider {
  const preferred = settings.get(voiceSetting);
  const file = settings.get(credentialsSetting);
  const address = settings.get(endpointSetting);
  const endpoint = address === undefined ? undefined : googleEndpoint(address);
  const availability = async (): Promise<Availability> =>
    endpoint?.loopback ? { available: true } : await checkCredentials(file);
  let open = false;
  const client = lazily(async () => {
    const checked = await availability();
    if (!checked.available) throw new AudiobookError('provider-unavailable', `Google: ${checked.reason}.`);
    const opened = await openGoogleClient(endpoint, file);
    open = true;
    return opened;
  });
  const listed = lazily(async () => listGoogleVoices(await client()));
  return {
    id: google.id,
    limit: google.limit,
    target: 1200,
    concurrency: { start: 4, max: 16 },
    identity: () => 'v1',
    defaultVoice: (language) => {
      const made = preferred === undefined ? undefined : (localeOfVoice(preferred) ?? language);
      return made !== undefined && sameLanguage(made, language) ? preferred : googleDefaultVoice(language);
    },
    async synthesize(request) {
      const opened = await untilAborted(client(), request.signal);
      return await synthesizeInParts(request.text, (text) => speak(opened, { ...request, text }), isTooLong);
    },
    async voices(language, signal) {
      // Without an answer the built-in list serves: what voices there are must be known offline, too.
      const all = await untilAborted(listed(), signal).catch(() => googleVoices);
      return voicesFor(all, language);
    },
    availability,
    async [Symbol.asyncDispose]() {
      if (open) await (await client()).close();
    },
  };
}

async function speak(client: TextToSpeechClient, { text, voice, language, signal }: SpeechRequest): Promise<Pcm> {
  const request = {
    input: { text },
    // The service refuses a language that is not the voice's own.
    voice: { languageCode: localeOfVoice(voice) ?? googleLocale(language), name: voice },
    audioConfig: { audioEncoding: 'LINEAR16' as const },
  };
  // The inner call, not `client.synthesizeSpeech`: only it can be canceled.
  const call = client.innerApiCalls['synthesizeSpeech']?.(request, callOptions);
  const cancel = (): void => call.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [{ audioContent }] = await untilAborted<[{ audioContent?: unknown }]>(call, signal);
    return wavAnswer(audioContent instanceof Uint8Array ? audioContent : new Uint8Array(), 'Google Text-to-Speech');
  } catch (thrown) {
    throw googleFailure(thrown, signal);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** No retries of the SDK's own, and a time that ours, which knows the text, always comes before. */
const callOptions = { timeout: 24 * 60 * 60 * 1000, retry: null };
