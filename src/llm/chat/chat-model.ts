import { AudiobookError } from '../../core/errors.ts';
import { callService } from '../call-service.ts';
import { chatMessages } from '../chat-messages.ts';
import { longPromptIn, promptTokens, promptTooLong } from '../context-limit.ts';
import type { LongPrompt } from '../context-limit.ts';
import type { GenerateRequest, Generation, LanguageModel } from '../language-model.ts';
import { connectionError, modelError } from '../model-error.ts';
import type { FailedModelResponse } from '../model-error.ts';
import type { ModelTraits } from '../models.ts';
import { chatParameters, withinContext, withoutRefused } from './chat-parameters.ts';
import type { ChatParameters } from './chat-parameters.ts';
import { readChatCompletion } from './read-chat-completion.ts';

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

/** What a service refused once, it refuses every time. */
interface Learned {
  /** Bodies of responses that refuse a parameter. */
  readonly refusals: string[];
  /** Tokens of prompt and completion together, where the service said so. */
  contextTokens?: number | undefined;
}

/** Returns a model behind an OpenAI-compatible chat API. Completions are streamed, so that no proxy takes a slow one for a dead connection. */
export function chatModel(options: ChatModelOptions): LanguageModel {
  const { id, modelName, keyName, traits, apiKey } = options;
  const learned: Learned = { refusals: [] };
  return {
    id,
    structured: traits.structured,
    limits: async () => ({
      contextTokens: learned.contextTokens ?? traits.contextTokens,
      completionTokens: traits.completionTokens,
    }),
    async generate(request) {
      if (apiKey === undefined)
        throw new AudiobookError('model-unavailable', `${modelName} needs a key: ${keyName} is not set.`);
      try {
        return await complete(request, options, learned);
      } catch (thrown) {
        throw connectionError(thrown, modelName, request.signal);
      }
    },
    availability: async () =>
      apiKey === undefined ? { available: false, reason: `${keyName} is not set` } : { available: true },
  };
}

async function complete(request: GenerateRequest, options: ChatModelOptions, learned: Learned): Promise<Generation> {
  const { model, modelName, traits, extra } = options;
  const messages = chatMessages(request);
  const prompt = promptTokens(request);
  let parameters: ChatParameters = { ...chatParameters(request, traits), ...extra };
  for (const refusal of learned.refusals) parameters = withoutRefused(parameters, refusal) ?? parameters;
  for (;;) {
    const sent = withinContext(parameters, prompt, learned.contextTokens) ?? parameters;
    const json = { ...sent, model, messages, stream: true };
    const response = await callService(options, '/chat/completions', { json, signal: request.signal });
    if (response.ok) return await readChatCompletion(response.body, modelName, request.onPart);
    const { status, headers } = response;
    // Names of fields stand at the beginning of lines, too.
    const body = (await response.text()).replaceAll(String.raw`\n`, ' ');
    const long = longPromptIn(status, body);
    if (!long) parameters = withoutRefusedField({ modelName, status, headers, body }, parameters, learned);
    else if (!learnContext(long, learned) || !isShortened(parameters, prompt, long))
      return promptTooLong(request, long);
  }
}

/** Returns the parameters without the field that a service refused. Throws the error of its response when it named none. */
function withoutRefusedField(
  failed: FailedModelResponse,
  parameters: ChatParameters,
  learned: Learned,
): ChatParameters {
  const { status, body } = failed;
  const fewer = status === 400 || status === 422 ? withoutRefused(parameters, body) : undefined;
  if (!fewer) throw modelError(failed);
  learned.refusals.push(body);
  return fewer;
}

/** Keeps the context that a service named. Returns whether it was not known before. */
function learnContext({ contextTokens }: LongPrompt, learned: Learned): boolean {
  const isNew = contextTokens !== undefined && contextTokens !== learned.contextTokens;
  learned.contextTokens = contextTokens ?? learned.contextTokens;
  return isNew;
}

/** Reports whether the prompt fits beside a shorter completion than was asked for. */
function isShortened(parameters: ChatParameters, prompt: number, { contextTokens }: LongPrompt): boolean {
  const shorter = withinContext(parameters, prompt, contextTokens);
  return shorter !== undefined && shorter !== parameters;
}
