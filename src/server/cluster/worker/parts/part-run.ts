import type { Job } from 'bullmq';
import type { z } from 'zod';
import { canceled } from '../../../../core/errors.ts';
import { hasEnded } from '../../../jobs/job-record.ts';
import type { JobRecord } from '../../../jobs/job-record.ts';
import { removeCanceled } from '../book-run.ts';
import { canRetry } from '../can-retry.ts';
import { leaveToOthers, orUnknown, putBack } from '../leave-job.ts';
import type { RunningJob } from '../../../worker/running-jobs.ts';
import type { WorkTools } from '../work-tools.ts';

/** The fields that all parts of books have. */
interface AnyPart {
  readonly id: string;
  readonly password?: string | undefined;
}

/** A part of a book that is made in this process. */
export interface PartRun<Part> {
  readonly part: Part;
  readonly record: JobRecord;
  readonly running: RunningJob;
  readonly password: string | undefined;
}

/** A kind of parts of books, and how one is made. */
export interface PartKind<Part> {
  readonly schema: z.ZodType<Part>;
  readonly make: (run: PartRun<Part>, tools: WorkTools) => Promise<void>;
}

/**
 * Makes a part of a book. A part that cannot be made ends, too: the conversion of the book comes upon the same failure, and says what
 * one machine says. Throws what BullMQ is to try again.
 */
export async function runPart<Part extends AnyPart>(
  job: Job<unknown>,
  token: string | undefined,
  tools: WorkTools,
  { schema, make }: PartKind<Part>,
): Promise<void> {
  const { data: part } = schema.safeParse(job.data);
  if (!part) return await leaveToOthers(job, token, tools);
  const found = await orUnknown(tools.records.get(part.id));
  if (found === 'unknown') return await leaveToOthers(job, token, tools);
  const record = found?.record;
  if (!record || !(await isStillNeeded(record, tools))) return;
  using running = tools.running.add(part.id, job.id ?? '');
  try {
    const password = openPassword(part, tools);
    await make({ part, record, running, password }, tools);
    if (running.signal.aborted) throw canceled(running.signal);
  } catch (thrown) {
    await fail({ job, token, id: part.id, running }, thrown, tools);
  }
}

async function isStillNeeded(record: JobRecord, { progress }: WorkTools): Promise<boolean> {
  return !hasEnded(record) && !(await progress.hasFailed(record.id));
}

function openPassword({ id, password }: AnyPart, { seal }: WorkTools): string | undefined {
  return password === undefined ? undefined : seal.open(password, id);
}

interface FailedPart {
  readonly job: Job;
  readonly token: string | undefined;
  readonly id: string;
  readonly running: RunningJob;
}

async function fail({ job, token, id, running }: FailedPart, thrown: unknown, tools: WorkTools): Promise<void> {
  const why = running.stopped();
  if (why === 'stopping') await putBack(job, token, tools);
  if (why === 'lock-lost') throw thrown;
  if (why === 'canceled') return await removeCanceled(id, tools);
  tools.logger.warn({ job: id, part: job.id, err: thrown }, 'part of a book not made');
  if (canRetry(job, thrown)) throw new Error(tools.redact(String(thrown)), { cause: thrown });
  await tools.progress.fail(id);
}
