import type { ScriptsToWrite } from '../../../../pipeline/script/write-script-part.ts';
import { queueFormat } from '../../queue/queued-book.ts';
import type { QueuedBook, QueuedScripts } from '../../queue/queued-book.ts';
import type { BookRun } from '../book-run.ts';
import type { WorkTools } from '../work-tools.ts';

/**
 * Puts the scripts of a book that are missing into the queue of their language model. Throws the error with which BullMQ lets the book wait for
 * them. Returns the book as the next run is to find it when they are written already.
 */
export async function queueScripts(
  { job, token, book }: BookRun,
  { service, parts, provider }: ScriptsToWrite & { readonly provider: string },
  { bullmq, queues, logger }: WorkTools,
): Promise<QueuedBook> {
  const { id, password } = book;
  const next: QueuedBook = { ...book, areScriptsQueued: true };
  const parent = { id, queue: job.queueQualifiedName };
  const priority = job.opts.priority ?? 1;
  const hidden = password === undefined ? undefined : { password };
  const jobs = parts.map((chapters) => {
    const data: QueuedScripts = { format: queueFormat, id, service, provider, chapters, ...hidden };
    const jobId = `${id}-scripts-${chapters[0] ?? 0}`;
    const opts = { jobId, parent, priority, removeOnFail: true, ignoreDependencyOnFailure: true };
    return { name: 'scripts', data, opts };
  });
  await queues.limit({ service });
  await queues.for({ service }).addBulk(jobs);
  await job.updateData(next);
  logger.info({ job: id, scripts: parts.length, service }, 'scripts of a book queued');
  if (await job.moveToWaitingChildren(token ?? '')) throw new bullmq.WaitingChildrenError();
  return next;
}
