import { invalidValue } from '../../core/errors.ts';
import type { GivenParameters } from '../../llm/language-model.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import { parsePrompt } from './parse-prompt.ts';

/** Forms of a script. */
const outputStructures = ['single', 'turns'] as const;

/**
 * The form of a task's scripts, which its completions are asked for and read in, by a schema or between tags: `single` are
 * paragraphs for one voice, `turns` are what a host and a guest say to each other, with a voice for each.
 */
export type OutputStructure = (typeof outputStructures)[number];

/** A task to register (docs/specification.md, "Tasks and prompts"). */
export interface TaskDefinition {
  readonly name: string;
  readonly prompt: string;
  /** Default: `true`. */
  readonly requiresLlm?: boolean | undefined;
  readonly llmParams?: GivenParameters | undefined;
  /** Default: `single`. */
  readonly outputStructure?: OutputStructure | undefined;
  /** Default: `anyExpectation`. */
  readonly expectation?: ScriptExpectation | undefined;
}

/** A task for a language model, with all defaults filled in. */
export interface TaskConfig {
  readonly name: string;
  readonly prompt: string;
  readonly requiresLlm: boolean;
  readonly llmParams: GivenParameters;
  readonly outputStructure: OutputStructure;
  readonly expectation: ScriptExpectation;
  /** Returns the task's parameters with the overrides applied. `undefined` overrides nothing. */
  getLlmParams(overrides?: GivenParameters): GivenParameters;
}

/** For prompts of the user: refuses only what cannot be a script of anything. */
const anyExpectation: ScriptExpectation = {
  related: false,
  length: { min: 0.01, typical: 1, max: 4 },
};

/** The text of the book is directed. What is spoken is as long as it. */
export const directionExpectation: ScriptExpectation = {
  direction: true,
  related: true,
  length: { min: 1, typical: 1, max: 1 },
};

/** Returns what is expected of a script that two hosts speak in turns. The text of a book has no turns. */
export function inTurns(expectation: ScriptExpectation): ScriptExpectation {
  return expectation.direction ? expectation : { ...expectation, dialogue: true };
}

/** For a prompt of the user: a script about the chapter, in whatever length. */
const retellingExpectation: ScriptExpectation = { ...anyExpectation, related: true };

/**
 * Returns what a script is checked for: what the front matter of its prompt says, otherwise what its task expects. A prompt of the user's
 * own retells: it never directs the text of the book unless it says so. Throws `bad-value` as `parsePrompt` does.
 */
export function expectationOf({ expectation, prompt: own }: TaskConfig, prompt: string): ScriptExpectation {
  const { faithful, direction, names } = parsePrompt(prompt);
  // `faithful` is the older name: every word of the book is kept.
  if (direction === true || faithful === true) return directionExpectation;
  const isRetold = faithful === false || direction === false || prompt.trim() !== own.trim();
  const isFree = !expectation.direction && expectation.related;
  const base = isRetold && !isFree ? retellingExpectation : expectation;
  return { ...base, names: names ?? base.names };
}

/** Reports whether scripts are judged. One that may be about anything has nothing to be judged by. */
export function isJudged({ related, names = true }: ScriptExpectation): boolean {
  return related && names;
}

/** Returns a task with the defaults filled in. Throws `bad-value` for an unknown output structure. */
export function taskConfig(definition: TaskDefinition): TaskConfig {
  const { llmParams = {}, outputStructure = 'single' } = definition;
  if (!outputStructures.includes(outputStructure))
    throw invalidValue('output structure', outputStructure, `one of ${outputStructures.join(', ')}`);
  return {
    name: definition.name,
    prompt: definition.prompt,
    requiresLlm: definition.requiresLlm ?? true,
    llmParams,
    outputStructure,
    expectation: definition.expectation ?? anyExpectation,
    getLlmParams(overrides = {}) {
      const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
      return { ...llmParams, ...Object.fromEntries(given) };
    },
  };
}
