import { foldCase } from '../../core/strings/fold-case.ts';
import type { libraryOrders } from '../fields/library-fields.ts';
import { bookList, idAt } from '../jobs/ports/job-lists.ts';
import type { JobSummary, Scope } from '../jobs/ports/job-lists.ts';
import type { Position } from '../jobs/ports/position.ts';
import type { Records } from '../jobs/ports/records.ts';

/** The filter, order and page of a list of books. */
export interface LibraryQuery {
  readonly text?: string | undefined;
  readonly sort: (typeof libraryOrders)[number];
  readonly limit: number;
  readonly offset: number;
}

/** Whose books a page has, and whose positions count. */
export interface LibraryReader {
  readonly scope: Scope;
  readonly listener: string;
}

/** Ids of a page of books, and the number of books on all pages. */
export interface LibraryPage {
  readonly ids: readonly string[];
  readonly total: number;
}

/**
 * Returns a page of the books that match. Equal ones are in the order of their ids; those that were finished at the same time, in the
 * opposite one. The latest books are read from their list; for another order or a text, summaries of all are.
 */
export async function libraryPage(
  records: Pick<Records, 'range' | 'count' | 'summaries' | 'positions'>,
  { text, sort, limit, offset }: LibraryQuery,
  { scope, listener }: LibraryReader,
): Promise<LibraryPage> {
  const list = bookList(scope);
  if (text === undefined && sort === 'added') {
    const [places, total] = await Promise.all([records.range(list, { offset, limit }), records.count(list)]);
    return { ids: places.map(idAt), total };
  }
  const ids = (await records.range(list)).map(idAt);
  const summaries = await records.summaries(ids);
  const positions = sort === 'heard' ? await records.positions(ids, listener) : [];
  const books = ids.flatMap((id, at): readonly Shelved[] => {
    const summary = summaries[at];
    return summary ? [{ id, added: -at, heard: positions[at]?.updatedMs ?? 0, summary }] : [];
  });
  const query = foldCase(text ?? '');
  const matching = books.filter(({ summary }) => namesOf(summary).some((name) => foldCase(name).includes(query)));
  const sorted = matching.toSorted((a, b) => orders[sort](a, b) || collator.compare(a.id, b.id));
  return { ids: sorted.slice(offset, offset + limit).map(({ id }) => id), total: matching.length };
}

interface Shelved {
  readonly id: string;
  /** Rises with the time when it was finished. */
  readonly added: number;
  /** When the listener was in it last, or 0. */
  readonly heard: NonNullable<Position['updatedMs']>;
  readonly summary: JobSummary;
}

/** Volumes of a series are ordered by number, titles without regard to case. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Order = (a: Shelved, b: Shelved) => number;

const byTitle: Order = ({ summary: a }, { summary: b }) => collator.compare(a.title ?? '', b.title ?? '');

const orders: Readonly<Record<LibraryQuery['sort'], Order>> = {
  added: (a, b) => b.added - a.added,
  title: byTitle,
  author: (a, b) => collator.compare(a.summary.authors?.[0] ?? '', b.summary.authors?.[0] ?? '') || byTitle(a, b),
  series: (a, b) => collator.compare(seriesOf(a), seriesOf(b)) || byTitle(a, b),
  length: (a, b) => (b.summary.seconds ?? 0) - (a.summary.seconds ?? 0),
  heard: (a, b) => b.heard - a.heard || orders.added(a, b),
};

/** Books without a series come last. */
function seriesOf({ summary: { series, seriesPosition = '' } }: Shelved): string {
  return series === undefined ? '\u{FFFF}' : `${series} ${seriesPosition}`;
}

function namesOf({ file, title = '', authors = [], series = '' }: JobSummary): readonly string[] {
  return [title, ...authors, file, series];
}
