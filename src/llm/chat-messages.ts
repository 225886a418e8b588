import { AudiobookError } from '../core/errors.ts';
import type { GenerateRequest } from './language-model.ts';

/** A message of a chat API. */
export interface ChatMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** The prompts of a request. */
export type Prompts = Pick<GenerateRequest, 'systemPrompt' | 'userPrompt' | 'prompt'>;

/** Returns the messages of a request. Throws `bad-value` when it has no prompt. */
export function chatMessages(request: Prompts): ChatMessage[] {
  const user = request.userPrompt ?? request.prompt;
  const messages: ChatMessage[] = [];
  if (request.systemPrompt) messages.push({ role: 'system', content: request.systemPrompt });
  if (user) messages.push({ role: 'user', content: user });
  if (messages.length > 0) return messages;
  throw new AudiobookError('bad-value', 'The request to the language model has no prompt.');
}
