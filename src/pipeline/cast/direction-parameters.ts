import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import { parsePrompt } from '../../narration/tasks/parse-prompt.ts';
import { builtinTasks } from '../../narration/tasks/task-registry.ts';

/** Returns a model that is asked with these parameters. The length of an answer is that of its request. */
export function withParameters(model: LanguageModel, parameters: GivenParameters): LanguageModel {
  const { numPredict: _longest, ...own } = parameters;
  return { ...model, generate: async (request) => await model.generate({ ...request, ...own }) };
}

/** Returns what a book is directed with where no task is chosen. The answers are then those of the task. */
export function builtinDirection(): { readonly prompt: string; readonly parameters: GivenParameters } {
  const task = builtinTasks().get('audiobook');
  return { prompt: parsePrompt(task?.prompt ?? '').text, parameters: task?.llmParams ?? {} };
}
