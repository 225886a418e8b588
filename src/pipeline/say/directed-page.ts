import { readBook } from '../../book/read-book.ts';
import type { ReadOptions } from '../../book/book-choices.ts';
import type { Attribution, KnownCharacter } from '../../cast/character.ts';
import type { Block } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import { applyOperations } from '../../narration/direction/apply-operations.ts';
import type { Operation } from '../../narration/direction/operation.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import { directBook } from '../cast/book-direction.ts';
import { chooseChapters } from '../read/choose-chapters.ts';
import { charactersPerSecond } from '../read/sample-passage.ts';
import type { PassageChoice } from '../read/sample-passage.ts';

/** A page of a book, as it stands and as it is directed. */
export interface DirectedPage {
  /** Title of its chapter. */
  readonly title: string;
  /** BCP-47 code of the book. */
  readonly language: string;
  readonly plain: readonly Block[];
  readonly directed: readonly Block[];
  readonly people: readonly KnownCharacter[];
  /** The speakers of its chapter. */
  readonly attributions: readonly Attribution[];
}

interface Candidate extends Omit<DirectedPage, 'language' | 'people' | 'directed'> {
  readonly operations: readonly Operation[];
}

/**
 * Returns the page with the most directions that the rules find, of a chapter or of the whole book, in whole paragraphs. Throws as
 * `readBook` and `chooseChapters` do, and `book-no-text`.
 */
export async function directedPage(
  bookFile: string,
  { chapter, seconds }: PassageChoice,
  { signal, ...reading }: ReadOptions,
): Promise<DirectedPage> {
  const book = await readBook(bookFile, { ...reading, signal });
  const { language } = book.metadata;
  const chosen = await chooseChapters(book, {
    fromChapter: chapter,
    maxChapters: chapter === undefined ? undefined : 1,
  });
  const rules = { cast: { characters: [] }, run: { book, chosen }, sourceLanguage: language, language, signal };
  const { people, guesses, direct } = await directBook(rules, { warn: () => undefined });
  const pages: Candidate[] = [];
  for (const { index, chapter: own } of chosen) {
    const page = fullestPage(own.blocks, await direct(index, own.blocks), seconds * charactersPerSecond);
    const attributions = guesses.get(index) ?? [];
    if (page.plain.length > 0) pages.push({ ...page, title: own.title, attributions });
  }
  const best = pages.toSorted((a, b) => weightOf(b.operations) - weightOf(a.operations))[0];
  if (!best) throw new AudiobookError('book-no-text', 'There is nothing to speak in this chapter.');
  return { ...best, language, people, directed: applyOperations(best.plain, best.operations) };
}

/** A manner is heard more clearly than who speaks. */
function weightOf(operations: readonly Operation[]): number {
  return operations.reduce((sum, { kind }) => sum + (kind === 'who' ? 1 : 5), 0);
}

/** Returns the paragraphs of about a length with the most directions, the first of several. */
function fullestPage(
  blocks: readonly Block[],
  operations: readonly Operation[],
  characters: number,
): Pick<Candidate, 'plain' | 'operations'> {
  let best: Pick<Candidate, 'plain' | 'operations'> = { plain: [], operations: [] };
  for (let from = 0; from < blocks.length; from += 1) {
    const to = from + blocksWithin(blocks.slice(from), characters);
    const plain = blocks.slice(from, to);
    const own = operations.filter(({ block }) => block >= from && block < to);
    const isBetter = best.plain.length === 0 || weightOf(own) > weightOf(best.operations);
    if (!isBetter || !plain.some(({ text }) => isSpeakable(text))) continue;
    best = { plain, operations: own.map((operation) => ({ ...operation, block: operation.block - from })) };
    if (to === blocks.length) break;
  }
  return best;
}

/** Returns how many blocks have a number of characters, at least one. */
function blocksWithin(blocks: readonly Block[], characters: number): number {
  let length = 0;
  const end = blocks.findIndex(({ text }, index) => {
    length += text.length;
    return index > 0 && length > characters;
  });
  return end < 0 ? blocks.length : end;
}
