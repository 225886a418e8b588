import { AudiobookError, toAudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { Setting } from '../../core/settings.ts';
import { wavAnswer } from '../call/audio-answer.ts';
import { withServiceDeadline } from '../call/with-service-deadline.ts';
import { httpCall, httpJson } from '../call/http-call.ts';
import { kokoroLanguage, kokoroLanguageList, languageOfVoice } from './kokoro-languages.ts';
import { KokoroPool } from './kokoro-pool.ts';
import type { Availability, ProviderDescription, SpeechProvider, SpeechRequest, Voice } from '../provider.ts';
import { sameLanguage } from '../../core/language.ts';
import { voicesFor } from '../voices-for.ts';

const urlSetting: Setting = {
  name: 'KOKORO_API_URL',
  description: 'address of the Kokoro-FastAPI server; several, separated by commas, share the load',
  default: 'http://127.0.0.1:8880/v1',
  aliases: ['KOKORO_BASE_URL'],
};
const voiceSetting: Setting = { name: 'KOKORO_VOICE', description: 'voice, or a mix such as af_bella(2)+af_sky' };

/** Kokoro-FastAPI on this machine or network. */
export const kokoro: ProviderDescription = {
  id: 'kokoro',
  aliases: ['local_a'],
  kind: 'local',
  description: 'Kokoro-FastAPI on this machine or network',
  limit: { max: 5000, unit: 'chars' },
  settings: [urlSetting, voiceSetting],
  create: async (settings) => {
    const urls = (settings.get(urlSetting) ?? '').split(',').map((url) => url.trim());
    return kokoroProvider(urls.filter(Boolean), settings.get(voiceSetting));
  },
};

/** Kokoro over any number of servers; `preferred` is the voice that is used where it fits the language. */
export function kokoroProvider(
  baseUrls: readonly string[],
  preferred?: string,
  pool: KokoroPool = new KokoroPool(baseUrls),
): SpeechProvider {
  return {
    id: kokoro.id,
    limit: kokoro.limit,
    target: 400,
    concurrency: { start: 2 * pool.size, max: 4 * pool.size },
    identity: () => 'kokoro',
    defaultVoice(language) {
      const spoken = kokoroLanguage(language);
      if (!spoken || preferred === undefined) return spoken?.voice;
      const made = languageOfVoice(preferred);
      return made === undefined || sameLanguage(made, language) ? preferred : spoken.voice;
    },
    synthesize: (request) => speak(pool, request),
    async voices(language, signal) {
      return voicesFor(await pool.any((server) => listVoices(server, signal)), language);
    },
    availability: (signal) => reachable(pool, signal),
    async [Symbol.asyncDispose]() {
      pool[Symbol.dispose]();
    },
  };
}

async function speak(pool: KokoroPool, { text, voice, language, signal }: SpeechRequest): Promise<Pcm> {
  const spoken = kokoroLanguage(language);
  if (!spoken) {
    const message = `Kokoro does not speak the language '${language}'. It speaks ${kokoroLanguageList()}.`;
    throw new AudiobookError('bad-value', message);
  }
  return await pool.call(async ({ base, speech }) => {
    const who = `Kokoro at ${base}`;
    const { bytes } = await httpCall(speech, {
      who,
      signal,
      json: {
        model: 'kokoro',
        // The server takes `[pause:…]` in the text for a command; no book may make it wait.
        input: text.replaceAll(/\[pause:/giu, '[pause '),
        voice,
        lang_code: languageCode(spoken.code, voice, language),
        response_format: 'wav',
        // When streaming, an error in mid-speech would end the audio without a word.
        stream: false,
      },
    });
    return wavAnswer(bytes, who);
  }, signal);
}

/** Unmarked English follows the voice: a British voice reads it the British way. */
function languageCode(code: string, voice: string, language: string): string {
  return language.toLowerCase() === 'en' && languageOfVoice(voice) === 'en-GB' ? 'b' : code;
}

async function listVoices({ base, voices }: { base: string; voices: string }, signal: AbortSignal): Promise<Voice[]> {
  const who = `Kokoro at ${base}`;
  const answer = await withServiceDeadline((limited) => httpJson(voices, { who, signal: limited }), {
    ms: 5000,
    what: who,
    signal,
  });
  const list = typeof answer === 'object' && answer !== null && 'voices' in answer ? answer.voices : answer;
  if (!Array.isArray(list)) {
    throw new AudiobookError('provider-failed', `${who} answered with something that is no list of voices.`);
  }
  return list
    .map(voiceId)
    .filter((id) => id !== '')
    .map(toVoice);
}

/** Servers before 0.4 list plain strings, later ones objects. */
function voiceId(entry: unknown): string {
  if (typeof entry === 'object' && entry !== null && 'id' in entry) return voiceId(entry.id);
  return typeof entry === 'string' ? entry : '';
}

function toVoice(id: string): Voice {
  const letter = /^[a-z]([fm])_/u.exec(id)?.[1];
  const language = languageOfVoice(id) ?? 'en-US';
  return { id, name: id, language, ...(letter && { gender: letter === 'f' ? 'female' : 'male' }) };
}

async function reachable(pool: KokoroPool, signal: AbortSignal): Promise<Availability> {
  try {
    await pool.any((server) => listVoices(server, signal));
    return { available: true };
  } catch (thrown) {
    return { available: false, reason: toAudiobookError(thrown).message };
  }
}
