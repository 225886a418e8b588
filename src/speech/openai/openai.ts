import type { OpenAI } from 'openai';
import { AudiobookError } from '../../core/errors.ts';
import { normalizeErrorBody } from '../../core/normalize-error-body.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { Setting, Settings } from '../../core/settings.ts';
import { wavAnswer } from '../call/audio-answer.ts';
import { untilAborted } from '../../core/deadline.ts';
import { httpFailure } from '../call/http-failure.ts';
import { httpUrl } from '../call/http-url.ts';
import { asConnectionError, wholeBody } from '../call/http-call.ts';
import { lazily } from '../call/lazily.ts';
import { notConfigured } from '../call/not-configured.ts';
import type { ProviderDescription, SpeechProvider, SpeechRequest } from '../provider.ts';
import { synthesizeInParts } from '../call/synthesize-in-parts.ts';
import { everyLanguage } from '../voices-for.ts';
import { voiceTable } from '../voice-table.ts';
import type { VoicesByGender } from '../voice-table.ts';

const vendorUrl = 'https://api.openai.com/v1';

const keySetting: Setting = {
  name: 'OPENAI_API_KEY',
  description: 'key; any text for a compatible server that needs none',
  secret: true,
};
const urlSetting: Setting = {
  name: 'OPENAI_BASE_URL',
  description: 'address of OpenAI or of a compatible server',
  default: vendorUrl,
};
const modelSetting: Setting = { name: 'OPENAI_TTS_MODEL', description: 'speech model', default: 'gpt-4o-mini-tts' };
const voiceSetting: Setting = { name: 'OPENAI_TTS_VOICE', description: 'voice', default: 'alloy' };
const instructionsSetting: Setting = {
  name: 'OPENAI_TTS_INSTRUCTIONS',
  description: 'how to speak, in words; not for tts-1 and tts-1-hd',
};

/** The six voices that every model of the vendor has (service document 2.2); others are taken as they are given. */
const vendorVoices: VoicesByGender = {
  female: ['nova', 'shimmer'],
  male: ['echo', 'onyx'],
  unknown: ['alloy', 'fable'],
};

/** OpenAI speech, and any server that speaks its protocol. */
export const openai: ProviderDescription = {
  id: 'openai',
  aliases: ['hosted_a'],
  kind: 'hosted',
  description: 'OpenAI speech, and any OpenAI-compatible server',
  limit: { max: 4096, unit: 'chars' },
  settings: [keySetting, urlSetting, modelSetting, voiceSetting, instructionsSetting],
  create: async (settings) => openaiProvider(settings),
};

function openaiProvider(settings: Settings): SpeechProvider {
  const apiKey = settings.get(keySetting);
  const baseUrl = httpUrl(settings.get(urlSetting) ?? vendorUrl, urlSetting.name, vendorUrl).href.replace(/\/+$/u, '');
  const model = settings.get(modelSetting) ?? '';
  const voice = settings.get(voiceSetting);
  const instructions = /^tts-1\b/u.test(model) ? undefined : settings.get(instructionsSetting);
  const client = lazily(() => makeClient(apiKey, baseUrl));
  return {
    id: openai.id,
    limit: openai.limit,
    target: 800,
    concurrency: { start: 4, max: 16 },
    identity: () => JSON.stringify([baseUrl === vendorUrl ? '' : baseUrl, model, instructions ?? '']),
    defaultVoice: () => voice,
    synthesize: async (request) => {
      if (apiKey === undefined)
        throw new AudiobookError('provider-unavailable', `OpenAI: ${keySetting.name} is not set.`);
      const speaker = { client: await client(), who: `OpenAI speech at ${baseUrl}`, model, instructions };
      return await synthesizeInParts(request.text, (text) => speak(speaker, { ...request, text }), isTooLong);
    },
    voices: async (language) => voiceTable({ [language || everyLanguage]: vendorVoices }),
    availability: async () => (apiKey === undefined ? notConfigured(keySetting.name) : { available: true }),
    async [Symbol.asyncDispose]() {},
  };
}

/** The 4096 characters are kept by the plan; the 2000 tokens of gpt-4o-mini-tts cannot be counted beforehand. */
function isTooLong(message: string): boolean {
  return /maximum input limit of \d+ tokens|string_too_long|at most \d+ characters/iu.test(message);
}

interface Speaker {
  readonly client: OpenAI;
  readonly who: string;
  readonly model: string;
  readonly instructions: string | undefined;
}

async function speak(
  { client, who, model, instructions }: Speaker,
  { text, voice, signal }: SpeechRequest,
): Promise<Pcm> {
  const { APIError } = await import('openai');
  try {
    const body = { model, voice, input: text, response_format: 'wav' as const, ...(instructions && { instructions }) };
    const response = await untilAborted(client.audio.speech.create(body, { signal }).asResponse(), signal);
    return wavAnswer(await wholeBody(response, signal), who);
  } catch (thrown) {
    if (!(thrown instanceof APIError) || thrown.status === undefined) throw asConnectionError(thrown, who, signal);
    const { status, headers } = thrown;
    throw httpFailure({ who, status, headers: headers ?? new Headers(), body: JSON.stringify(thrown.error ?? '') });
  }
}

async function makeClient(apiKey: string | undefined, baseURL: string): Promise<OpenAI> {
  const sdk = await import('openai');
  return new sdk.OpenAI({
    apiKey: apiKey ?? '',
    baseURL,
    // Everything that the SDK would read from the environment on its own.
    organization: null,
    project: null,
    logLevel: 'off',
    // Ours are better: they cover the body and know the text.
    maxRetries: 0,
    timeout: 24 * 60 * 60 * 1000,
    fetch: async (input, init) => await normalizeErrorBody(await fetch(input, init)),
  });
}
