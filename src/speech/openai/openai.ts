import type { OpenAI } from 'openai';
import { untilAborted } from '../../core/deadline.ts';
import { fetchFollowing } from '../../core/http/fetch-following.ts';
import { normalizeErrorBody } from '../../core/http/normalize-error-body.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { Setting, Settings } from '../../core/settings.ts';
import { asConnectionError, wholeBody } from '../call/http-call.ts';
import { httpFailure } from '../call/http-failure.ts';
import { httpUrl } from '../call/http-url.ts';
import { lazily } from '../call/lazily.ts';
import { readWavResponse } from '../call/read-wav-response.ts';
import { requireSettings } from '../call/require-settings.ts';
import { synthesizeInParts } from '../call/synthesize-in-parts.ts';
import { deliveryInWords, inWords } from '../delivery/manner-sounds.ts';
import type { ProviderDescription, SpeechProvider, SpeechRequest, TellableDelivery } from '../provider.ts';
import { hostedCredit } from '../hosted-credit.ts';
import { providerOf } from '../call/provider-of.ts';
import { voiceCatalog } from '../voice-catalog.ts';
import { listServerVoices } from './list-server-voices.ts';
import { vendorVoices } from './vendor-voices.ts';

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
const voiceSetting: Setting = {
  name: 'OPENAI_TTS_VOICE',
  description: 'voice; unset: alloy, or the first that a compatible server lists for the language',
};
const instructionsSetting: Setting = {
  name: 'OPENAI_TTS_INSTRUCTIONS',
  description: 'how to speak, in words; not for tts-1 and tts-1-hd',
};

/** OpenAI speech, and any server with the same API. */
export const openai: ProviderDescription = {
  id: 'openai',
  aliases: ['hosted_a'],
  kind: 'hosted',
  description: 'OpenAI speech, and any OpenAI-compatible server',
  limit: { max: 4096, unit: 'chars' },
  capabilities: { speed: { min: 0.25, max: 4 }, ssml: false, sampleRate: 24_000, priceUnit: 'tokens' },
  settings: [keySetting, urlSetting, modelSetting, voiceSetting, instructionsSetting],
  create: async (settings) => openaiProvider(settings),
};

function openaiProvider(settings: Settings): SpeechProvider {
  const baseUrl = httpUrl(settings.get(urlSetting) ?? vendorUrl, urlSetting.name, vendorUrl).href.replace(/\/+$/u, '');
  const model = settings.get(modelSetting) ?? '';
  const billsCharacters = /^tts-1\b/u.test(model);
  const instructions = billsCharacters ? undefined : settings.get(instructionsSetting);
  const client = lazily(() => createClient(settings.get(keySetting), baseUrl));
  const availability = requireSettings(settings, [keySetting]);
  const isVendor = new URL(baseUrl).host === new URL(vendorUrl).host;
  const { voices, defaultVoice, languagesOf } = voiceCatalog({
    // OpenAI does not list its voices.
    list: isVendor || !availability.available ? undefined : async () => await listServerVoices(await client()),
    builtIn: vendorVoices,
    preferred: settings.get(voiceSetting),
  });
  return providerOf(
    openai,
    settings,
    {
      capabilities: {
        ...openai.capabilities,
        // Compatible servers have rates of their own.
        sampleRate: isVendor ? openai.capabilities.sampleRate : undefined,
        priceUnit: billsCharacters ? 'chars' : 'tokens',
        // The newer models and many compatible servers ignore it.
        speed: isVendor && billsCharacters ? openai.capabilities.speed : undefined,
      },
      target: 800,
      concurrency: { start: 4, max: 16 },
      identity: () => JSON.stringify([baseUrl === vendorUrl ? '' : baseUrl, model, instructions ?? '']),
      facts: (voice) => ({
        credit: isVendor ? hostedCredit(voice, 'OpenAI') : undefined,
        tariff: { name: `openai/${model}`, isVendor },
        delivery: toldIn(isVendor ? !billsCharacters : instructions !== undefined),
      }),
      voices,
      defaultVoice,
      languagesOf,
      synthesize: async (request) => {
        const service = { client: await client(), serviceName: `OpenAI speech at ${baseUrl}`, model, instructions };
        // The 2000 tokens of gpt-4o-mini-tts cannot be counted beforehand.
        return await synthesizeInParts(request.text, (text) => synthesize(service, { ...request, text }));
      },
    },
    availability,
  );
}

/** A compatible server may well ignore instructions: where the user has set some, it does not. */
function toldIn(takesInstructions: boolean): TellableDelivery | undefined {
  return takesInstructions ? { kind: 'words', told: deliveryInWords } : undefined;
}

interface Service {
  readonly client: OpenAI;
  readonly serviceName: string;
  readonly model: string;
  readonly instructions: string | undefined;
}

async function synthesize(
  { client, serviceName, model, instructions }: Service,
  { text, voice, speed, delivery, signal }: SpeechRequest,
): Promise<Pcm> {
  const { APIError } = await import('openai');
  try {
    const told = inWords(instructions, delivery);
    const options = { ...(speed !== undefined && { speed }), ...(told !== undefined && { instructions: told }) };
    const body = { model, voice, input: text, response_format: 'wav' as const, ...options };
    const response = await untilAborted(client.audio.speech.create(body, { signal }).asResponse(), signal);
    return readWavResponse(await wholeBody(response, signal), serviceName);
  } catch (thrown) {
    if (!(thrown instanceof APIError) || thrown.status === undefined) {
      throw asConnectionError(thrown, serviceName, signal);
    }
    const { status, headers = new Headers(), error } = thrown;
    throw httpFailure({ serviceName, status, headers, body: JSON.stringify(error ?? '') });
  }
}

async function createClient(apiKey: string | undefined, baseURL: string): Promise<OpenAI> {
  const sdk = await import('openai');
  return new sdk.OpenAI({
    apiKey: apiKey ?? '',
    baseURL,
    // The SDK would read these from the environment.
    organization: null,
    project: null,
    logLevel: 'off',
    // Ours are better: they cover the body and depend on the text.
    maxRetries: 0,
    timeout: 24 * 60 * 60 * 1000,
    fetch: async (input, init) =>
      await normalizeErrorBody(await fetchFollowing(input instanceof Request ? input.url : String(input), init)),
  });
}
