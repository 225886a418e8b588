import type { JobParts } from '../../../worker/speak-job-part.ts';
import { queueFormat } from '../../queue/queued-book.ts';
import type { QueuedBook, QueuedPart, QueuedScripts } from '../../queue/queued-book.ts';
import type { BookRun } from '../book-run.ts';
import { fetchBook } from '../fetch-book.ts';
import type { WorkTools } from '../work-tools.ts';
import { isMadeWhole, namedProvider } from './is-made-whole.ts';
import type { WholeBookOptions } from './is-made-whole.ts';
import { waitForJobs } from './wait-for-jobs.ts';
import type { AwaitedJobs } from './wait-for-jobs.ts';

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
  return hasTurn ? await waitForJobs(run, wholeJob(run, provider), tools) : run.book;
}

/**
 * Reads a book and puts its scripts into the queue of their model; when these are written, its parts into the queue of their
 * provider. Throws the error with which BullMQ lets the book wait for them, and what the conversion throws. Returns the book as the next run is
 * to find it when it is better spoken in this one.
 */
async function queueParts(run: BookRun, tools: WorkTools): Promise<QueuedBook> {
  const { job, book, record } = run;
  const split = await splitBook(run, tools);
  const { provider, providerByDefault, parts } = split;
  await tools.records.change(record.id, () => ({ provider, providerByDefault }));
  if (split.scripts && !book.areScriptsQueued) {
    const { parts: scripts, service } = split.scripts;
    tools.logger.info({ job: record.id, scripts: scripts.length, service }, 'scripts of a book in parts');
    const written = await waitForJobs(run, scriptJobs(run, split.scripts, provider), tools);
    return await queueParts({ ...run, book: written }, tools);
  }
  const next: QueuedBook = { ...book, step: 'finish', provider };
  if (parts.length <= 1) {
    if (await tools.queues.needsTurn({ provider })) return await waitForJobs(run, wholeJob(run, provider), tools);
    await job.updateData(next);
    return next;
  }
  const { chapters, segments, characters, stored } = split;
  const left = parts.reduce((sum, part) => sum + part.characters, 0);
  const known = { segments: stored, characters: characters - left, seconds: 0 };
  await tools.progress.begin(record.id, { chapters, segments, characters, stored: known });
  tools.logger.info({ job: record.id, parts: parts.length, provider }, 'book in parts');
  return await waitForJobs(run, partJobs(run, split, next), tools);
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

function partJobs({ book: { id, password } }: BookRun, { provider, parts }: JobParts, next: QueuedBook): AwaitedJobs {
  const jobs = parts.map(({ from, to }, number) => {
    const data: QueuedPart = { format: queueFormat, id, provider, number, from, to, ...hidden(password) };
    return { jobId: `${id}-${from}-${to}`, data };
  });
  return { service: { provider }, name: 'part', jobs, next };
}

/** Scripts that are missing are written in the turn of their language model. */
function scriptJobs(
  { book }: BookRun,
  { service, parts }: NonNullable<JobParts['scripts']>,
  provider: string,
): AwaitedJobs {
  const { id, password } = book;
  const jobs = parts.map((chapters) => {
    const data: QueuedScripts = { format: queueFormat, id, service, provider, chapters, ...hidden(password) };
    return { jobId: `${id}-scripts-${chapters[0] ?? 0}`, data };
  });
  return { service: { service }, name: 'scripts', jobs, next: { ...book, areScriptsQueued: true } };
}

/** A book that is made whole waits for its turn like the parts of others. */
function wholeJob({ book }: BookRun, provider: string): AwaitedJobs {
  const next: QueuedBook = { ...book, step: 'finish', provider };
  return { service: { provider }, name: 'book', jobs: [{ jobId: `${book.id}-whole`, data: next }], next };
}

function hidden(password: string | undefined): { readonly password?: string } {
  return password === undefined ? {} : { password };
}
