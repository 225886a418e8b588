import { foldCase } from '../../core/strings/fold-case.ts';
import type { JobKind, JobState } from './job-record.ts';
import { idAt, jobLists, msAt, placeAt, timePlace } from './ports/job-lists.ts';
import type { JobSummary, Scope } from './ports/job-lists.ts';
import type { Records, StoredJob } from './ports/records.ts';

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
 * number of jobs, so that no job is skipped or repeated when others come and go between two pages. No other job is read, but for the
 * names of all where a text is searched.
 */
export async function jobPage(records: Records, query: JobQuery, scope: Scope): Promise<JobPage<StoredJob>> {
  const { limit, cursor, states, kind, sinceMs, text } = query;
  const names = jobLists(scope, states && [...new Set(states)], kind);
  const since = sinceMs === undefined ? undefined : timePlace(sinceMs);
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const places = async (most: number | undefined, from: string | undefined): Promise<readonly string[]> => {
    const found = names.map(async (name) => await records.range(name, { after: from, limit: most }));
    const all = (await Promise.all(found)).flat().filter((place) => since === undefined || place >= since);
    return all.toSorted().toReversed();
  };
  if (text !== undefined) {
    const matching = await withText(records, await places(undefined, undefined), text);
    const left = matching.filter((place) => after === undefined || place < after);
    return await pageOf(records, left, { limit, total: matching.length });
  }
  const counts = await Promise.all(names.map(async (name) => await records.count(name, since)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return await pageOf(records, await places(limit + 1, after), { limit, total });
}

async function pageOf(
  records: Records,
  places: readonly string[],
  { limit, total }: { readonly limit: number; readonly total: number },
): Promise<JobPage<StoredJob>> {
  const page = places.slice(0, limit);
  const last = page.at(-1);
  const next = last !== undefined && places.length > limit ? `${msAt(last)}.${idAt(last)}` : undefined;
  return { jobs: await records.many(page.map(idAt)), total, next };
}

async function withText(records: Records, places: readonly string[], text: string): Promise<readonly string[]> {
  const summaries = await records.summaries(places.map(idAt));
  const query = foldCase(text);
  return places.filter((_, at) => {
    const summary = summaries[at];
    return summary && namesOf(summary).some((name) => foldCase(name).includes(query));
  });
}

function namesOf({ file, title = '' }: JobSummary): readonly string[] {
  return [file, title];
}

function placeOf(cursor: string): string {
  const at = cursor.indexOf('.');
  return placeAt(Number(cursor.slice(0, at)), cursor.slice(at + 1));
}
