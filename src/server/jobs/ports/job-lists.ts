import { z } from 'zod';
import { hasEnded, isFinished, jobKinds, jobStates } from '../job-record.ts';
import type { JobKind, JobRecord, JobState } from '../job-record.ts';

/** What is searched and sorted of a job. */
export interface JobSummary {
  readonly file: string;
  readonly title?: string | undefined;
  readonly authors?: readonly string[] | undefined;
  readonly series?: string | undefined;
  readonly seriesPosition?: string | undefined;
  readonly seconds?: number | undefined;
}

/** Whose jobs a list has: those of an owner; undefined for all. */
export type Scope = string | undefined;

/** Names of the lists that are not those of an owner. */
export const lists = {
  /** Ended jobs that are not kept for good, by their ends. */
  ended: 'ended',
  /** Ended jobs with an upload or a stream that is kept for a shorter time, by their ends. */
  parts: 'parts',
  /** Ended jobs of requests, by their ends. */
  unheard: 'unheard',
  /** Jobs whose webhooks are to be called, by the time of the next call. */
  webhooks: 'webhooks',
} as const;

/** Returns the list of an owner's jobs in a state, by the time when they were made. */
export function jobList(state: JobState, kind: JobKind, scope: Scope): string {
  return scoped(`jobs:${state}:${kind}`, scope);
}

/** Returns the lists of an owner's jobs in some states and of some kinds. */
export function jobLists(scope: Scope, states: readonly JobState[] = jobStates, kind?: JobKind): readonly string[] {
  return states.flatMap((state) => (kind ? [kind] : jobKinds).map((one) => jobList(state, one, scope)));
}

/** Returns the list of an owner's finished books, by the time when they were finished. */
export function bookList(scope: Scope): string {
  return scoped('books', scope);
}

function scoped(name: string, scope: Scope): string {
  return scope === undefined ? name : `${name}@${scope}`;
}

/** Returns a place in a list: the order of places is that of their times, and then of the ids. */
export function placeAt(ms: number, id: string): string {
  return `${timePlace(ms)}.${id}`;
}

const digits = 16;

/** Returns where the places of a time begin. */
export function timePlace(ms: number): string {
  return String(Math.max(0, Math.floor(ms))).padStart(digits, '0');
}

/** Returns the id of the job at a place. */
export function idAt(place: string): string {
  return place.slice(digits + 1);
}

/** Returns the time of a place, in milliseconds. */
export function msAt(place: string): number {
  return Number(place.slice(0, digits));
}

/** Returns the lists that a job is in, with its places. */
export function listsOf(record: JobRecord): ReadonlyMap<string, string> {
  const { id, state, kind, owner, createdMs, endedMs = createdMs } = record;
  const places = new Map(hasEnded(record) ? endedLists(record) : []);
  for (const scope of owner === undefined ? [undefined] : [undefined, owner]) {
    places.set(jobList(state, kind, scope), placeAt(createdMs, id));
    if (isFinished(record) && record.report !== undefined) places.set(bookList(scope), placeAt(endedMs, id));
  }
  return places;
}

function endedLists(record: JobRecord): readonly (readonly [string, string])[] {
  const { id, createdMs, endedMs = createdMs, keptFromMs = endedMs, webhook } = record;
  const ended = placeAt(keptFromMs, id);
  if (record.waitedFor) return [[lists.unheard, ended]];
  const called = placeAt(webhook?.dueMs ?? 0, id);
  const all = [
    [lists.ended, ended, !record.keep],
    [lists.parts, ended, hasParts(record)],
    [lists.webhooks, called, record.state !== 'scripted' && webhook?.state === 'waiting'],
  ] as const;
  return all.flatMap(([list, place, isIn]) => (isIn ? [[list, place] as const] : []));
}

function hasParts({ state, uploadRemoved = false, hasStream = false }: JobRecord): boolean {
  return (state === 'failed' && !uploadRemoved) || hasStream;
}

/** The lists that a job leaves and enters with a change, with its places, and what it changes in the bytes of all that are kept. */
export interface ListMoves {
  readonly leave: readonly (readonly [list: string, place: string])[];
  readonly enter: readonly (readonly [list: string, place: string])[];
  readonly bytes: number;
}

/** Returns what a change of a job changes in the lists. A new job has no record before, a removed one none after. */
export function listMoves(before: JobRecord | undefined, after: JobRecord | undefined): ListMoves {
  const [left, entered] = [before, after].map((record) => (record ? listsOf(record) : new Map<string, string>()));
  const [wasKept, isKept] = [before, after].map((record) => (record ? keptBytes(record) : 0));
  return {
    leave: [...(left ?? [])].filter(([name, place]) => entered?.get(name) !== place),
    enter: [...(entered ?? [])].filter(([name, place]) => left?.get(name) !== place),
    bytes: (isKept ?? 0) - (wasKept ?? 0),
  };
}

/** Returns the bytes that a job counts for in the limit of all that are kept. */
function keptBytes(record: JobRecord): number {
  if (hasNoFiles(record) || !listsOf(record).has(lists.ended)) return 0;
  const { bytes, upload, state, hasUpload, files = [], result } = record;
  if (bytes !== undefined) return bytes;
  const kept = hasUpload || state === 'failed' || state === 'scripted' ? upload.bytes : 0;
  const zip = result && files.length > 1 ? result.bytes : 0;
  return files.reduce((sum, file) => sum + file.bytes, kept + zip);
}

function hasNoFiles({ state, uploadRemoved = false }: JobRecord): boolean {
  return state === 'canceled' || uploadRemoved;
}

const readSchema = z.object({
  book: z.object({ title: z.string(), authors: z.array(z.string()).optional() }),
  seconds: z.number().optional(),
});

/** Returns what is searched and sorted of a job. */
export function summaryOf({ upload, report, shelf }: JobRecord): JobSummary {
  const read = readSchema.safeParse(report).data;
  if (!shelf) return { file: upload.name, ...read?.book, seconds: read?.seconds };
  const { title, authors, seconds, series, seriesPosition } = shelf;
  return { file: upload.name, title, authors, series, seriesPosition, seconds };
}
