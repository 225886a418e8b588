import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AudiobookError, invalidValue, systemCode } from '../../core/errors.ts';
import { parsePrompt } from './parse-prompt.ts';
import { packageRoot } from '../../core/package-root.ts';

const builtinPrompts: readonly string[] = ['audiobook', 'direct', 'lecture', 'meditation', 'podcast', 'summary'];

/** The task that two hosts can speak. */
export const dialogueTask = 'podcast';
const twoHostsPrompt = 'podcast-two-hosts';

/** Returns the names of the built-in prompts, sorted. */
export function listBuiltinPrompts(): readonly string[] {
  return builtinPrompts;
}

/** Returns the built-in prompt of a task. The prompt of `direct` is empty, because it uses no model. Throws `bad-value` for an unknown name. */
export function getBuiltinPrompt(task: string): string {
  if (task === 'direct') return '';
  if (builtinPrompts.includes(task) || task === twoHostsPrompt)
    return readFileSync(new URL(`prompts/${task}.md`, packageRoot()), 'utf8').trim();
  const names = [...builtinPrompts, twoHostsPrompt];
  throw invalidValue('prompt name', task, names.join(', '), { names });
}

/** Reads a user's prompt. Throws `file-not-found` for a missing file, `bad-value` for an empty or unreadable one. */
export async function loadPromptFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT')
      throw new AudiobookError('file-not-found', `The prompt file ${file} does not exist.`);
    throw new AudiobookError('bad-value', `The prompt file ${file} cannot be read (${systemCode(cause)}).`, { cause });
  });
  const prompt = text.replace(/^\uFEFF/u, '').trim();
  if (parsePrompt(prompt).text === '') throw new AudiobookError('bad-value', `The prompt file ${file} is empty.`);
  return prompt;
}

/** A user's prompt, as a file or the text itself, and what chooses the built-in one. */
export interface OwnPrompt {
  readonly promptFile?: string | undefined;
  readonly promptText?: string | undefined;
  /** Number of voices that the built-in prompt is for. Two only for the podcast. Default: 1. */
  readonly hosts?: 1 | 2 | undefined;
}

/**
 * Returns the user's prompt where one is given, otherwise the built-in one of the task. Throws as `loadPromptFile` and
 * `getBuiltinPrompt` do, and `bad-value` for a text that is too short.
 */
export async function getPrompt(task: string, { promptFile, promptText, hosts }: OwnPrompt = {}): Promise<string> {
  if (promptFile !== undefined) return await loadPromptFile(promptFile);
  if (promptText === undefined) return getBuiltinPrompt(task === dialogueTask && hosts === 2 ? twoHostsPrompt : task);
  const [isValid, message] = validatePrompt(promptText);
  if (!isValid) throw new AudiobookError('bad-value', message);
  return promptText.trim();
}

/** Reports whether a text can serve as a prompt, with a message (docs/specification.md, "Tasks and prompts"). */
export function validatePrompt(prompt: string): readonly [isValid: boolean, message: string] {
  const { text } = parsePrompt(prompt);
  if (text === '') return [false, 'Prompt cannot be empty.'];
  if (text.length < 10) return [false, 'Prompt is too short. Minimum 10 characters required.'];
  return [true, 'Prompt is valid.'];
}
