import type { GivenParameters } from '../../llm/language-model.ts';

/** What an answer to a task's prompt must look like to count as a script. */
export interface ScriptExpectation {
  /** The script holds every sentence of the source, and nothing else. */
  readonly faithful: boolean;
  /** The script is in the language of its source and about the same things, so most of its words are known from there. */
  readonly related: boolean;
  /** Length of a script in words of its source: the least and the most that are believed, and what is typical. */
  readonly length: { readonly min: number; readonly typical: number; readonly max: number };
}

/** A task as it is registered; what is left out gets the defaults of the service document, 2.4. */
export interface TaskDefinition {
  readonly name: string;
  readonly prompt: string;
  readonly requiresLlm?: boolean;
  readonly llmParams?: GivenParameters;
  readonly outputStructure?: string;
  readonly expectation?: ScriptExpectation;
}

/** What a language model is to make of a chapter. */
export interface TaskConfig extends Required<TaskDefinition> {
  /** The task's parameters with the overrides applied; an override that is `undefined` is none. */
  getLlmParams(overrides?: GivenParameters): GivenParameters;
}

/** For prompts that nobody here has read: only what can be no script of anything is refused. */
export const anyExpectation: ScriptExpectation = {
  faithful: false,
  related: false,
  length: { min: 0.01, typical: 1, max: 4 },
};

/** A task with everything that was left out. */
export function taskConfig(definition: TaskDefinition): TaskConfig {
  const llmParams = definition.llmParams ?? {};
  return {
    name: definition.name,
    prompt: definition.prompt,
    requiresLlm: definition.requiresLlm ?? true,
    llmParams,
    outputStructure: definition.outputStructure ?? 'single',
    expectation: definition.expectation ?? anyExpectation,
    getLlmParams(overrides = {}) {
      const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
      return { ...llmParams, ...Object.fromEntries(given) };
    },
  };
}
