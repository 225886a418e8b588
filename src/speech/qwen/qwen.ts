import { toAudiobookError } from '../../core/errors.ts';
import { pcmSeconds } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { retry } from '../../core/retry.ts';
import type { Setting, Settings } from '../../core/settings.ts';
import { httpCall, httpJson } from '../call/http-call.ts';
import { lazily } from '../call/lazily.ts';
import { SpoiledAudioError, TextTooLongError } from '../call/provider-errors.ts';
import { readWavResponse } from '../call/read-wav-response.ts';
import { speechUnits } from '../check/units/speech-units.ts';
import { synthesizeInParts } from '../call/synthesize-in-parts.ts';
import { withServiceDeadline } from '../call/with-service-deadline.ts';
import { deliveryInWords, inWords } from '../delivery/manner-sounds.ts';
import type { Availability, ProviderDescription, SpeechProvider, SpeechRequest, Voice } from '../provider.ts';
import { voiceCatalog } from '../voice-catalog.ts';
import { qwenAddresses } from './qwen-addresses.ts';
import type { QwenAddresses } from './qwen-addresses.ts';
import { qwenLanguage, qwenLanguages, qwenVoice, qwenVoices } from './qwen-languages.ts';
import { readVoiceReference, requireCloning } from './voice-reference.ts';
import type { VoiceReference } from './voice-reference.ts';
import { hostedCredit } from '../hosted-credit.ts';
import { providerOf } from '../call/provider-of.ts';

const urlSetting: Setting = {
  name: 'QWEN_API_URL',
  description: 'address of the Qwen3-TTS server',
  default: 'http://127.0.0.1:8890',
  aliases: ['QWEN_BASE_URL'],
};
const voiceSetting: Setting = { name: 'QWEN_TTS_VOICE', description: 'speaker', default: 'Vivian' };
const instructionsSetting: Setting = { name: 'QWEN_TTS_INSTRUCTIONS', description: 'how to speak, in words' };
const referenceSetting: Setting = {
  name: 'QWEN_TTS_REFERENCE',
  description: 'recording of a voice to clone, where the server offers that',
};
const referenceTextSetting: Setting = { name: 'QWEN_TTS_REFERENCE_TEXT', description: 'what is said in the recording' };

/** A Qwen3-TTS server. */
export const qwen: ProviderDescription = {
  id: 'qwen',
  aliases: ['local_b'],
  kind: 'local',
  description: 'Qwen3-TTS server on this machine or network',
  limit: { max: 1500, unit: 'chars' },
  capabilities: { languages: qwenLanguages, ssml: false, sampleRate: 24_000 },
  settings: [urlSetting, voiceSetting, instructionsSetting, referenceSetting, referenceTextSetting],
  create: async (settings) => await qwenProvider(settings),
};

/** The model stops after 2048 tokens of 1/12.5 s, in the middle of a word and with status 200. */
const maxSeconds = 2048 / 12.5;

/** Text that even a slow speaker can say in that time, in `speechUnits`: 1500 Latin letters or 500 Han characters. */
const maxUnits = 1650;

interface QwenServer {
  readonly addresses: QwenAddresses;
  readonly serviceName: string;
  readonly instruct: string | undefined;
  readonly reference: VoiceReference | undefined;
  readonly ready: () => Promise<void>;
}

