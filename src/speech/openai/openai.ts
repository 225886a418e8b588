import type { OpenAI } from 'openai';
import { findFfmpeg } from '../../audio/ffmpeg/find-ffmpeg.ts';
import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import { untilAborted } from '../../core/deadline.ts';
import { AudiobookError } from '../../core/errors.ts';
import { fetchFollowing } from '../../core/http/fetch-following.ts';
import { normalizeErrorBody } from '../../core/http/normalize-error-body.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { Settings } from '../../core/settings.ts';
import { asConnectionError, wholeBody } from '../call/http-call.ts';
import { httpFailure } from '../call/http-failure.ts';
import type { FailedResponse } from '../call/http-failure.ts';
import { httpUrl } from '../../core/http/http-url.ts';
import { lazily } from '../call/lazily.ts';
import { inBestFormat } from '../call/in-best-format.ts';
import { readAudioResponse } from './read-audio-response.ts';
import { requireSettings } from '../call/require-settings.ts';
import { synthesizeInParts } from '../call/synthesize-in-parts.ts';
import { deliveryInWords, inWords } from '../delivery/manner-sounds.ts';
import type {
  ProviderDescription,
  ServiceHabits,
  SpeechProvider,
  SpeechRequest,
  TellableDelivery,
} from '../provider.ts';
import { hostedCredit } from '../hosted-credit.ts';
import { providerOf } from '../call/provider-of.ts';
import { voiceCatalog } from '../voice-catalog.ts';
import { listServerModels, listServerVoices } from './list-server-voices.ts';
import { openaiFailure, refusesModel } from './openai-failure.ts';
import { audioFormats, extraFields, maxChars, openaiSettings, vendorUrl } from './openai-settings.ts';
import { vendorVoices } from './vendor-voices.ts';

/** OpenAI speech, and any server with the same API. */
export const openai: ProviderDescription = {
  id: 'openai',
  aliases: ['hosted_a'],
  kind: 'hosted',
  description: 'OpenAI speech, and any OpenAI-compatible server',
  limit: { max: maxChars, unit: 'chars' },
  capabilities: { speed: { min: 0.25, max: 4 }, ssml: false, sampleRate: 24_000, priceUnit: 'tokens' },
  settings: Object.values(openaiSettings),
  create: async (settings) => openaiProvider(settings),
};

function openaiProvider(settings: Settings): SpeechProvider {
  const { key, url, voice: voiceSetting } = openaiSettings;
  const baseUrl = httpUrl(settings.get(url) ?? vendorUrl, url.name, vendorUrl).href.replace(/\/+$/u, '');
  const shape = readShape(settings);
  const { model, instructions, billsCharacters } = shape;
  const client = lazily(() => createClient(settings.get(key), baseUrl));
  const isVendor = new URL(baseUrl).host === new URL(vendorUrl).host;
  const availability = requireSettings(settings, isVendor ? [key] : []);
  const limit = { ...openai.limit, max: settings.read(openaiSettings.maxChars) };
  const habits: ServiceHabits = {};
  const ffmpeg = lazily(() => findFfmpeg(settings));
  const serviceName = `OpenAI speech at ${baseUrl}`;
  const request = inBestFormat<string>(shape.formats, habits, async (format, part) =>
    synthesize({ client: await client(), serviceName, ffmpeg, shape, format }, part),
  );
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
      limit,
      target: Math.min(800, limit.max),
      concurrency: { start: 4, max: 16 },
      habits,
      identity: () =>
        JSON.stringify([baseUrl === vendorUrl ? '' : baseUrl, model, instructions ?? '', ...shape.chosen]),
      facts: (voice) => ({
        credit: isVendor ? hostedCredit(voice, 'OpenAI') : undefined,
        tariff: { name: `openai/${model}`, isVendor },
        delivery: toldIn(isVendor ? !billsCharacters : instructions !== undefined),
      }),
      voices,
      defaultVoice,
      languagesOf,
      // The 2000 tokens of gpt-4o-mini-tts cannot be counted beforehand, and the limits of other servers are not known.
      synthesize: async (whole) =>
        await synthesizeInParts(whole.text, async (text) => await request({ ...whole, text }), habits),
    },
    availability,
  );
}

/** A compatible server may well ignore instructions: where the user has set some, it does not. */
function toldIn(takesInstructions: boolean): TellableDelivery | undefined {
  return takesInstructions ? { kind: 'words', told: deliveryInWords } : undefined;
}

/** What the settings say of each request. */
interface RequestShape {
  readonly model: string;
  readonly billsCharacters: boolean;
  readonly instructions: string | undefined;
  readonly extra: Readonly<Record<string, unknown>>;
  /** In the order in which they are asked for. */
  readonly formats: readonly string[];
  /** What shapes the sound beside model and instructions, in the address of a segment. */
  readonly chosen: readonly unknown[];
}

function readShape(settings: Settings): RequestShape {
  const model = settings.get(openaiSettings.model) ?? '';
  const billsCharacters = /^tts-1\b/u.test(model);
  const format = settings.get(openaiSettings.format);
  const extra = extraFields(settings);
  return {
    model,
    billsCharacters,
    instructions: billsCharacters ? undefined : settings.get(openaiSettings.instructions),
    extra,
    formats: format === undefined ? audioFormats : [format],
    chosen: [...(format === undefined ? [] : [format]), ...(Object.keys(extra).length === 0 ? [] : [extra])],
  };
}

interface Service {
  readonly client: OpenAI;
  readonly serviceName: string;
  readonly ffmpeg: () => Promise<Ffmpeg>;
  readonly shape: RequestShape;
  readonly format: string;
}

async function synthesize(service: Service, request: SpeechRequest): Promise<Pcm> {
  const { client, serviceName, ffmpeg } = service;
  const { signal } = request;
  const { APIError } = await import('openai');
  try {
    // Servers know formats of which the SDK knows nothing.
    const asked = client.post('/audio/speech', { body: bodyOf(service, request), signal });
    const response = await untilAborted(asked.asResponse(), signal);
    return await readAudioResponse(await wholeBody(response, signal), { serviceName, ffmpeg, signal });
  } catch (thrown) {
    if (!(thrown instanceof APIError) || thrown.status === undefined) {
      throw asConnectionError(thrown, serviceName, signal);
    }
    const { status, headers = new Headers(), error } = thrown;
    const failed = { serviceName, status, headers, body: JSON.stringify(error ?? '') };
    throw refusesModel(failed) ? await modelRefused(failed, client) : openaiFailure(failed);
  }
}

function bodyOf({ shape, format }: Service, { text, voice, speed, delivery }: SpeechRequest) {
  const { model, extra } = shape;
  const told = inWords(shape.instructions, delivery);
  const options = { ...(speed !== undefined && { speed }), ...(told !== undefined && { instructions: told }) };
  return { ...extra, model, voice, input: text, response_format: format, ...options };
}

/** Names the setting, and the models that the server has. */
async function modelRefused(response: FailedResponse, client: OpenAI): Promise<AudiobookError> {
  const models = await listServerModels(client);
  const listed = models.length === 0 ? '' : ` The server has: ${models.slice(0, shownModels).join(', ')}.`;
  return new AudiobookError('bad-value', `${httpFailure(response).message} Set ${openaiSettings.model.name}.${listed}`);
}

/** What fits into a message; servers with more list them at `/models`. */
const shownModels = 12;

async function createClient(apiKey: string | undefined, baseURL: string): Promise<OpenAI> {
  const sdk = await import('openai');
  return new sdk.OpenAI({
    // The SDK insists on one.
    apiKey: apiKey ?? 'none',
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
