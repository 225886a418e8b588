import { AudiobookError } from '../core/errors.ts';
import type { LanguageModel } from './language-model.ts';

/** Returns the completion of one prompt as plain text. Throws `model-failed` when it is not complete. */
export async function translate(model: LanguageModel, prompt: string, signal: AbortSignal): Promise<string> {
  const { text, stopReason } = await model.generate({ userPrompt: prompt, signal });
  if (stopReason === 'complete') return text;
  throw new AudiobookError('model-failed', `${model.id} sent an incomplete completion (${stopReason}).`);
}
