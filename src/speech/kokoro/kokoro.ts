import { AudiobookError, toAudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { Setting } from '../../core/settings.ts';
import { httpCall, httpJson } from '../call/http-call.ts';
import { readWavResponse } from '../call/read-wav-response.ts';
import { withServiceDeadline } from '../call/with-service-deadline.ts';
import type { Availability, ProviderDescription, SpeechProvider, SpeechRequest, Voice } from '../provider.ts';
import { voiceCatalog } from '../voice-catalog.ts';
import { voicesFor } from '../voices-for.ts';
import { captionedSpeech } from './captioned-speech.ts';
import type { KokoroAddresses } from './kokoro-addresses.ts';
import { creditOfKokoroVoice, languageOfKokoroVoice } from '../language-of-kokoro-voice.ts';
import { kokoroLanguage, kokoroLanguages, preferredVoices } from './kokoro-languages.ts';
import { KokoroPool } from './kokoro-pool.ts';
import { defaultSpeechTimeoutMs, speechTimeoutMs } from '../call/timeout-setting.ts';
import { voiceGender } from '../voice-gender.ts';

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
  capabilities: { languages: kokoroLanguages, speed: { min: 0.25, max: 4 }, ssml: false, sampleRate: 24_000 },
  settings: [urlSetting, voiceSetting],
  create: async (settings) => {
    const urls = (settings.get(urlSetting) ?? '').split(',').map((url) => url.trim());
    const provider = kokoroProvider(urls.filter(Boolean), settings.get(voiceSetting));
    return { ...provider, timeoutMs: speechTimeoutMs(settings) };
  },
};

/** Returns a provider over any number of Kokoro servers. Uses the `preferred` voice where it fits the language. */
export function kokoroProvider(
  baseUrls: readonly string[],
  preferred?: string,
  pool: KokoroPool = new KokoroPool(baseUrls),
): SpeechProvider {
  const catalog = voiceCatalog({
    list: () => pool.any((server) => listVoices(server, AbortSignal.timeout(5000))),
    builtIn: preferredVoices.map(toVoice),
    preferred,
    languagesByName,
  });
  return {
    id: kokoro.id,
    limit: kokoro.limit,
    capabilities: kokoro.capabilities,
    target: 400,
    timeoutMs: defaultSpeechTimeoutMs,
    concurrency: { start: 2 * pool.size, max: 4 * pool.size },
    identity: () => 'kokoro',
    async defaultVoice(language, signal) {
      const spoken = kokoroLanguage(language);
      return spoken && (await catalog.defaultVoice(spoken.language, signal));
    },
    languagesOf: (voice, signal) => catalog.languagesOf(voice, signal),
    synthesize: (request) => synthesize(pool, request),
    facts: (voice) => ({ credit: creditOfKokoroVoice(voice), wordTimes: /^[jz]/u.test(voice) ? undefined : {} }),
    onSpoiled: (pcm) => pool.onSpoiled(pcm),
    async voices(language, signal) {
      return voicesFor(await pool.any((server) => listVoices(server, signal)), language);
    },
    availability: (signal) => checkServers(pool, signal),
    async [Symbol.asyncDispose]() {},
  };
}

function languagesByName(voice: string): readonly string[] {
  const language = languageOfKokoroVoice(voice);
  return language === undefined ? [] : [language];
}

async function synthesize(pool: KokoroPool, request: SpeechRequest): Promise<Pcm> {
  const { text, voice, language, speed, wantsWords = false, signal } = request;
  const spoken = kokoroLanguage(language);
  if (!spoken) {
    const message = `Kokoro does not speak the language '${language}'. It speaks ${kokoroLanguages.join(', ')}.`;
    throw new AudiobookError('bad-value', message);
  }
  const json = {
    model: 'kokoro',
    // The server reads `[pause:…]` in the text as a command; a book must not make it wait.
    input: text.replaceAll(/\[pause:/giu, '[pause '),
    voice,
    lang_code: languageCode(spoken.code, voice, language),
    speed,
    response_format: 'wav',
    // A streamed response would end silently when an error occurs in the middle.
    stream: false,
  };
  return await pool.call(async (server) => {
    const captioned = wantsWords ? await captionedSpeech(server, json, { text, signal }) : undefined;
    if (captioned) return captioned;
    const serviceName = `Kokoro at ${server.base}`;
    return readWavResponse(await httpCall(server.speech, { serviceName, signal, json }), serviceName);
  }, signal);
}

/** English without a region follows the voice: a British voice reads it the British way. */
function languageCode(code: string, voice: string, language: string): string {
  return language.toLowerCase() === 'en' && languageOfKokoroVoice(voice) === 'en-GB' ? 'b' : code;
}

async function listVoices({ base, voices }: KokoroAddresses, signal: AbortSignal): Promise<Voice[]> {
  const serviceName = `Kokoro at ${base}`;
  const ask = async (limited: AbortSignal): Promise<unknown> =>
    await httpJson(voices, { serviceName, signal: limited });
  const response = await withServiceDeadline(ask, { ms: 5000, serviceName, signal });
  const list = typeof response === 'object' && response !== null && 'voices' in response ? response.voices : response;
  if (!Array.isArray(list)) {
    throw new AudiobookError('provider-failed', `${serviceName} did not answer with a list of voices.`);
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
  const gender = voiceGender(/^[a-z]([fm])_/u.exec(id)?.[1]);
  return { id, name: id, language: languageOfKokoroVoice(id) ?? 'en-US', gender };
}

async function checkServers(pool: KokoroPool, signal: AbortSignal): Promise<Availability> {
  try {
    await pool.any((server) => listVoices(server, signal));
    return { available: true };
  } catch (thrown) {
    return { available: false, reason: toAudiobookError(thrown).message };
  }
}
