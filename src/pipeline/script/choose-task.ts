import { AudiobookError, invalidValue } from '../../core/errors.ts';
import { dialogueTask, getBuiltinPrompt, getPrompt } from '../../narration/tasks/prompts.ts';
import type { OwnPrompt } from '../../narration/tasks/prompts.ts';
import { builtinTasks } from '../../narration/tasks/task-registry.ts';
import type { TaskConfig } from '../../narration/tasks/task.ts';
import type { NarrationRequest } from '../conversion.ts';
import { narrationOptions } from '../options/narration-options.ts';

/** Returns the task of a request. Throws `bad-value` for a name that is not registered. */
export function chooseTask({
  task = narrationOptions.task.default,
  tasks = builtinTasks(),
}: Pick<NarrationRequest, 'task' | 'tasks'>): TaskConfig {
  const found = tasks.get(task);
  if (found) return found;
  throw invalidValue('task', task, `one of ${tasks.listTasks().join(', ')}`);
}

/** Reports whether a task is the built-in podcast, which has a prompt for one host and one for two. */
export function isBuiltinPodcast({ name, prompt }: TaskConfig): boolean {
  return name === dialogueTask && prompt === getBuiltinPrompt(dialogueTask);
}

/**
 * Returns the prompt of a run: the user's own, otherwise that of the task, for the built-in podcast that of its hosts. Empty for a task
 * without a model. Throws as `getPrompt` does, and `bad-value` for a task that needs a model but has no prompt.
 */
export async function promptOf(task: TaskConfig, { promptFile, promptText, hosts }: OwnPrompt): Promise<string> {
  if (promptFile !== undefined || promptText !== undefined || isBuiltinPodcast(task))
    return await getPrompt(task.name, { promptFile, promptText, hosts });
  if (!task.requiresLlm) return '';
  const prompt = task.prompt.trim();
  if (prompt === '') throw new AudiobookError('bad-value', `The task '${task.name}' has no prompt.`);
  return prompt;
}
