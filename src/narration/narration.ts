import type { Block, Chapter } from '../core/book.ts';
import type { GivenParameters, LanguageModel } from '../llm/language-model.ts';
import type { Lexicon } from '../text/lexicon/lexicon.ts';
import type { Director } from './direction/director.ts';
import type { Operation } from './direction/operation.ts';
import type { JudgeOptions } from './judge/judge.ts';
import type { NarrationEvent, ScriptOrigin, ScriptStep } from './narration-event.ts';
import type { TaskConfig } from './tasks/task.ts';

/** Options of `narrate`. */
export interface NarrationOptions {
  readonly task: TaskConfig;
  /** The prompt of `getPrompt`. With an empty one, no model writes scripts. */
  readonly prompt: string;
  /** Directs the text of the book, or of its translation. No script is written instead of it. */
  readonly director?: Director | undefined;
  /** Two write the script as turns of a host and a guest. Default: 1. */
  readonly hosts?: 1 | 2 | undefined;
  /** Another prompt and number of hosts whose scripts of earlier runs are spoken, too. */
  readonly otherForm?: Pick<NarrationOptions, 'prompt' | 'hosts'> | undefined;
  /** Writes scripts and titles. May be missing when the prompt is empty. */
  readonly model?: LanguageModel | undefined;
  /** Judges retellings and doubtful translations; `false`: none does. Default: the model that writes or translates. */
  readonly judge?: LanguageModel | false | undefined;
  readonly translation?: { readonly target: string; readonly model: LanguageModel } | undefined;
  /** Whether the text of the book is read before its translation. Default: `false`. */
  readonly bilingual?: boolean | undefined;
  /** Pronunciations of the run. The model gets the words that it must not respell. */
  readonly lexicon?: Pick<Lexicon, 'wordsIn'> | undefined;
  /** Override the task's parameters. */
  readonly parameters?: GivenParameters | undefined;
  readonly bookTitle: string;
  /** BCP-47 code of the book. */
  readonly language: string;
  /** Folder for scripts and completions: `<output>.audiobook`. */
  readonly folder: string;
  /** Discards the scripts of these chapters and all completions of earlier runs. Edited scripts are renamed. Default: `false`. */
  readonly freshScripts?: boolean | undefined;
  /** Go on without what a model cannot translate or adapt, and record it as a gap. Default: `false`. */
  readonly allowGaps?: boolean | undefined;
  /** Number of chapters to write ahead of the consumer. Default: 2. */
  readonly ahead?: number | undefined;
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: NarrationEvent) => void) | undefined;
  /** Called when the judge was tried. */
  readonly onTrial?: JudgeOptions['onTrial'];
}

/** A chapter of the book and its index there, from 0. */
export interface NumberedChapter {
  readonly index: number;
  readonly chapter: Chapter;
}

/** Facts about a chapter before it is written. */
export interface KnownChapter {
  readonly title: string | undefined;
  readonly blocks: readonly Block[] | undefined;
  /** How its blocks are spoken. */
  readonly operations?: readonly Operation[] | undefined;
}

/** A chapter as it is spoken. */
export interface NarratedChapter {
  readonly index: number;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** How its blocks are spoken: by the direction, and by what a person wrote into the script. */
  readonly operations: readonly Operation[];
  readonly origin: ScriptOrigin;
  /** Repairs and fallbacks of the model's completions, for the report. */
  readonly steps: readonly ScriptStep[];
  /** The file that users can edit. */
  readonly scriptFile?: string | undefined;
}
