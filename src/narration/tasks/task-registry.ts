import { getBuiltinPrompt } from './prompts.ts';
import { taskConfig } from './task.ts';
import type { ScriptExpectation, TaskConfig, TaskDefinition } from './task.ts';

/** Tasks by name. A task that is registered under a known name takes its place. */
export class TaskRegistry {
  readonly #tasks = new Map<string, TaskConfig>();

  register(definition: TaskDefinition): void {
    this.#tasks.set(definition.name, taskConfig(definition));
  }

  /** The task, or undefined when nobody registered it. */
  get(name: string): TaskConfig | undefined {
    return this.#tasks.get(name);
  }

  /** All names, sorted. */
  listTasks(): string[] {
    return [...this.#tasks.keys()].toSorted();
  }

  /** All tasks by name. */
  getAll(): ReadonlyMap<string, TaskConfig> {
    return new Map(this.#tasks);
  }
}

/** A registry that holds the built-in tasks. */
export function builtinTasks(): TaskRegistry {
  const registry = new TaskRegistry();
  for (const definition of definitions) {
    registry.register({ ...definition, prompt: getBuiltinPrompt(definition.name) });
  }
  return registry;
}

function adaptation(min: number, typical: number, max: number): ScriptExpectation {
  return { faithful: false, related: true, length: { min, typical, max } };
}

/** Parameters as in the contract, 5. */
const definitions: readonly Omit<TaskDefinition, 'prompt'>[] = [
  {
    name: 'audiobook',
    llmParams: { temperature: 0.8, topP: 0.9, repeatPenalty: 1.05, seed: 428_798, topK: 60 },
    expectation: { faithful: true, related: true, length: { min: 0.8, typical: 1.1, max: 1.6 } },
  },
  {
    name: 'podcast',
    llmParams: { temperature: 0.9, topP: 0.95, repeatPenalty: 1.05 },
    expectation: adaptation(0.15, 0.8, 2.5),
  },
  { name: 'summary', llmParams: { temperature: 0.7, topP: 0.9 }, expectation: adaptation(0.02, 0.2, 0.9) },
  { name: 'lecture', llmParams: { temperature: 0.8, topP: 0.9 }, expectation: adaptation(0.15, 0.9, 2.5) },
  { name: 'meditation', llmParams: { temperature: 0.7, topP: 0.9 }, expectation: adaptation(0.1, 0.6, 2.5) },
  { name: 'direct', requiresLlm: false },
];
