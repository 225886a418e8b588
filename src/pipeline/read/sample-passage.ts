import type { ReadOptions } from '../../book/book-choices.ts';
import { readBook } from '../../book/read-book.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { chooseChapters } from './choose-chapters.ts';
import type { ChapterName } from '../options/chapter-list.ts';

/** A passage of a book to try voices with. */
export interface SamplePassage {
  readonly text: string;
  /** BCP-47 code of the book. */
  readonly language: string;
}

/** The choice of a passage. */
export interface PassageChoice {
  /** Default: the first chapter. */
  readonly chapter?: ChapterName | undefined;
  /** Length of its speech, about. */
  readonly seconds: number;
}

/** Letters of a second of speech, as `pacePrior` has them. */
export const charactersPerSecond = 14;

/** Returns whole sentences from the beginning of a chapter, at least one. Throws as `readBook` and `chooseChapters` do. */
export async function samplePassage(
  bookFile: string,
  { chapter, seconds }: PassageChoice,
  options: ReadOptions,
): Promise<SamplePassage> {
  const book = await readBook(bookFile, options);
  const [chosen] = await chooseChapters(book, { fromChapter: chapter, maxChapters: 1 });
  const { language } = book.metadata;
  const sentences = (chosen?.chapter.blocks ?? [])
    .filter(({ text }) => isSpeakable(text))
    .flatMap((block) => splitSentences(block.text, block.language ?? language));
  let text = '';
  for (const sentence of sentences) {
    const longer = `${text} ${sentence}`.trim();
    if (text !== '' && longer.length > seconds * charactersPerSecond) break;
    text = longer;
  }
  return { text, language };
}
