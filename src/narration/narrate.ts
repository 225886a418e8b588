import { rm } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../core/errors.ts';
import { resolveParameters } from '../llm/resolve-parameters.ts';
import { Glossary } from './translation/glossary.ts';
import { narrateChapter } from './narrate-chapter.ts';
import type { NarratedChapter, NarrationOptions, NumberedChapter } from './narration.ts';
import { prefetch } from './prefetch.ts';
import { cacheCompletions } from './cache-completions.ts';
import { removeScriptFile, scriptPath } from './script/script-file.ts';

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
  yield* prefetch(source, options.ahead ?? 2, () => stop.abort());
}

async function* inTurn(
  chapters: readonly NumberedChapter[],
  options: NarrationOptions,
): AsyncGenerator<NarratedChapter, void, undefined> {
  const { folder, model, translation } = options;
  const answers = answerFolder(folder);
  resolveParameters(options.task.getLlmParams(options.parameters)); // Throws before anything is asked or removed.
  if (options.freshScripts) await forget(chapters, options);
  const tools = {
    model: model && cacheCompletions(model, answers),
    translation: translation && {
      target: translation.target,
      model: cacheCompletions(translation.model, answers),
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
    const aside = await removeScriptFile(file);
    if (aside !== undefined) onEvent?.({ type: 'script-aside', chapter: index, path: aside });
  }
}

/** Where it happened; every other error stands for itself. */
function inChapter(thrown: unknown, { index, chapter }: NumberedChapter): unknown {
  if (!(thrown instanceof AudiobookError) || thrown.code !== 'model-failed') return thrown;
  const message = `Chapter ${index + 1}, '${chapter.title}': ${thrown.message}`;
  return new AudiobookError(thrown.code, message, { cause: thrown, retryable: thrown.retryable });
}
