import type { OpenAI } from 'openai';
import { errorMessageIn } from '../../core/http/failed-response.ts';
import { normalizeErrorBody } from '../../core/http/normalize-error-body.ts';
import { AudiobookError } from '../../core/errors.ts';
import { readChatCompletion } from './read-chat-completion.ts';
import { chatMessages } from '../chat-messages.ts';
import { chatParameters, withoutRefused } from './chat-parameters.ts';
import type { GenerateRequest, Generation, LanguageModel } from '../language-model.ts';
import { brokenStream, connectionError, isPromptTooLong, modelError } from '../model-error.ts';
import type { ModelTraits } from '../models.ts';
import { fetchWithoutTimeout } from '../fetch-without-timeout.ts';

/** Options of `chatModel`. */
export interface ChatModelOptions {
  readonly id: string;
  /** Model and service, for messages. */
  readonly modelName: string;
  /** Name in requests. */
  readonly model: string;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Name of the setting that holds the key. */
  readonly keyName: string;
  readonly traits: ModelTraits;
  /** Fields that go into every request. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Returns a model behind an OpenAI-compatible chat API. Completions are streamed, so that no proxy takes a slow one for a dead connection. */
export function chatModel(options: ChatModelOptions): LanguageModel {
  const { id, modelName, keyName, traits, apiKey } = options;
  let client: Promise<OpenAI> | undefined;
  // A parameter that the service refused once is refused every time.
  const refusals: string[] = [];
  return {
    id,
    structured: traits.structured,
    limits: async () => ({ contextTokens: traits.contextTokens }),
    async generate(request) {
      if (apiKey === undefined)
        throw new AudiobookError('model-unavailable', `${modelName} needs a key: ${keyName} is not set.`);
      client ??= openClient(options, apiKey);
      try {
        return await complete(await client, request, options, refusals);
      } catch (thrown) {
        throw connectionError(thrown, modelName, request.signal);
      }
    },
    availability: async () =>
      apiKey === undefined ? { available: false, reason: `${keyName} is not set` } : { available: true },
  };
}

/** Every option is given, because the client reads the environment for missing ones. */
async function openClient({ baseUrl }: ChatModelOptions, apiKey: string): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai');
  return new Client({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    // Our own deadline covers headers and body. The client's must not come first.
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
    fetch: async (input, init) => await normalizeErrorBody(await fetchWithoutTimeout(input, init)),
  });
}

async function complete(
  client: OpenAI,
  request: GenerateRequest,
  options: ChatModelOptions,
  refusals: string[],
): Promise<Generation> {
  const { modelName, traits, extra } = options;
  let parameters = { ...chatParameters(request, traits), ...extra };
  for (const refusal of refusals) parameters = withoutRefused(parameters, refusal) ?? parameters;
  for (;;) {
    try {
      const chunks = await stream(client, options.model, request, parameters);
      return await readChatCompletion(chunks, modelName, request.onPart);
    } catch (thrown) {
      const { status, body, error } = await readFailure(thrown, modelName);
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

interface Failure {
  readonly status: number;
  readonly body: string;
  readonly error: unknown;
}

/** Converts the client's error. One inside a stream has no status and is retryable. */
async function readFailure(thrown: unknown, modelName: string): Promise<Failure> {
  const { APIError, APIConnectionError } = await import('openai');
  if (!(thrown instanceof APIError) || thrown instanceof APIConnectionError)
    return { status: 0, body: '', error: thrown };
  const body = JSON.stringify({ error: thrown.error ?? thrown.message }).replaceAll(String.raw`\n`, ' ');
  const failed = { modelName, status: thrown.status ?? 0, headers: thrown.headers ?? new Headers(), body };
  if (thrown.status !== undefined) return { status: thrown.status, body, error: modelError(failed) };
  const details = errorMessageIn(thrown.error) ?? thrown.message;
  return { status: 0, body, error: brokenStream(modelName, details, thrown) };
}
