import type { StopReason } from '../../llm/language-model.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import type { TextEdit } from './text-edit.ts';

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
 * A repair of an answer: removed text, and for a faithful task `additions` of any kind and `restored` words
 * of the book, which the answer had lost or changed. `one-speaker`: a script for two hosts has the turns of one only.
 */
export type Repair =
  | 'thoughts'
  | 'markup'
  | 'directions'
  | 'remarks'
  | 'repeats'
  | 'additions'
  | 'restored'
  | 'one-speaker';

/** A script, or why the completion is not one. */
export type GuardedScript =
  | {
      readonly ok: true;
      readonly text: string;
      readonly repairs: readonly Repair[];
      /** The differences between the text of a faithful task and its source. */
      readonly edits?: readonly TextEdit[] | undefined;
      /** Beginning of the first passage that was restored. */
      readonly about?: string | undefined;
    }
  | { readonly ok: false; readonly problem: ScriptProblem; readonly about?: string | undefined };

/** Source and expectation to check a completion against. */
export interface GuardContext {
  /** The text that it was made from, paragraphs separated by an empty line. */
  readonly source: string;
  /** BCP-47 code of source and script. */
  readonly language: string;
  readonly expectation: ScriptExpectation;
}
