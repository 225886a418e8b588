import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import pLimit from 'p-limit';
import { AudiobookError } from '../core/errors.ts';
import { resolveParameters } from '../llm/resolve-parameters.ts';
import { completionsFolder, openChapterTools } from './chapter-tools.ts';
import { narrateChapter } from './narrate-chapter.ts';
import type { NarratedChapter, NarrationOptions, NumberedChapter } from './narration.ts';
import { prefetch } from './prefetch.ts';
import { removeScriptFile, scriptPath } from './script/script-file.ts';

/** Chapters to write ahead of the consumer where the models take one request at a time. */
const defaultAhead = 2;

/**
 * Yields chapters as they are to be spoken: translated and rewritten as requested, in order and ahead of the consumer, as many
 * side by side as the models are good for. Throws `model-unavailable`, `model-failed`, `output-failed` or `canceled`.
 * Completions accepted until then are kept.
 */
export async function* narrate(
  chapters: readonly NumberedChapter[],
  options: NarrationOptions,
): AsyncGenerator<NarratedChapter, void, undefined> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  // Every request in flight or waiting adds a listener.
  setMaxListeners(0, signal);
  // Throws before anything is requested or deleted.
  resolveParameters(options.task.getLlmParams(options.parameters));
  if (options.freshScripts) await discardScripts(chapters, options);
  const tools = await openChapterTools(chapters, { ...options, signal });
  const concurrency = Math.max(options.model?.concurrency ?? 1, options.translation?.model.concurrency ?? 1);
  const limit = pLimit(concurrency);
  const work = async (numbered: NumberedChapter): Promise<NarratedChapter> => {
    try {
      return await limit(() => narrateChapter(numbered, tools));
    } catch (thrown) {
      throw withChapter(thrown, numbered);
    }
  };
  yield* prefetch(chapters, options.ahead ?? Math.max(defaultAhead, concurrency), work, () => stop.abort());
}

/** Runs once, at the beginning, so that an interrupted run can continue without the option. */
async function discardScripts(
  chapters: readonly NumberedChapter[],
  { folder, director, onEvent }: NarrationOptions,
): Promise<void> {
  // A model that directs was tried on the book before.
  if (!director) await rm(completionsFolder(folder), { recursive: true, force: true });
  for (const { index, chapter } of chapters) {
    const file = scriptPath(folder, index + 1, chapter.title);
    const renamed = await removeScriptFile(file);
    if (renamed !== undefined) onEvent?.({ type: 'script-renamed', chapter: index, path: renamed });
  }
}

/** Adds the chapter to the message of a model's failure. */
function withChapter(thrown: unknown, { index, chapter }: NumberedChapter): unknown {
  if (!(thrown instanceof AudiobookError) || thrown.code !== 'model-failed') return thrown;
  const message = `Chapter ${index + 1}, '${chapter.title}': ${thrown.message}`;
  return new AudiobookError(thrown.code, message, { cause: thrown, retryable: thrown.retryable });
}
