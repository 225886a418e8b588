import { addTo } from '../../../core/collections/add-to.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';

/** Numbers at the ends of fewer documents can be anything. */
const minPages = 5;

/**
 * Finds the numbers of pages in a book with a document for each page: the last lines of documents, which rise as the documents do.
 * A number at the start of documents can be that of a chapter.
 */
export function findPageNumbers({ blocks, documents }: BookFlow): readonly FlowBlock[] {
  const pages = new Map<number, FlowBlock[]>();
  for (const [index, { start, end }] of documents.entries()) {
    const last = blocks[end - 1];
    if (last === undefined || end - start < 2 || !isNumber(last)) continue;
    const offset = Number(last.text) - index;
    addTo(pages, offset, last);
  }
  return [...pages.values()].filter(({ length }) => length >= minPages).flat();
}

function isNumber({ kind, text, isTitleLike }: FlowBlock): boolean {
  return kind === 'paragraph' && !isTitleLike && /^\d{1,4}$/u.test(text);
}
