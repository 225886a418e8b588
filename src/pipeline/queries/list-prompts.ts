import { getBuiltinPrompt, getPrompt, listBuiltinPrompts, validatePrompt } from '../../narration/tasks/prompts.ts';

/** Names of the built-in prompts, sorted. */
export function promptNames(): readonly string[] {
  return listBuiltinPrompts();
}

/** The text of a built-in prompt. Throws `bad-value` for a name there is not. */
export function promptText(name: string): string {
  return getBuiltinPrompt(name);
}

/** Whether a prompt file can be used, in words. Throws `file-not-found` or `bad-value` (an empty file). */
export async function checkPromptFile(file: string): Promise<readonly [isValid: boolean, message: string]> {
  return validatePrompt(await getPrompt('direct', file));
}
