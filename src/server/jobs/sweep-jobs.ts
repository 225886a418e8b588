import type { Logger } from 'pino';
import type { Limits } from '../server-settings.ts';
import { hasEnded } from './job-record.ts';
import type { JobRecord } from './job-record.ts';
import type { Files } from './ports/files.ts';
import { idAt, lists, msAt } from './ports/job-lists.ts';
import type { Records } from './ports/records.ts';

/** The options of a sweep. */
export interface SweepOptions {
  readonly records: Records;
  readonly files: Files;
  readonly limits: Pick<Limits, 'keepMs' | 'keepBytes'>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const hourMs = 60 * 60 * 1000;

/** Time to keep the upload of a failed job, and the stream of any: those who listen hear it to the end, and others play the result. */
const keepPartsMs = 24 * hourMs;

/** Time to keep a job whose request was lost with its front, in milliseconds. */
const keepUnheardMs = hourMs;

/** Jobs that are read at a time. */
const chunk = 100;

/**
 * Removes what is too old, and the oldest jobs where all together are too large. It looks at nothing else. Of several fronts, each does it
 * now and then: what one has done, the others find done.
 */
export async function sweepJobs(options: SweepOptions): Promise<void> {
  const { records, limits, signal } = options;
  const nowMs = await records.nowMs();
  const isOld = (keepMs: number) => async (place: string) => await Promise.resolve(nowMs - msAt(place) > keepMs);
  const isTooMuch = async (place: string): Promise<boolean> =>
    nowMs - msAt(place) > limits.keepMs || (await records.keptBytes()) > limits.keepBytes;
  for await (const id of oldest(lists.parts, isOld(keepPartsMs), options)) await dropParts(id, options);
  for await (const id of oldest(lists.unheard, isOld(keepUnheardMs), options)) {
    await remove(id, options, 'its request is gone');
  }
  for await (const id of oldest(lists.ended, isTooMuch, options)) {
    if (signal.aborted) return;
    await remove(id, options, 'it is too old, or all jobs are too large together');
  }
}

/** Yields the ids of a list from its beginning, as long as their places are due. */
async function* oldest(
  list: string,
  isDue: (place: string) => Promise<boolean>,
  { records, signal }: Pick<SweepOptions, 'records' | 'signal'>,
): AsyncGenerator<string> {
  let after: string | undefined;
  do {
    const places = await records.range(list, { after, oldestFirst: true, limit: chunk });
    for (const place of places) {
      if (signal.aborted || !(await isDue(place))) return;
      yield idAt(place);
    }
    after = places.length < chunk ? undefined : places.at(-1);
  } while (after !== undefined);
}

/** A retry that comes at the same time finds a failed job without its upload, and leaves the job alone. */
async function remove(id: string, options: SweepOptions, why: string): Promise<void> {
  const { records, files, logger, signal } = options;
  if ((await records.get(id))?.record.state === 'failed' && !(await markDropped(id, options))) return;
  logger.info({ job: id }, `job removed: ${why}`);
  await files.removeAll(id, signal);
  await records.remove(id);
}

async function dropParts(id: string, options: SweepOptions): Promise<void> {
  const { files, logger, signal } = options;
  const marked = await markDropped(id, options);
  if (!marked) return;
  const isFailed = marked.state === 'failed';
  await files.remove(id, isFailed ? undefined : 'stream', signal);
  if (isFailed) logger.info({ job: id }, 'upload of a failed job removed');
}

/** Says that the upload of a failed job and the stream of any are gone, before they are. Returns undefined for a job that goes on. */
async function markDropped(id: string, { records }: SweepOptions): Promise<JobRecord | undefined> {
  const marked = await records.change(
    id,
    (record) => {
      if (!hasEnded(record)) return undefined;
      return { hasStream: undefined, uploadRemoved: record.state === 'failed' ? true : record.uploadRemoved };
    },
    { holds: true },
  );
  return marked?.record;
}
