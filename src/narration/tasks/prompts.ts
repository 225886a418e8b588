import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AudiobookError, systemCode } from '../../core/errors.ts';
import { packageRoot } from '../../core/package-root.ts';

const builtinPrompts: readonly string[] = ['audiobook', 'direct', 'lecture', 'meditation', 'podcast', 'summary'];

/** Names of the built-in prompts, sorted. */
export function listBuiltinPrompts(): readonly string[] {
  return builtinPrompts;
}

/** The built-in prompt of a task; `direct` asks no model, so its prompt is empty. Throws `bad-value` for an unknown name. */
export function getBuiltinPrompt(task: string): string {
  if (task === 'direct') return '';
  if (builtinPrompts.includes(task)) return readFileSync(new URL(`prompts/${task}.md`, packageRoot()), 'utf8').trim();
  throw new AudiobookError('bad-value', `There is no built-in prompt '${task}'; wanted ${builtinPrompts.join(', ')}.`);
}

/** The text of a user's own prompt. Throws `file-not-found` for a missing file, `bad-value` for an empty or unreadable one. */
export async function loadPromptFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT')
      throw new AudiobookError('file-not-found', `The prompt file ${file} does not exist.`);
    throw new AudiobookError('bad-value', `The prompt file ${file} cannot be read (${systemCode(cause)}).`, { cause });
  });
  const prompt = text.replace(/^\uFEFF/u, '').trim();
  if (prompt === '') throw new AudiobookError('bad-value', `The prompt file ${file} is empty.`);
  return prompt;
}

/** The prompt that counts: the user's file where there is one, `direct` included, else the task's own. Throws like the two it chooses from. */
export async function getPrompt(task: string, promptFile?: string): Promise<string> {
  return promptFile === undefined ? getBuiltinPrompt(task) : await loadPromptFile(promptFile);
}

/** Whether a text can serve as a prompt, and what to tell its author; the sentences are those of the contract, 5. */
export function validatePrompt(prompt: string): readonly [isValid: boolean, message: string] {
  const text = prompt.trim();
  if (text === '') return [false, 'Prompt cannot be empty.'];
  if (text.length < 10) return [false, 'Prompt is too short. Minimum 10 characters required.'];
  return [true, 'Prompt is valid.'];
}
