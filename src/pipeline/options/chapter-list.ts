import { invalidValue } from '../../core/errors.ts';

/** A chapter of a book: its number, counted from 1, or its title. */
export type ChapterName = number | string;

/** Far above the number of chapters of any book, for one list in all. */
const maxCount = 100_000;

/** Returns the chapters of a list such as `1,3-5,Prologue,"The Bridge, Again"`. Throws `bad-value`. */
export function chapterList(text: string): readonly ChapterName[] {
  const names: ChapterName[] = [];
  for (const [, title, item = ''] of text.matchAll(listItem)) {
    const range = title === undefined ? parseRange(item.trim()) : undefined;
    const added = range ? numbersOf(range, maxCount - names.length) : [(title ?? item).trim()];
    if (added.length === 0 || added[0] === '') {
      throw invalidValue('chapter list', text, 'numbers, ranges or titles, for example 1,3-5,Prologue');
    }
    names.push(...added);
  }
  return names;
}

/** A title in quotation marks, or anything up to the next comma. */
const listItem = /(?:^|,)\s*(?:["“„«]([^"”“»]*)["”“»]\s*(?=,|$)|([^,]*))/gu;

/** Returns one chapter, as its number or its title. */
export function chapterName(text: string): ChapterName {
  const range = parseRange(text.trim());
  return range?.first === range?.last ? (range?.first ?? text.trim()) : text.trim();
}

interface Range {
  readonly first: number;
  readonly last: number;
}

function parseRange(text: string): Range | undefined {
  const match = /^(\d+)(?:\s*-\s*(\d+))?$/u.exec(text);
  return match ? { first: Number(match[1]), last: Number(match[2] ?? match[1]) } : undefined;
}

/** Returns the numbers of a range, or none for one that is backward or has more than `max` numbers. */
function numbersOf({ first, last }: Range, max: number): readonly number[] {
  const count = last - first + 1;
  return first < 1 || count < 1 || count > max ? [] : Array.from({ length: count }, (_, offset) => first + offset);
}
