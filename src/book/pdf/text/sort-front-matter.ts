import type { LeftOut, LeftOutReason } from '../../../core/book.ts';
import { countWordsOf, sizeInWords, sizeInWordsOf } from '../../../text/count-words.ts';
import { endsWithStop } from '../../../text/ends-sentence.ts';
import type { Passage } from './to-passages.ts';
import { leaveOutReason } from './titles.ts';
import type { LeaveOutRules } from '../../leave-out-rules.ts';

export interface SortedPassages {
  /** What is read aloud. */
  readonly kept: readonly Passage[];
  readonly leftOut: readonly LeftOut[];
}

const copyrightNotice =
  /©|\(c\)\s*(?:19|20)\d\d|\bcopyright\b|all rights reserved|alle rechte vorbehalten|tous droits réservés|\bISBN\b|все права защищены/iu;
const licenceStart = /\*\*\*\s*START OF (?:THE|THIS) PROJECT GUTENBERG/iu;
const licenceEnd = /\*\*\*\s*END OF (?:THE|THIS) PROJECT GUTENBERG|^End of (?:the )?Project Gutenberg/iu;

/** Sorts what stands before the first chapter, page by page: prose is kept, title and copyright pages are not. */
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

/** How many passages at the beginning are title and copyright pages, for a book without chapters. */
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

/** Takes the licence that Project Gutenberg puts around a book away. */
export function removeLicence(passages: readonly Passage[], rules: LeaveOutRules): SortedPassages {
  if (rules.decide('licence', []) === undefined) return { kept: passages, leftOut: [] };
  const start = passages.findIndex((one, index) => index < passages.length * 0.3 && licenceStart.test(one.text)) + 1;
  const found = passages.findIndex((one, index) => index > passages.length * 0.5 && licenceEnd.test(one.text));
  const end = found === -1 ? passages.length : found;
  const removed = [passages.slice(0, start), passages.slice(end)].filter((part) => part.length > 0);
  return { kept: passages.slice(start, end), leftOut: removed.map((part) => toLeftOut(part, 'licence')) };
}

/** The entry of the report for passages that are not read. */
export function toLeftOut(passages: readonly Passage[], reason: LeftOutReason): LeftOut {
  const first = passages.find((one) => one.text !== '');
  return {
    document: `page ${passages[0]?.page ?? 0}`,
    reason,
    words: countWordsOf(passages),
    ...(first === undefined ? {} : { about: first.text.slice(0, 80) }),
  };
}

function frontReason(page: readonly Passage[]): LeftOutReason | undefined {
  const named = leaveOutReason(page[0]?.text ?? '');
  if (named !== undefined) return named;
  const size = sizeInWordsOf(page);
  if (size < 600 && page.some((one) => copyrightNotice.test(one.text))) return 'copyright';
  return !page.some(isProse) && size < 80 ? 'title-page' : undefined;
}

/** A short sentence is enough where nothing sets it off: picture books have no more on a page. */
function isProse({ kind, text }: Passage): boolean {
  const fewest = kind === 'heading' || !/\p{Ll}|\p{Lo}/u.test(text) ? 12 : 5;
  return endsWithStop(text) && sizeInWords(text) >= fewest;
}
