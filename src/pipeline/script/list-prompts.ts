import { expectationOf } from '../../narration/tasks/task.ts';
import { chooseTask } from './choose-task.ts';
import { getBuiltinPrompt, getPrompt, listBuiltinPrompts, validatePrompt } from '../../narration/tasks/prompts.ts';

/** Returns the names of the built-in prompts, sorted. */
export function promptNames(): readonly string[] {
  return listBuiltinPrompts();
}

/** Returns the text of a built-in prompt. Throws `bad-value` for an unknown name. */
export function promptText(name: string): string {
  return getBuiltinPrompt(name);
}

/** Whether a prompt file can be used, and how its scripts will be judged. */
export interface PromptCheck {
  readonly valid: boolean;
  readonly message: string;
  /** `retelling`: in the model's words, about the chapter. `book`: the words of the book are spoken, and the prompt says how. */
  readonly judgedAs?: 'retelling' | 'book' | undefined;
}

/** Checks a prompt file. Throws `file-not-found`, or `bad-value` for an empty file or a wrong front matter. */
export async function checkPromptFile(file: string): Promise<PromptCheck> {
  const prompt = await getPrompt('direct', { promptFile: file });
  const [valid, message] = validatePrompt(prompt);
  if (!valid) return { valid, message };
  const how = expectationOf(chooseTask({}), prompt).direction ? 'book' : 'retelling';
  return { valid, message: `${message} ${judgedAs[how]}`, judgedAs: how };
}

const judgedAs = {
  retelling:
    'Its scripts are judged as a retelling: the model’s own words, about the chapter, in the language of the book. For the words of the book, its front matter says direction: true.',
  book: 'The words of the book are spoken, whatever the model answers. For a retelling, leave direction: true and faithful: true out of the front matter.',
} as const;
