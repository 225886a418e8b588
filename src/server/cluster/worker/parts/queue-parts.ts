import type { JobParts } from '../../../worker/speak-job-part.ts';
import { queueFormat } from '../../queue/queued-book.ts';
import type { QueuedBook, QueuedPart } from '../../queue/queued-book.ts';
import type { BookRun } from '../book-run.ts';
import { fetchBook } from '../fetch-book.ts';
import type { WorkTools } from '../work-tools.ts';
import { isMadeWhole, namedProvider } from './is-made-whole.ts';
import type { WholeBookOptions } from './is-made-whole.ts';
import { queueScripts } from './queue-scripts.ts';
import { queueWhole } from './queue-whole.ts';

/**
 * Takes the first step of a book: it is made whole, here or in the turn of its provider, or in parts. Returns and throws as `queueParts`
 * does.
 */
export async function planBook(run: BookRun, tools: WorkTools & WholeBookOptions): Promise<QueuedBook> {
  // A chapter whose script failed does not keep the others from being spoken.
  if (run.book.areScriptsQueued) await tools.progress.end(run.record.id);
  if (!(await isMadeWhole(run, tools))) return await queueParts(run, tools);
  const provider = namedProvider(run.record, tools);
  const hasTurn = provider !== undefined && (await tools.queues.needsTurn({ provider }));
  return hasTurn ? await queueWhole(run, provider, tools) : run.book;
}

/**
 * Reads a book and puts its scripts into the queue of their model; when these are written, its parts into the queue of their
 * provider. Throws the error with which BullMQ lets the book wait for them, and what the conversion throws. Returns the book as the next run is
 * to find it when it is better spoken in this one.
 */
async function queueParts(run: BookRun, tools: WorkTools): Promise<QueuedBook> {
  const { job, token, book, record } = run;
  const split = await splitBook(run, tools);
  const { provider, providerByDefault, parts } = split;
  await tools.records.change(record.id, () => ({ provider, providerByDefault }));
  if (split.scripts && !book.areScriptsQueued) {
    const written = await queueScripts(run, { ...split.scripts, provider }, tools);
    return await queueParts({ ...run, book: written }, tools);
  }
  const next: QueuedBook = { ...book, step: 'finish', provider };
  if (parts.length <= 1) {
    if (await tools.queues.needsTurn({ provider })) return await queueWhole(run, provider, tools);
    await job.updateData(next);
    return next;
  }
  const { chapters, segments, characters, stored } = split;
  const left = parts.reduce((sum, part) => sum + part.characters, 0);
  const known = { segments: stored, characters: characters - left, seconds: 0 };
  await tools.progress.begin(record.id, { chapters, segments, characters, stored: known });
  await tools.queues.limit({ provider });
  await addParts(run, split, tools);
  await job.updateData(next);
  tools.logger.info({ job: record.id, parts: parts.length, provider }, 'book in parts');
  if (await job.moveToWaitingChildren(token ?? '')) throw new tools.bullmq.WaitingChildrenError();
  return next;
}

async function splitBook(
  { record, running: { signal }, password }: BookRun,
  { scratch, files, pool, workerContext, limits }: WorkTools,
): Promise<JobParts> {
  await using folder = scratch.open(record.id);
  const { paths } = folder;
  await fetchBook(record, paths, { files, signal });
  const task = { type: 'split', record, paths, password, partCharacters: limits.partCharacters } as const;
  return await pool.run<JobParts>({ task, ...workerContext }, { signal, onEvent: () => undefined });
}

async function addParts(
  { job, book: { id, password } }: BookRun,
  { provider, parts }: JobParts,
  { queues }: WorkTools,
): Promise<void> {
  const parent = { id, queue: job.queueQualifiedName };
  const hidden = password === undefined ? undefined : { password };
  const jobs = parts.map(({ from, to }, number) => {
    const data: QueuedPart = { format: queueFormat, id, provider, number, from, to, ...hidden };
    // A worker that is killed here leaves parts that the next one adds again, or not, where they have changed.
    const jobId = `${id}-${from}-${to}`;
    return {
      name: 'part',
      data,
      opts: { jobId, parent, priority: job.opts.priority ?? 1, removeOnFail: true, ignoreDependencyOnFailure: true },
    };
  });
  await queues.for({ provider }).addBulk(jobs);
}
