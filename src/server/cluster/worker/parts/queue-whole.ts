import type { QueuedBook } from '../../queue/queued-book.ts';
import type { BookRun } from '../book-run.ts';
import type { WorkTools } from '../work-tools.ts';

/**
 * Puts a book into the queue of its provider, where it is made whole in its turn, so that the limits of the provider hold for it. Throws
 * the error with which BullMQ lets the book wait for that. Returns the book as the next run is to find it when that is over already.
 */
export async function queueWhole(
  { job, token, book }: BookRun,
  provider: string,
  { bullmq, queues }: WorkTools,
): Promise<QueuedBook> {
  const next: QueuedBook = { ...book, step: 'finish', provider };
  const parent = { id: book.id, queue: job.queueQualifiedName };
  const priority = job.opts.priority ?? 1;
  await queues.limit({ provider });
  await queues.for({ provider }).add('book', next, {
    jobId: `${book.id}-whole`,
    parent,
    priority,
    removeOnFail: true,
    ignoreDependencyOnFailure: true,
  });
  await job.updateData(next);
  if (await job.moveToWaitingChildren(token ?? '')) throw new bullmq.WaitingChildrenError();
  return next;
}
