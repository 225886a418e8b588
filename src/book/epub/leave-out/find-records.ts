import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { sumSizes } from '../markup/is-prose.ts';

/** `Status: Completed Chapters: 4`. */
const label = /(?<!\S)\p{Lu}[\p{L} ]{1,20}:(?=\s)/gu;
const minLabels = 3;
/** A summary among the labels has more words than the others. */
const maxWordsPerLabel = 15;
/** What a program writes, and no list of the persons of a play has. */
const ofProgram = /https?:\/\/|\b\d{4}-\d\d-\d\d\b/u;

/**
 * Finds the first and last documents that a program filled with what it knows of a book: where it is from, when it was updated,
 * how many chapters it has.
 */
export function findRecords({ blocks, documents }: BookFlow): readonly FlowBlock[] {
  const pages = documents.map(({ start, end }) => blocks.slice(start, end)).filter((own) => own.length > 0);
  const first = pages.findIndex((own) => !isRecord(own));
  const last = pages.findLastIndex((own) => !isRecord(own));
  return first === -1 ? [] : [...pages.slice(0, first), ...pages.slice(last + 1)].flat();
}

function isRecord(blocks: readonly FlowBlock[]): boolean {
  const text = blocks.map((block) => block.text).join('\n');
  if (!ofProgram.test(text)) return false;
  const labels = text.match(label)?.length ?? 0;
  return labels >= minLabels && sumSizes(blocks) <= labels * maxWordsPerLabel;
}
