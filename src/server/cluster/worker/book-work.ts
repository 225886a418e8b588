import type { Job } from 'bullmq';
import { canceled } from '../../../core/errors.ts';
import { toFailure } from '../../errors/failure.ts';
import { hasEnded, startedRun } from '../../jobs/job-record.ts';
import { queuedBookSchema } from '../queue/queued-book.ts';
import type { QueuedBook } from '../queue/queued-book.ts';
import type { StoredJob } from '../../jobs/ports/records.ts';
import { changeOwn, endOwn, removeCanceled } from './book-run.ts';
import type { BookRun } from './book-run.ts';
import { canRetry } from './can-retry.ts';
import { finishBook } from './finish-book.ts';
import type { WholeBookOptions } from './parts/is-made-whole.ts';
import { leaveToOthers, orUnknown, putBack } from './leave-job.ts';
import { planBook } from './parts/queue-parts.ts';
import type { WorkTools } from './work-tools.ts';

/**
 * Takes a book a step further: puts its parts into the queue of their provider, or runs its conversion and stores the result. A worker
 * that is alone does without parts. Ends the record of the job. Throws what BullMQ is to try again.
 */
export async function workOnBook(
  job: Job<unknown>,
  token: string | undefined,
  tools: WorkTools & WholeBookOptions,
): Promise<void> {
  const { data: book } = queuedBookSchema.safeParse(job.data);
  if (!book || isForOthers(book, tools.providers)) return await leaveToOthers(job, token, tools);
  const begun = await orUnknown(begin(book.id, tools));
  if (begun === 'unknown') return await leaveToOthers(job, token, tools);
  if (begun) await run({ job, token, book, record: begun.record }, tools);
  return await tools.progress.end(book.id);
}

function isForOthers({ provider }: QueuedBook, providers: ReadonlySet<string> | undefined): boolean {
  return provider !== undefined && providers?.has(provider) === false;
}

async function run(begun: Omit<BookRun, 'running' | 'password'>, tools: WorkTools & WholeBookOptions): Promise<void> {
  const { job, book } = begun;
  const { password: sealed, id } = book;
  using running = tools.running.add(id, job.id ?? '');
  try {
    const password = sealed === undefined ? undefined : tools.seal.open(sealed, id);
    const whole = { ...begun, running, password };
    const next = book.step === 'plan' ? await planBook(whole, tools) : book;
    await finishBook({ ...whole, book: next }, tools);
  } catch (thrown) {
    if (thrown instanceof tools.bullmq.WaitingChildrenError) throw thrown;
    await fail({ ...begun, running }, thrown, tools);
  }
}

/** Begins a run. Returns undefined for a job that was canceled or removed, or that another run has ended. */
async function begin(id: string, { records }: WorkTools): Promise<StoredJob | undefined> {
  return await records.change(id, (record) => {
    return hasEnded(record) ? undefined : startedRun(record.starts, record.startedMs ?? Date.now());
  });
}

async function fail(
  { job, token, record, running }: Pick<BookRun, 'job' | 'token' | 'record' | 'running'>,
  thrown: unknown,
  tools: WorkTools,
): Promise<void> {
  const { id } = record;
  const why = running.stopped();
  if (why === 'lock-lost') throw canceled(running.signal);
  if (why === 'stopping') {
    await changeOwn(record, { state: 'queued' }, tools);
    return await putBack(job, token, tools);
  }
  if (why === 'canceled') return await removeCanceled(id, tools);
  const { code, detail } = toFailure(thrown, tools.redact);
  tools.logger.warn({ job: id, code, err: thrown }, 'book failed');
  if (canRetry(job, thrown)) {
    await changeOwn(record, { state: 'queued' }, tools);
    throw new Error(detail, { cause: thrown });
  }
  await endOwn(record, { state: 'failed', failure: { code, detail }, endedMs: Date.now() }, tools);
  await dropPassword(job);
  await tools.progress.end(id);
  throw new tools.bullmq.UnrecoverableError(detail);
}

/** A password is needed no more. What failed stays in the queue for those who look into it. */
async function dropPassword(job: Job<unknown>): Promise<void> {
  const { data } = queuedBookSchema.safeParse(job.data);
  if (data?.password === undefined) return;
  const { password: _password, ...kept } = data;
  await job.updateData(kept);
}
