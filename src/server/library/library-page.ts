import { foldCase } from '../../core/strings/fold-case.ts';
import type { libraryOrders } from '../fields/library-fields.ts';
import type { LibraryBook } from './library-book.ts';
import type { Position } from './positions.ts';

/** A book and where a listener is in it. */
export interface ShelvedBook {
  readonly book: LibraryBook;
  readonly position: Position | undefined;
}

/** The filter, order and page of a list of books. */
export interface LibraryQuery {
  readonly text?: string | undefined;
  readonly sort: (typeof libraryOrders)[number];
  readonly limit: number;
  readonly offset: number;
}

/** Returns a page of the books that match, and how many match. Equal ones are in the order of their ids. */
export function libraryPage(
  books: readonly ShelvedBook[],
  { text, sort, limit, offset }: LibraryQuery,
): { readonly books: readonly ShelvedBook[]; readonly total: number } {
  const query = foldCase(text ?? '');
  const matching = books.filter(({ book }) => namesOf(book).some((name) => foldCase(name).includes(query)));
  const sorted = matching.toSorted(
    (a, b) => orders[sort](a, b) || collator.compare(a.book.job.record.id, b.book.job.record.id),
  );
  return { books: sorted.slice(offset, offset + limit), total: matching.length };
}

/** Volumes of a series are ordered by number, titles without regard to case. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Order = (a: ShelvedBook, b: ShelvedBook) => number;

const byTitle: Order = (a, b) => collator.compare(a.book.title, b.book.title);

const orders: Readonly<Record<LibraryQuery['sort'], Order>> = {
  added: (a, b) => b.book.addedMs - a.book.addedMs,
  title: byTitle,
  author: (a, b) => collator.compare(a.book.authors[0] ?? '', b.book.authors[0] ?? '') || byTitle(a, b),
  series: (a, b) => collator.compare(seriesOf(a), seriesOf(b)) || byTitle(a, b),
  length: (a, b) => b.book.seconds - a.book.seconds,
  heard: (a, b) => (b.position?.updatedMs ?? 0) - (a.position?.updatedMs ?? 0) || orders.added(a, b),
};

/** Books without a series come last. */
function seriesOf({ book: { series, seriesPosition = '' } }: ShelvedBook): string {
  return series === undefined ? '\u{FFFF}' : `${series} ${seriesPosition}`;
}

function namesOf({ title, authors, series, job }: LibraryBook): readonly string[] {
  return [title, ...authors, job.record.upload.name, ...(series === undefined ? [] : [series])];
}
