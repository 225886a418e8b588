import { foldCase } from '../../core/strings/fold-case.ts';
import type { JobKind, JobRecord, JobState } from './job-record.ts';

/** The filter and the page of a list of jobs. */
export interface JobQuery {
  readonly states?: readonly JobState[] | undefined;
  readonly kind?: JobKind | undefined;
  /** Only jobs created at this time or later, in milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  /** Part of the file name or of the title of the book, in any case. */
  readonly text?: string | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
  /** Most jobs on the page. */
  readonly limit: number;
}

/** A part of a list of jobs. */
export interface JobPage<Item> {
  readonly jobs: readonly Item[];
  /** Number of jobs that match, on all pages. */
  readonly total: number;
  /** Cursor of the next page. Undefined on the last one. */
  readonly next?: string | undefined;
}

/** A cursor: the creation time and id of the last job on a page. */
export const cursorPattern = /^\d{1,16}\.[0-9a-f-]{36}$/u;

/**
 * Returns one page of the jobs that match, newest first. The order is total, and a cursor names a place in it rather than a
 * number of jobs, so that no job is skipped or repeated when others come and go between two pages.
 */
export function jobPage<Item extends { readonly record: JobRecord }>(
  jobs: readonly Item[],
  { cursor, limit, ...filter }: JobQuery,
): JobPage<Item> {
  const matching = jobs.filter(({ record }) => matches(record, filter)).toSorted((a, b) => compare(a.record, b.record));
  const left = cursor === undefined ? matching : matching.filter(({ record }) => compare(placeOf(cursor), record) < 0);
  const page = left.slice(0, limit);
  const last = page.at(-1)?.record;
  const next = last && left.length > page.length ? `${last.createdMs}.${last.id}` : undefined;
  return { jobs: page, total: matching.length, next };
}

type Place = Pick<JobRecord, 'createdMs' | 'id'>;

function compare(a: Place, b: Place): number {
  return b.createdMs - a.createdMs || (a.id < b.id ? 1 : Number(a.id > b.id) * -1);
}

function placeOf(cursor: string): Place {
  const at = cursor.indexOf('.');
  return { createdMs: Number(cursor.slice(0, at)), id: cursor.slice(at + 1) };
}

function matches(record: JobRecord, { states, kind, sinceMs, text }: Omit<JobQuery, 'cursor' | 'limit'>): boolean {
  return (
    (states?.includes(record.state) ?? true) &&
    (kind === undefined || record.kind === kind) &&
    (sinceMs === undefined || record.createdMs >= sinceMs) &&
    (text === undefined || namesOf(record).some((name) => foldCase(name).includes(foldCase(text))))
  );
}

/** The title is known from the report. */
function namesOf({ upload, report }: JobRecord): readonly string[] {
  const book = report?.['book'];
  const title = typeof book === 'object' && book !== null && 'title' in book ? book.title : undefined;
  return typeof title === 'string' ? [upload.name, title] : [upload.name];
}
