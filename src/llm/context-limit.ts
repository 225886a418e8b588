import { AudiobookError } from '../core/errors.ts';
import { errorMessageIn, messageText } from '../core/http/failed-response.ts';
import { fieldOf } from '../core/http/field-of.ts';
import { parseJson } from '../core/http/parse-json.ts';
import { chatMessages } from './chat-messages.ts';
import type { Prompts } from './chat-messages.ts';
import { estimateTokens } from './estimate-tokens.ts';
import type { GenerateRequest, Generation } from './language-model.ts';

/** A prompt that a service refuses for its length, in tokens as far as it says them. */
export interface LongPrompt {
  /** Tokens of prompt and completion together that the model takes. */
  readonly contextTokens: number | undefined;
  /** Tokens of what was asked. */
  readonly neededTokens?: number | undefined;
}

/** Returns what a failed response says of a prompt that exceeds the model's context, or undefined when that is not why it failed. */
export function longPromptIn(status: number, body: string): LongPrompt | undefined {
  const isTooLong = (status === 400 || status === 413) && aboutLength.test(body);
  if (!isTooLong) return undefined;
  const value = parseJson(body);
  const message = errorMessageIn(value) ?? messageText(body);
  const contextTokens = numberNamed('n_ctx', value) ?? contextIn(message);
  const neededTokens = numberNamed('n_prompt_tokens', value) ?? largestIn(message);
  const isMore = neededTokens !== undefined && neededTokens > (contextTokens ?? 0);
  return { contextTokens, neededTokens: isMore ? neededTokens : undefined };
}

const aboutLength =
  /context.?(?:length|window|size)|prompt is too long|too many (?:input )?tokens|exceeds? the (?:maximum|available)[^.]*(?:token|context)/iu;

/** Returns a number of an error object: llama.cpp puts its own beside the message. */
function numberNamed(name: string, value: unknown): number | undefined {
  const found = [fieldOf(value, name), fieldOf(fieldOf(value, 'error'), name)];
  return found.find((each) => typeof each === 'number');
}

/** Returns the number that a message calls the context or the maximum, before or behind these words. */
function contextIn(message: string): number | undefined {
  const [, after, before] =
    /(?:context|maximum)[^.\d]{0,40}?(\d[\d,]{2,})|(\d[\d,]{2,})(?: tokens?)? (?:maximum|context)/iu.exec(message) ??
    [];
  return numberOf(after ?? before);
}

function largestIn(message: string): number | undefined {
  const numbers = (message.match(/\d[\d,]{2,}/gu) ?? []).map(numberOf);
  return numbers.length === 0 ? undefined : Math.max(...numbers.map((number) => number ?? 0));
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}

/**
 * Returns the completion of a request whose prompt is too long: the caller sends smaller pieces. Throws `model-unavailable` when
 * half of the user's message would not fit either, beside the instructions: no piece that is worth a request does then.
 */
export function promptTooLong(request: GenerateRequest, { contextTokens, neededTokens }: LongPrompt): Generation {
  const user = estimateTokens(request.userPrompt ?? request.prompt ?? '');
  const all = promptTokens(request);
  const needed = neededTokens ?? all;
  if (contextTokens !== undefined && needed * (1 - user / all / 2) >= contextTokens)
    throw contextTooSmall(contextTokens, needed);
  return { text: '', stopReason: 'prompt-too-long', usage: {} };
}

/** Tokens of the chat template around the messages. */
const templateTokens = 128;

/** Returns the maximum number of tokens of a request's prompt. */
export function promptTokens(request: Prompts): number {
  const texts = chatMessages(request).map(({ content }) => content);
  return estimateTokens(texts.join('\n')) + templateTokens;
}

function contextTooSmall(context: number, needed: number): AudiobookError {
  const [has, needs] = [context, needed].map((tokens) => tokens.toLocaleString('en'));
  const message = `The model's context is ${has} tokens; a request needs ${needs}. Give it a larger one, or choose another model.`;
  return new AudiobookError('model-unavailable', message);
}
