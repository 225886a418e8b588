import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { isGenericTitle } from '../../titles/title-patterns.ts';
import { titleWords } from '../../titles/title-words.ts';
import { numberBeforeTitle, numberOfGeneric, withoutNumber } from './heading-number.ts';
import { joinGroup } from './text-group.ts';
import type { TextGroup } from './text-group.ts';

const maxEntryLength = 300;
/** Shorter names, such as a number, are those of other things, too. */
const minNameLength = 4;

const page = /(?:[\s._…]+\d+|(?:\s{2,}|\s*[._…]{2,}\s*)[ivxlc]+)\.?\s*$/u;
/** The header above the columns of numbers, names and pages. */
const columnHeader = new RegExp(`^(?:${titleWords('chapter')}|n[or])?s?(?:${titleWords('page')})?$`, 'u');

/** Returns the name of an entry, to compare: without dots and the page number; empty for a column's header and for a long line. */
export function entryName(line: string): string {
  if (line.length > maxEntryLength) return '';
  const name = normalizeForComparison(isGenericTitle(line.trim()) ? line : line.replace(page, ''));
  const whole = normalizeForComparison(line);
  return columnHeader.test(whole) ? '' : name;
}

/** Reports whether a line ends with the number of a page. */
export function hasPageNumber(line: string): boolean {
  return line.length <= maxEntryLength && page.test(line) && !isGenericTitle(line.trim());
}

/** Knows the entries of the printed contents so far. */
export class ContentsEntries {
  readonly #names = new Set<string>();
  #firstNumber: number | undefined;

  get size(): number {
    return this.#names.size;
  }

  add(lines: readonly string[]): void {
    for (const line of lines) {
      const title = line.trim();
      for (const name of namesOf(title)) this.#names.add(name);
      this.#firstNumber ??= numberBeforeTitle(title);
    }
  }

  /** Reports whether a group repeats an entry, with or without its number, or is the number of the first one alone. */
  isRepeatedBy(group: TextGroup): boolean {
    if (group.lines.some((line) => hasPageNumber(line))) return false;
    const [first = ''] = group.lines;
    const number = this.#firstNumber === undefined ? undefined : numberOfGeneric(first.trim());
    if (number !== undefined && number === this.#firstNumber) return true;
    return [joinGroup(group), first.trim()].some((title) => namesOf(title).some((name) => this.#names.has(name)));
  }
}

function namesOf(title: string): string[] {
  return [entryName(title), entryName(withoutNumber(title))].filter((name) => name.length >= minNameLength);
}
