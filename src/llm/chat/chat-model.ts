import type { OpenAI } from 'openai';
import { errorMessageIn } from '../../core/failed-response.ts';
import { normalizeErrorBody } from '../../core/normalize-error-body.ts';
import { AudiobookError } from '../../core/errors.ts';
import { readChatOutput } from './read-chat-output.ts';
import { chatMessages } from '../chat-messages.ts';
import { chatParameters, withoutRefused } from './chat-parameters.ts';
import type { GenerateRequest, Generation, LanguageModel } from '../language-model.ts';
import { connectionError, isPromptTooLong, modelError } from '../model-error.ts';
import type { ModelTraits } from '../models.ts';
import { fetchWithoutTimeout } from '../fetch-without-timeout.ts';

export interface ChatModelOptions {
  readonly id: string;
  /** Service and model, for a person. */
  readonly modelName: string;
  /** Wire name. */
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** The setting that holds the key. */
  readonly keyName: string;
  readonly traits: ModelTraits;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A model behind an OpenAI-compatible chat API, through the `openai` client, streamed so that no proxy takes a long answer for a dead line. */
export function chatModel(options: ChatModelOptions): LanguageModel {
  const { id, modelName: who, keyName, traits, apiKey } = options;
  let client: Promise<OpenAI> | undefined;
  // What the service refused once, it refuses every time.
  const refusals: string[] = [];
  return {
    id,
    limits: async () => ({ contextTokens: traits.contextTokens }),
    async generate(request) {
      if (apiKey === undefined)
        throw new AudiobookError('model-unavailable', `${who} needs a key: ${keyName} is not set.`);
      client ??= openClient(options, apiKey);
      try {
        return await ask(await client, request, options, refusals);
      } catch (thrown) {
        throw connectionError(thrown, who, request.signal);
      }
    },
    availability: async () =>
      apiKey === undefined ? { available: false, reason: `${keyName} is not set` } : { available: true },
  };
}

/** The client reads the environment for whatever it is not given. */
async function openClient({ baseUrl }: ChatModelOptions, apiKey: string): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai');
  return new Client({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    // Our own deadline covers headers and body; the client's must only not come before it.
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
    fetch: async (input, init) => await normalizeErrorBody(await fetchWithoutTimeout(input, init)),
  });
}

async function ask(
  client: OpenAI,
  request: GenerateRequest,
  options: ChatModelOptions,
  refusals: string[],
): Promise<Generation> {
  const { modelName: who, traits, extra } = options;
  let parameters = { ...chatParameters(request, traits), ...extra };
  for (const refusal of refusals) parameters = withoutRefused(parameters, refusal) ?? parameters;
  for (;;) {
    try {
      const chunks = await stream(client, options.model, request, parameters);
      return await readChatOutput(chunks, who);
    } catch (thrown) {
      const { status, body, error } = await understand(thrown, who);
      if (isPromptTooLong(status, body)) return { text: '', stopReason: 'prompt-too-long', usage: {} };
      const fewer = status === 400 || status === 422 ? withoutRefused(parameters, body) : undefined;
      if (!fewer) throw error;
      refusals.push(body);
      parameters = fewer;
    }
  }
}

async function stream(
  client: OpenAI,
  model: string,
  request: GenerateRequest,
  parameters: Readonly<Record<string, unknown>>,
): Promise<AsyncIterable<OpenAI.ChatCompletionChunk>> {
  const messages = chatMessages(request);
  return await client.chat.completions.create(
    { ...parameters, model, messages, stream: true },
    { signal: request.signal },
  );
}

interface Understood {
  readonly status: number;
  readonly body: string;
  readonly error: unknown;
}

/** The client's error as ours; an error inside a stream has no status and can be tried again. */
async function understand(thrown: unknown, who: string): Promise<Understood> {
  const { APIError, APIConnectionError } = await import('openai');
  if (!(thrown instanceof APIError) || thrown instanceof APIConnectionError)
    return { status: 0, body: '', error: thrown };
  const body = JSON.stringify({ error: thrown.error ?? thrown.message }).replaceAll(String.raw`\n`, ' ');
  const failed = { modelName: who, status: thrown.status ?? 0, headers: thrown.headers ?? new Headers(), body };
  if (thrown.status !== undefined) return { status: thrown.status, body, error: modelError(failed) };
  const said = errorMessageIn(thrown.error) ?? thrown.message;
  const error = new AudiobookError('model-failed', `${who} broke off: ${said}.`, { retryable: true, cause: thrown });
  return { status: 0, body, error };
}
