import type { LeftOut, LeftOutReason } from '../../../core/book.ts';
import { countWordsOf, sizeInWords, sizeInWordsOf } from '../../../text/count-words.ts';
import { endsWithStop } from '../../../text/ends-sentence.ts';
import { titleWords } from '../../titles/title-words.ts';
import type { Passage } from './to-passages.ts';
import { leaveOutReason } from './titles.ts';
import type { LeaveOutRules } from '../../leave-out-rules.ts';

/** Passages, sorted into those that are read and those that are left out. */
export interface SortedPassages {
  readonly kept: readonly Passage[];
  readonly leftOut: readonly LeftOut[];
}

const copyrightNotice = new RegExp(
  `©|\\(c\\)\\s*(?:19|20)\\d\\d|\\bcopyright\\b|\\bISBN\\b|${titleWords('rights')}`,
  'iu',
);
const licenceStart = /\*\*\*\s*START OF (?:THE|THIS) PROJECT GUTENBERG/iu;
const licenceEnd = /\*\*\*\s*END OF (?:THE|THIS) PROJECT GUTENBERG|^End of (?:the )?Project Gutenberg/iu;

/** Sorts the text before the first chapter by page: prose is kept, title and copyright pages are left out. */
export function sortFrontMatter(passages: readonly Passage[], rules: LeaveOutRules): SortedPassages {
  const kept: Passage[] = [];
  const leftOut: LeftOut[] = [];
  const pages = [...new Set(passages.map((one) => one.page))];
  for (const page of pages) {
    const own = passages.filter((one) => one.page === page);
    const reason = rules.decide(frontReason(own), [`page ${page}`]);
    if (reason === undefined) kept.push(...own);
    else leftOut.push(toLeftOut(own, reason));
  }
  return { kept, leftOut };
}

/** Returns the number of passages on title and copyright pages at the beginning of a book without chapters. */
export function frontMatterLength(passages: readonly Passage[]): number {
  let length = 0;
  const lastPage = passages.at(-1)?.page ?? 0;
  for (let page = 1; page <= Math.min(4, lastPage - 1); page += 1) {
    const own = passages.filter((one) => one.page === page);
    if (own.length > 0 && frontReason(own) === undefined) break;
    length += own.length;
  }
  return length;
}

/** Removes the licence that Project Gutenberg puts around a book. */
export function removeLicence(passages: readonly Passage[], rules: LeaveOutRules): SortedPassages {
  if (rules.decide('licence', []) === undefined) return { kept: passages, leftOut: [] };
  const start = passages.findIndex((one, index) => index < passages.length * 0.3 && licenceStart.test(one.text)) + 1;
  const found = passages.findIndex((one, index) => index > passages.length * 0.5 && licenceEnd.test(one.text));
  const end = found === -1 ? passages.length : found;
  const removed = [passages.slice(0, start), passages.slice(end)].filter((part) => part.length > 0);
  return { kept: passages.slice(start, end), leftOut: removed.map((part) => toLeftOut(part, 'licence')) };
}

/** Returns the report entry for passages that are left out. */
export function toLeftOut(passages: readonly Passage[], reason: LeftOutReason): LeftOut {
  const first = passages.find((one) => one.text !== '');
  return {
    document: `page ${passages[0]?.page ?? 0}`,
    reason,
    words: countWordsOf(passages),
    about: first?.text.slice(0, 80),
  };
}

function frontReason(page: readonly Passage[]): LeftOutReason | undefined {
  const named = leaveOutReason(page[0]?.text ?? '');
  if (named !== undefined) return named;
  const size = sizeInWordsOf(page);
  if (size < 600 && page.some((one) => copyrightNotice.test(one.text))) return 'copyright';
  return !page.some(isProse) && size < 80 ? 'title-page' : undefined;
}

/** A sentence of five words is enough outside headings and capitals: a page of a picture book can have no more. */
function isProse({ kind, text }: Passage): boolean {
  const isSet = kind === 'heading' || !/\p{Ll}|\p{Lo}/u.test(text);
  if (!isSet && isClause(text)) return true;
  return endsWithStop(text) && sizeInWords(text) >= (isSet ? 12 : 5);
}

/** Words of a text that has no stop, as on a card or in a table; most words of a title or an imprint have capitals. */
const minClauseWords = 10;

function isClause(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}’'-]*/gu) ?? [];
  return words.length >= minClauseWords && words.filter((word) => /^\p{Ll}/u.test(word)).length > 0.8 * words.length;
}
