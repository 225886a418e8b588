import { isSameTitle, normalizeTitle } from '../../book/titles/same-title.ts';
import type { Book } from '../../core/book.ts';
import { AudiobookError, invalidValue } from '../../core/errors.ts';
import { compilePattern } from '../../core/strings/safe-pattern.ts';
import type { NumberedChapter } from '../../narration/narration.ts';
import type { ChapterName } from '../options/chapter-list.ts';
import type { OptionValues } from '../options/option.ts';
import type { chapterOptions } from '../options/speech-options.ts';

/** The chapters of a book that are converted. Each option narrows the selection of the others. */
export type ChapterChoice = OptionValues<typeof chapterOptions>;

/**
 * Returns the chapters that the options choose, in the order of the book. Throws `bad-value` for a number or a title that the book
 * does not have, for a pattern that is invalid, and when nothing is left.
 */
export async function chooseChapters(
  { chapters }: Pick<Book, 'chapters'>,
  choice: ChapterChoice,
): Promise<NumberedChapter[]> {
  const titles = chapters.map(({ title }) => title);
  const listed = choice.chapters && new Set(choice.chapters.map((name) => indexOf(name, titles)));
  const from = choice.fromChapter === undefined ? 0 : indexOf(choice.fromChapter, titles);
  const to = choice.toChapter === undefined ? titles.length - 1 : indexOf(choice.toChapter, titles);
  const matches = await titleFilter(choice.chaptersMatching);
  const chosen = chapters
    .map((chapter, index) => ({ index, chapter }))
    .filter(({ index }) => index >= from && index <= to && (listed?.has(index) ?? true))
    .filter(({ chapter }) => matches(chapter.title))
    .slice(0, choice.maxChapters);
  if (chosen.length > 0 || chapters.length === 0) return chosen;
  throw new AudiobookError(
    'bad-value',
    `The options choose none of the ${titles.length} chapters. 'audiobook chapters' lists them.`,
  );
}

/** Returns the index of the chapter with a number or a title. A part of a title is enough where only one chapter has it. */
function indexOf(name: ChapterName, titles: readonly string[]): number {
  if (typeof name === 'number') {
    if (titles[name - 1] !== undefined) return name - 1;
    throw invalidValue('chapter', name, `a number from 1 to ${titles.length}`);
  }
  const same = titles.flatMap((title, index) => (isSameTitle(title, name) ? [index] : []));
  const part = normalizeTitle(name);
  const [first, second] =
    same.length > 0 ? same : titles.flatMap((title, index) => (hasWords(title, part) ? [index] : []));
  if (first === undefined) throw unknownTitle(name, titles);
  if (second === undefined) return first;
  throw invalidValue(
    'chapter',
    name,
    `a title that one chapter has: chapters ${first + 1} and ${second + 1} have this one`,
  );
}

function hasWords(title: string, part: string): boolean {
  return part !== '' && ` ${normalizeTitle(title)} `.includes(` ${part} `);
}

function unknownTitle(name: string, titles: readonly string[]): AudiobookError {
  const names = [...titles, ...titles.flatMap((title) => partsOf(title, wordsOf(name).length))];
  return invalidValue('chapter', name, `a number from 1 to ${titles.length} or a title of the book`, { names });
}

/** Returns the runs of `count` words of a title, each of which may stand for it. */
function partsOf(title: string, count: number): readonly string[] {
  const words = wordsOf(title);
  return words.slice(count - 1).map((_, index) => words.slice(index, index + count).join(' '));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}’'-]+/gu) ?? [];
}

async function titleFilter(pattern: string | undefined): Promise<(title: string) => boolean> {
  if (pattern === undefined) return () => true;
  // `/Letter \d+/i` as well as `Letter \d+`.
  const [, source = pattern, flags = ''] = /^\/(.+)\/([ims]*)$/su.exec(pattern) ?? [];
  const compiled = await compilePattern(source, flags, (shown, expected) => invalidValue('pattern', shown, expected));
  return (title) => compiled.matches(title).next().done !== true;
}
