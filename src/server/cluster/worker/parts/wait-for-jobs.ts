import type { QueuedBook } from '../../queue/queued-book.ts';
import type { BookRun } from '../book-run.ts';
import type { WorkTools } from '../work-tools.ts';
import type { QueuedWork, ServiceName } from './provider-queues.ts';

/** Jobs in the queue of a service that a book waits for. */
export interface AwaitedJobs {
  readonly service: ServiceName;
  readonly name: string;
  /** The jobs, with ids: a worker that is killed leaves jobs that the next one adds again, or not, where they have changed. */
  readonly jobs: readonly { readonly jobId: string; readonly data: QueuedWork }[];
  /** The book as the next run is to find it. */
  readonly next: QueuedBook;
}

/**
 * Puts jobs into the queue of a service, so that its limits hold for them. Throws the error with which BullMQ lets the book wait for them.
 * Returns the book as the next run is to find it when all are done already.
 */
export async function waitForJobs(
  { job, token, book: { id } }: BookRun,
  { service, name, jobs, next }: AwaitedJobs,
  { bullmq, queues }: WorkTools,
): Promise<QueuedBook> {
  const parent = { id, queue: job.queueQualifiedName };
  const shared = { parent, priority: job.opts.priority ?? 1, removeOnFail: true, ignoreDependencyOnFailure: true };
  await queues.limit(service);
  await queues.for(service).addBulk(jobs.map(({ jobId, data }) => ({ name, data, opts: { ...shared, jobId } })));
  await job.updateData(next);
  if (await job.moveToWaitingChildren(token ?? '')) throw new bullmq.WaitingChildrenError();
  return next;
}
