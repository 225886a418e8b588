import type { StopReason } from '../../llm/language-model.ts';

/** Why an answer is not a script. */
export type ScriptProblem =
  | Exclude<StopReason, 'complete'>
  | 'form'
  | 'copied-request'
  | 'omission'
  | 'other-language'
  | 'lost-text'
  | 'empty'
  | 'repetition'
  | 'too-short'
  | 'too-long'
  | 'unfinished'
  | 'unrelated'
  | 'wrong-names';

/**
 * A repair of an answer: removed text. `one-speaker`: a script for two hosts has the turns of one only.
 */
export type Repair = 'thoughts' | 'markup' | 'directions' | 'remarks' | 'repeats' | 'one-speaker';
