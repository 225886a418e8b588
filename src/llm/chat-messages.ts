import { AudiobookError } from '../core/errors.ts';
import type { GenerateRequest } from './language-model.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** The messages of a request; the deprecated single `prompt` is one user message. Throws `bad-value` when there is nothing to ask. */
export function chatMessages(request: GenerateRequest): ChatMessage[] {
  const user = request.userPrompt ?? request.prompt;
  const messages: ChatMessage[] = [];
  if (request.systemPrompt) messages.push({ role: 'system', content: request.systemPrompt });
  if (user) messages.push({ role: 'user', content: user });
  if (messages.length > 0) return messages;
  throw new AudiobookError('bad-value', 'A language model was asked with no prompt at all.');
}
