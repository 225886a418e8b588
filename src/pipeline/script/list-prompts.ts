import { getBuiltinPrompt, getPrompt, listBuiltinPrompts, validatePrompt } from '../../narration/tasks/prompts.ts';

/** Returns the names of the built-in prompts, sorted. */
export function promptNames(): readonly string[] {
  return listBuiltinPrompts();
}

/** Returns the text of a built-in prompt. Throws `bad-value` for an unknown name. */
export function promptText(name: string): string {
  return getBuiltinPrompt(name);
}

/** Returns whether a prompt file can be used, and a message. Throws `file-not-found`, or `bad-value` for an empty file. */
export async function checkPromptFile(file: string): Promise<readonly [isValid: boolean, message: string]> {
  return validatePrompt(await getPrompt('direct', { promptFile: file }));
}
