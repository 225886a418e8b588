import type { ScriptProblem, Repair } from './guard/guard-script.ts';
import type { TranslationProblem } from './guard/guard-translation.ts';

/** What was done about an answer, for the report and the screen. */
export interface ScriptStep {
  /** `repaired`: something was stripped. `smaller-pieces`: asked again in parts. `source-text`: the book's own words are read. */
  readonly action: 'repaired' | 'asked-again' | 'smaller-pieces' | 'source-text';
  readonly reason: ScriptProblem | TranslationProblem | Repair;
  /** How the text begins that it is about. */
  readonly about: string;
}

/** Where a chapter's words come from. `kept` and `edited` are script files of an earlier run. */
export type ScriptOrigin = 'written' | 'kept' | 'edited' | 'as-it-is';

/** What a narration tells while it is made; plain data. Chapters are counted as the caller counts them. */
export type NarrationEvent =
  | { readonly type: 'script-start'; readonly chapter: number; readonly title: string }
  | { readonly type: 'script-piece'; readonly chapter: number; readonly piece: number; readonly pieces: number }
  | { readonly type: 'script-step'; readonly chapter: number; readonly step: ScriptStep }
  /** A script that a person had edited no longer fitted and was renamed. */
  | { readonly type: 'script-aside'; readonly chapter: number; readonly path: string }
  | {
      readonly type: 'script-end';
      readonly chapter: number;
      readonly title: string;
      readonly origin: ScriptOrigin;
      readonly words: number;
    };
