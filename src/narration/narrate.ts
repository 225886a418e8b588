import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Block, Chapter } from '../core/book.ts';
import { AudiobookError } from '../core/errors.ts';
import type { GivenParameters, LanguageModel } from '../llm/language-model.ts';
import { parametersOf } from '../llm/parameters-of.ts';
import { Glossary } from './glossary.ts';
import { narrateChapter } from './narrate-chapter.ts';
import type { NarrationEvent, ScriptOrigin, ScriptStep } from './narration-event.ts';
import { readAhead } from './read-ahead.ts';
import { rememberAnswers } from './remember-answers.ts';
import { removeScript, scriptPath } from './script-file.ts';
import type { TaskConfig } from './task.ts';

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

/**
 * Chapters as they are spoken: translated and rewritten as asked, one after the other and ahead of whoever takes them.
 * Throws `model-unavailable`, `model-failed`, `output-failed` or `canceled`; what was answered until then is kept.
 */
export async function* narrate(
  chapters: readonly NumberedChapter[],
  options: NarrationOptions,
): AsyncGenerator<NarratedChapter, void, undefined> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const source = inTurn(chapters, { ...options, signal });
  yield* readAhead(source, options.ahead ?? 2, () => stop.abort());
}

async function* inTurn(
  chapters: readonly NumberedChapter[],
  options: NarrationOptions,
): AsyncGenerator<NarratedChapter, void, undefined> {
  const { folder, model, translation } = options;
  const answers = answerFolder(folder);
  parametersOf(options.task.getLlmParams(options.parameters)); // Throws before anything is asked or removed.
  if (options.freshScripts) await forget(chapters, options);
  const tools = {
    model: model && rememberAnswers(model, answers),
    translation: translation && {
      target: translation.target,
      model: rememberAnswers(translation.model, answers),
      glossary: await Glossary.open(path.join(folder, `names.${translation.target}.json`)),
    },
  };
  for (const numbered of chapters) {
    const told = narrateChapter(numbered, { ...options, ...tools });
    yield await told.catch((thrown: unknown) => {
      throw inChapter(thrown, numbered);
    });
  }
}

function answerFolder(folder: string): string {
  return path.join(folder, 'answers');
}

/** Clears the way once, at the beginning: so a run that is interrupted then goes on without being told to begin anew. */
async function forget(chapters: readonly NumberedChapter[], { folder, onEvent }: NarrationOptions): Promise<void> {
  await rm(answerFolder(folder), { recursive: true, force: true });
  for (const { index, chapter } of chapters) {
    const file = scriptPath(folder, index + 1, chapter.title);
    const aside = await removeScript(file);
    if (aside !== undefined) onEvent?.({ type: 'script-aside', chapter: index, path: aside });
  }
}

/** Where it happened; every other error stands for itself. */
function inChapter(thrown: unknown, { index, chapter }: NumberedChapter): unknown {
  if (!(thrown instanceof AudiobookError) || thrown.code !== 'model-failed') return thrown;
  const message = `Chapter ${index + 1}, '${chapter.title}': ${thrown.message}`;
  return new AudiobookError(thrown.code, message, { cause: thrown, retryable: thrown.retryable });
}
