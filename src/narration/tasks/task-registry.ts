import { getBuiltinPrompt } from './prompts.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import { directionExpectation, taskConfig } from './task.ts';
import type { TaskConfig, TaskDefinition } from './task.ts';

/** Tasks by name. */
export class TaskRegistry {
  readonly #tasks = new Map<string, TaskConfig>();

  /** Adds a task. It replaces one of the same name. */
  register(definition: TaskDefinition): void {
    this.#tasks.set(definition.name, taskConfig(definition));
  }

  /** Returns a task, or undefined when it is not registered. */
  get(name: string): TaskConfig | undefined {
    return this.#tasks.get(name);
  }

  /** Returns all names, sorted. */
  listTasks(): string[] {
    return [...this.#tasks.keys()].toSorted();
  }

  /** Returns all tasks by name. */
  getAll(): ReadonlyMap<string, TaskConfig> {
    return new Map(this.#tasks);
  }
}

/** Returns a registry with the built-in tasks. */
export function builtinTasks(): TaskRegistry {
  const registry = new TaskRegistry();
  for (const definition of definitions) {
    registry.register({ ...definition, prompt: getBuiltinPrompt(definition.name) });
  }
  return registry;
}

/** The minimum is half of what the prompt asks for: shorter is no script of the whole chapter. */
function adaptation(min: number, typical: number, max: number): ScriptExpectation {
  return { related: true, length: { min, typical, max } };
}

/** The built-in tasks (docs/specification.md, "Tasks and prompts"). */
const definitions: readonly Omit<TaskDefinition, 'prompt'>[] = [
  {
    name: 'audiobook',
    llmParams: { temperature: 0, seed: 428_798 },
    expectation: directionExpectation,
  },
  {
    name: 'podcast',
    outputStructure: 'turns',
    llmParams: { temperature: 0.9, topP: 0.95, repeatPenalty: 1.05 },
    expectation: adaptation(0.25, 0.8, 2.5),
  },
  { name: 'summary', llmParams: { temperature: 0.7, topP: 0.9 }, expectation: adaptation(0.05, 0.2, 0.9) },
  { name: 'lecture', llmParams: { temperature: 0.8, topP: 0.9 }, expectation: adaptation(0.5, 0.9, 2.5) },
  { name: 'meditation', llmParams: { temperature: 0.7, topP: 0.9 }, expectation: adaptation(0.25, 0.6, 2.5) },
  { name: 'direct', requiresLlm: false },
];
