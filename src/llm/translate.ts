import { AudiobookError } from '../core/errors.ts';
import type { LanguageModel } from './language-model.ts';

/** Answers one prompt with plain text: the `translate(prompt)` of the service document. Throws `model-failed` when no whole answer comes. */
export async function translate(model: LanguageModel, prompt: string, signal: AbortSignal): Promise<string> {
  const { text, stopReason } = await model.generate({ userPrompt: prompt, signal });
  if (stopReason === 'complete') return text;
  throw new AudiobookError('model-failed', `${model.id} gave no whole answer (${stopReason}).`);
}
