import type { GivenParameters } from '../../llm/language-model.ts';
import type { ScriptExpectation } from '../script-expectation.ts';

/** A task to register (docs/specification.md, "Tasks and prompts"). */
export interface TaskDefinition {
  readonly name: string;
  readonly prompt: string;
  /** Default: `true`. */
  readonly requiresLlm?: boolean | undefined;
  readonly llmParams?: GivenParameters | undefined;
  /** Default: `single`. */
  readonly outputStructure?: string | undefined;
  /** Default: `anyExpectation`. */
  readonly expectation?: ScriptExpectation | undefined;
}

/** A task for a language model, with all defaults filled in. */
export interface TaskConfig {
  readonly name: string;
  readonly prompt: string;
  readonly requiresLlm: boolean;
  readonly llmParams: GivenParameters;
  readonly outputStructure: string;
  readonly expectation: ScriptExpectation;
  /** Returns the task's parameters with the overrides applied. `undefined` overrides nothing. */
  getLlmParams(overrides?: GivenParameters): GivenParameters;
}

/** For prompts of the user: refuses only what cannot be a script of anything. */
export const anyExpectation: ScriptExpectation = {
  faithful: false,
  related: false,
  length: { min: 0.01, typical: 1, max: 4 },
};

/** Returns a task with the defaults filled in. */
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
