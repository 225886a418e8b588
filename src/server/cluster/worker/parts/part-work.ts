import type { WorkerEvent } from '../../../worker/worker-messages.ts';
import { queuedPartSchema } from '../../queue/queued-book.ts';
import type { QueuedPart } from '../../queue/queued-book.ts';
import { Steady } from '../../../worker/steady.ts';
import { fetchBook } from '../fetch-book.ts';
import { progressMs, withProvider } from '../work-tools.ts';
import type { WorkTools } from '../work-tools.ts';
import type { PartKind, PartRun } from './part-run.ts';

/** Parts of books that are spoken into the segment store. */
export const speechParts: PartKind<QueuedPart> = { schema: queuedPartSchema, make: speak };

async function speak({ part, record, running, password }: PartRun<QueuedPart>, tools: WorkTools): Promise<void> {
  const { progress, pool, queues, workerContext, files } = tools;
  const { id, number, provider, from, to } = part;
  await using scratch = tools.scratch.open(id);
  const { paths } = scratch;
  await fetchBook(record, paths, { files, signal: running.signal });
  let spoken = { segments: 0, characters: 0, seconds: 0 };
  const steady = new Steady(async () => {
    if (!(await progress.report(id, number, spoken))) tools.running.cancel(id);
  }, progressMs);
  const onEvent = (event: WorkerEvent): void => {
    if (event.type !== 'progress') return;
    const { event: news } = event;
    if (news.type === 'provider-pause') queues.pause({ provider }, news.pauseMs).catch(() => undefined);
    if (news.type !== 'segment-spoken') return;
    spoken = {
      segments: spoken.segments + 1,
      characters: spoken.characters + news.characters,
      seconds: spoken.seconds + news.seconds,
    };
    steady.changed();
  };
  const task = { type: 'speak', record: withProvider(record, provider), paths, password, part: { from, to } } as const;
  await pool.run<void>({ task, ...workerContext }, { signal: running.signal, onEvent });
  await steady.settled();
}
