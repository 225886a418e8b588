import type { Job } from 'bullmq';
import { canceled } from '../../../../core/errors.ts';
import { hasEnded } from '../../../jobs/job-record.ts';
import type { JobRecord } from '../../../jobs/job-record.ts';
import type { WorkerEvent } from '../../../worker/worker-messages.ts';
import { queuedPartSchema } from '../../queue/queued-book.ts';
import type { QueuedPart } from '../../queue/queued-book.ts';
import { canRetry } from '../can-retry.ts';
import { fetchBook } from '../fetch-book.ts';
import { leaveToOthers, orUnknown, putBack } from '../leave-job.ts';
import type { RunningJob } from '../running-jobs.ts';
import { Steady } from '../../records/steady.ts';
import { withProvider } from '../work-tools.ts';
import type { WorkTools } from '../work-tools.ts';

/** A part that is spoken in this process. */
interface PartRun {
  readonly part: QueuedPart;
  readonly record: JobRecord;
  readonly running: RunningJob;
}

/**
 * Speaks a part of a book into the segment store. A part that cannot be spoken ends, too: the conversion of the book comes upon the
 * same failure, and says what one machine says. Throws what BullMQ is to try again.
 */
export async function speakQueuedPart(job: Job<unknown>, token: string | undefined, tools: WorkTools): Promise<void> {
  const { data: part } = queuedPartSchema.safeParse(job.data);
  if (!part) return await leaveToOthers(job, token, tools);
  const found = await orUnknown(tools.records.get(part.id));
  if (found === 'unknown') return await leaveToOthers(job, token, tools);
  const record = found?.record;
  if (!record || hasEnded(record) || (await tools.progress.hasFailed(part.id))) return;
  using running = tools.running.add(part.id, job.id ?? '');
  try {
    await speak({ part, record, running }, tools);
  } catch (thrown) {
    await fail({ job, token, part, running }, thrown, tools);
  }
}

type FailedPart = Pick<PartRun, 'part' | 'running'> & { readonly job: Job; readonly token: string | undefined };

async function fail({ job, token, part, running }: FailedPart, thrown: unknown, tools: WorkTools): Promise<void> {
  const why = running.stopped();
  if (why === 'stopping') await putBack(job, token, tools);
  if (why === 'lock-lost') throw thrown;
  if (why === 'canceled') return;
  tools.logger.warn({ job: part.id, part: part.number, err: thrown }, 'part of a book not spoken');
  if (canRetry(job, thrown)) throw new Error(tools.redact(String(thrown)), { cause: thrown });
  await tools.progress.fail(part.id);
}

async function speak({ part, record, running }: PartRun, tools: WorkTools): Promise<void> {
  const { progress, pool, queues, seal, workerContext } = tools;
  const { id, number, provider, from, to } = part;
  await using scratch = tools.scratch.open(id);
  const { paths } = scratch;
  await fetchBook(record, paths, tools.files, running.signal);
  let spoken = { segments: 0, characters: 0, seconds: 0 };
  const steady = new Steady(async () => {
    if (!(await progress.report(id, number, spoken))) tools.running.cancel(id);
  });
  const onEvent = (event: WorkerEvent): void => {
    if (event.type !== 'progress') return;
    const { event: news } = event;
    if (news.type === 'provider-pause') queues.pause(provider, news.pauseMs).catch(() => undefined);
    if (news.type !== 'segment-spoken') return;
    spoken = {
      segments: spoken.segments + 1,
      characters: spoken.characters + news.characters,
      seconds: spoken.seconds + news.seconds,
    };
    steady.changed();
  };
  const password = part.password === undefined ? undefined : seal.open(part.password, id);
  const task = { type: 'speak', record: withProvider(record, provider), paths, password, part: { from, to } } as const;
  await pool.run<void>({ task, ...workerContext }, { signal: running.signal, onEvent });
  await steady.settled();
  if (running.signal.aborted) throw canceled(running.signal);
}
