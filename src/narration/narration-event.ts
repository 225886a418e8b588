import type { ScriptProblem, Repair } from './guard/guarded-script.ts';
import type { DoubtReason } from './guard/translation/doubts/translation-doubt.ts';
import type { TranslationProblem } from './guard/translation/guard-translation.ts';

/** What a judge says against a script that is used, or that there was none. */
export type JudgeDoubt = 'contradicted' | 'missing' | 'not-judged';

/** A repair or fallback of a completion, for the report and the progress display. */
export interface ScriptStep {
  /**
   * `by-rules`: a model gave no direction of use, or was not asked any more, and the rules decide; the next run asks again. `repaired`: text was removed. `smaller-pieces`: asked again in parts. `source-text`: the book's own words are spoken.
   * `gap`: what was asked for is missing; the next run asks again. `doubtful`: a script or a translation is used that may not say what the
   * book says, because a judge says so, the second answer has the same sign of it, or nobody judged it.
   */
  readonly action: 'by-rules' | 'repaired' | 'asked-again' | 'smaller-pieces' | 'source-text' | 'gap' | 'doubtful';
  readonly reason: ScriptProblem | TranslationProblem | DoubtReason | JudgeDoubt | Repair | 'not-asked';
  /** Beginning of the text concerned. */
  readonly about: string;
  /** A sentence that quotes the model, where it gave nothing of use. */
  readonly words?: string | undefined;
}

/**
 * Source of a chapter's words. `written`: all by a model. `partly-written`: passages are the book's own words, or missing,
 * because no script was accepted for them (see the steps). `directed`: the book's own words, read as directed. `kept` and `edited`: a
 * script file of an earlier run. `unchanged`: the book itself.
 */
export type ScriptOrigin = 'written' | 'partly-written' | 'directed' | 'kept' | 'edited' | 'unchanged';

/** Progress of a narration, as plain data. Chapters have the index that the caller gave them. */
export type NarrationEvent =
  | { readonly type: 'script-start'; readonly chapter: number; readonly title: string }
  | { readonly type: 'script-piece'; readonly chapter: number; readonly piece: number; readonly pieces: number }
  | { readonly type: 'script-step'; readonly chapter: number; readonly step: ScriptStep }
  /** An edited script no longer fitted and was renamed. */
  | { readonly type: 'script-renamed'; readonly chapter: number; readonly path: string }
  | {
      readonly type: 'script-end';
      readonly chapter: number;
      readonly title: string;
      readonly origin: ScriptOrigin;
      readonly words: number;
    };
