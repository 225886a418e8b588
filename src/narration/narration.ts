import type { Block, Chapter } from '../core/book.ts';
import type { GivenParameters, LanguageModel } from '../llm/language-model.ts';
import type { NarrationEvent, ScriptOrigin, ScriptStep } from './narration-event.ts';
import type { TaskConfig } from './tasks/task.ts';

/** What a narration is made with. */
export interface NarrationOptions {
  readonly task: TaskConfig;
  /** The prompt that counts, as `getPrompt` gives it; an empty one asks no model for a script. */
  readonly prompt: string;
  /** Writes scripts and titles; may be missing when the prompt is empty. */
  readonly model?: LanguageModel | undefined;
  readonly translation?: { readonly target: string; readonly model: LanguageModel } | undefined;
  /** What was asked for on the command line; it beats the task's own parameters. */
  readonly parameters?: GivenParameters;
  readonly bookTitle: string;
  /** BCP-47 code of the book. */
  readonly language: string;
  /** Where scripts and answers are kept: `<output>.audiobook`. */
  readonly folder: string;
  /** Forget the scripts of these chapters and all answers of earlier runs; edited scripts are put aside, not lost. */
  readonly freshScripts?: boolean;
  /** Chapters that are written ahead of whoever takes them; 2 when left out. */
  readonly ahead?: number;
  readonly signal: AbortSignal;
  readonly onEvent?: (event: NarrationEvent) => void;
}

/** A chapter of the book and its number there, counted from 0. */
export interface NumberedChapter {
  readonly index: number;
  readonly chapter: Chapter;
}

/** A chapter as it is spoken. */
export interface NarratedChapter {
  readonly index: number;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly origin: ScriptOrigin;
  /** What was done about the model's answers, for the report. */
  readonly steps: readonly ScriptStep[];
  /** The file a person can edit; missing when the book's own words are read without one. */
  readonly scriptFile?: string;
}
