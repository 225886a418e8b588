import type { Chapter } from '../core/book.ts';
import type { Director } from './direction/director.ts';
import { keptScript } from './kept-script.ts';
import type { KnownChapter, NarrationOptions, NumberedChapter } from './narration.ts';
import { isShort, isTranslated } from './new-script.ts';
import { withOriginal } from './translation/with-original.ts';

/**
 * Returns what is known of a chapter before a model is asked: all of it when its script is kept, or when the text of the book
 * is spoken.
 */
export async function knownChapter(numbered: NumberedChapter, options: NarrationOptions): Promise<KnownChapter> {
  const kept = options.freshScripts ? undefined : await keptScript(numbered, options);
  return kept ? withOriginal(kept, numbered.chapter, options) : await knownByBook(numbered, options);
}

async function knownByBook(numbered: NumberedChapter, options: NarrationOptions): Promise<KnownChapter> {
  if (isTranslated(options)) return { title: undefined, blocks: undefined };
  const { chapter } = numbered;
  const title = isToBeNamed(chapter, options) ? undefined : chapter.title;
  const { director, prompt } = options;
  if (director) return { title, ...(await knownDirection(numbered, director)) };
  const isRewritten = prompt !== '' && !isShort(chapter);
  return { title, blocks: isRewritten ? undefined : chapter.blocks };
}

/** Reports whether a model writes the title of a chapter. */
function isToBeNamed({ titleSource }: Chapter, { model, translation }: NarrationOptions): boolean {
  return titleSource === 'number' && (model ?? translation?.model) !== undefined;
}

async function knownDirection(
  { index, chapter: { blocks } }: NumberedChapter,
  director: Director,
): Promise<Omit<KnownChapter, 'title'>> {
  return director.isAsking ? { blocks: undefined } : { blocks, operations: await director.direct(index, blocks) };
}
