import { progressCounter } from '../../../jobs/job-progress.ts';
import type { WorkerEvent } from '../../../worker/worker-messages.ts';
import type { SeenFiles } from '../../files/job-files.ts';
import { queuedScriptsSchema } from '../../queue/queued-book.ts';
import type { QueuedScripts } from '../../queue/queued-book.ts';
import { Steady } from '../../../worker/steady.ts';
import { fetchBook } from '../fetch-book.ts';
import { ScriptKeeper } from '../script-keeper.ts';
import { progressMs, withProvider } from '../work-tools.ts';
import type { WorkTools } from '../work-tools.ts';
import type { PartKind, PartRun } from './part-run.ts';

/** Scripts of chapters that are written into the storage. */
export const scriptParts: PartKind<QueuedScripts> = { schema: queuedScriptsSchema, make: write };

async function write(run: PartRun<QueuedScripts>, tools: WorkTools): Promise<void> {
  const { part, record, running, password } = run;
  const { pool, queues, workerContext, files, records } = tools;
  const { id, service, provider, chapters } = part;
  const { signal } = running;
  await using scratch = tools.scratch.open(id);
  const { paths } = scratch;
  const seen: SeenFiles = new Map();
  await fetchBook(record, paths, { files, signal, seen });
  await using keeper = new ScriptKeeper({ id, paths, files, running, seen });
  const counter = progressCounter(() => performance.now());
  const steady = new Steady(async () => {
    if (!(await records.progress(id, counter.current()))) tools.running.cancel(id);
  }, progressMs);
  const onEvent = (event: WorkerEvent): void => {
    if (event.type !== 'progress') return;
    const { event: news } = event;
    if (news.type === 'model-retry') queues.pause({ service }, news.delayMs).catch(() => undefined);
    counter.count('reason' in news ? { ...news, reason: tools.redact(news.reason) } : news);
    steady.changed();
  };
  const task = { type: 'scripts', record: withProvider(record, provider), paths, password, chapters } as const;
  await pool.run<void>({ task, ...workerContext }, { signal, onEvent });
  await keeper.keep();
  await steady.settled();
}