async function qwenProvider(settings: Settings): Promise<SpeechProvider> {
  const server = await qwenServer(settings);
  const catalog = voiceCatalog({
    list: () => listVoices(server, AbortSignal.timeout(8000)),
    builtIn: qwenVoices,
    preferred: settings.get(voiceSetting),
  });
  return providerOf(qwen, settings, {
    target: 400,
    // The server handles one text at a time; a second would only use up its deadline.
    concurrency: { start: 1, max: 1 },
    identity: () => JSON.stringify(['qwen3-tts', server.instruct ?? '', server.reference?.hash ?? '']),
    // A cloned voice speaks as its recording does.
    facts: (voice) => ({
      credit: server.reference ? undefined : hostedCredit(voice, 'Qwen'),
      delivery: server.reference ? undefined : { kind: 'words', told: deliveryInWords },
    }),
    defaultVoice: async (language, signal) =>
      qwenLanguage(language) === undefined ? undefined : await catalog.defaultVoice(language, signal),
    languagesOf: (voice, signal) => catalog.languagesOf(voice, signal),
    synthesize: (request) => synthesizeWithinModel(server, request, request.text),
    voices: async (language, signal) => {
      const known = language === '' || qwenLanguage(language) !== undefined;
      return known ? await listVoices(server, signal) : [];
    },
    availability: (signal) => checkHealth(server, signal),
  });
}

async function qwenServer(settings: Settings): Promise<QwenServer> {
  const addresses = qwenAddresses(settings.get(urlSetting) ?? '');
  const serviceName = `Qwen3-TTS at ${addresses.base}`;
  const file = settings.get(referenceSetting);
  const reference = file === undefined ? undefined : await readVoiceReference(file, settings.get(referenceTextSetting));
  const ready = lazily(async () => {
    if (reference) await requireCloning(addresses.description, serviceName, AbortSignal.timeout(10_000));
  });
  return { addresses, serviceName, instruct: settings.get(instructionsSetting), reference, ready };
}

async function synthesizeWithinModel(server: QwenServer, request: SpeechRequest, whole: string): Promise<Pcm> {
  return await synthesizeInParts(whole, async (text) => {
    if (speechUnits(text).units > maxUnits) throw new TextTooLongError('The text is too long for one request.');
    return await synthesize(server, { ...request, text });
  });
}

async function synthesize(
  server: QwenServer,
  { text, voice, language, delivery, signal }: SpeechRequest,
): Promise<Pcm> {
  const { addresses, serviceName, instruct, reference, ready } = server;
  await ready();
  const bytes = await httpCall(addresses.synthesis, {
    serviceName,
    signal,
    json: {
      text,
      language: qwenLanguage(language) ?? 'Auto',
      speaker: voice,
      instruct: inWords(instruct, delivery) ?? null,
      ...reference?.fields,
    },
  });
  const pcm = readWavResponse(bytes, serviceName);
  if (pcmSeconds(pcm) < maxSeconds - 0.5) return pcm;
  throw new SpoiledAudioError(`${serviceName} reached the limit of its model; the end of the text is cut off.`);
}

async function listVoices({ addresses, serviceName }: QwenServer, signal: AbortSignal): Promise<readonly Voice[]> {
  const options = { ms: 8000, serviceName, signal };
  const request = (limited: AbortSignal): Promise<unknown> =>
    httpJson(addresses.voices, { serviceName, signal: limited });
  const response = await withServiceDeadline(request, options);
  const list = typeof response === 'object' && response !== null && 'voices' in response ? response.voices : undefined;
  if (!Array.isArray(list)) return qwenVoices;
  return list.filter((id) => typeof id === 'string').map(qwenVoice);
}

/** Asks three times, because a busy server responds late. Not available while the model loads. */
async function checkHealth({ addresses, serviceName }: QwenServer, signal: AbortSignal): Promise<Availability> {
  const request = (limited: AbortSignal): Promise<unknown> =>
    httpJson(addresses.health, { serviceName, signal: limited });
  const options = { ms: 8000, serviceName, signal };
  try {
    const policy = { attempts: 3, firstDelayMs: 200, maxDelayMs: 500 };
    const response = await retry(() => withServiceDeadline(request, options), policy, signal);
    const loaded =
      typeof response === 'object' && response !== null && 'model_loaded' in response && response.model_loaded === true;
    return loaded ? { available: true } : { available: false, reason: `${serviceName} is still loading its model` };
  } catch (thrown) {
    return { available: false, reason: toAudiobookError(thrown).message };
  }
}
