import { requireQueue, withStorage } from '../../../server/cluster/queue/queue-settings.ts';
import type { QueueAccess, QueueState } from '../../../server/cluster/front/inspect-queue.ts';
import { defineCommand } from '../../define-command.ts';
import type { Invocation } from '../../define-command.ts';
import { jsonOptions, queueOptions, storageOptions } from '../../options.ts';
import { formatTable } from '../../view/format-table.ts';

const list = defineCommand({
  description: 'Shows how many jobs there are, the queues and workers, and the jobs that failed.',
  options: { ...queueOptions, ...jsonOptions },
  async run(invocation) {
    const { inspectQueue } = await import('../../../server/cluster/front/inspect-queue.ts');
    const state = await inspectQueue(await accessOf(invocation));
    invocation.print(state, () => shownState(state));
  },
});

const retry = defineCommand({
  description: 'Queues a failed job again. It continues from what was spoken and written.',
  argument: { name: '<job>', description: 'id of the job' },
  options: queueOptions,
  async run(invocation) {
    const [id = ''] = invocation.args;
    const { retryInQueue } = await import('../../../server/cluster/front/inspect-queue.ts');
    const { upload } = await retryInQueue(id, await accessOf(invocation));
    invocation.context.stdout.write(`Queued ${upload.name}\n`);
  },
});

const restore = defineCommand({
  description:
    'Makes the jobs again that Redis has forgotten, from what the storage has of them. Those that had not ended are queued.',
  options: { ...queueOptions, ...storageOptions },
  async run(invocation) {
    const { restoreQueue } = await import('../../../server/cluster/front/restore-queue.ts');
    const access = await accessOf(invocation);
    const settings = withStorage(access.settings, invocation.options.storage);
    const { restored, queued } = await restoreQueue({ ...access, settings });
    const jobs = restored === 1 ? 'job' : 'jobs';
    invocation.context.stdout.write(`Restored ${restored} ${jobs}, and queued ${queued} of them.\n`);
  },
});

/** `audiobook queue list | retry JOB | restore`: the queue that several machines share. */
export const command = defineCommand({
  description: 'Shows the queue that several machines share, and retries its failed jobs.',
  options: {},
  subcommands: { list, retry, restore },
});

async function accessOf({
  context,
  options,
  settings,
}: Pick<Invocation<typeof queueOptions>, 'context' | 'options' | 'settings'>): Promise<QueueAccess> {
  const loaded = await settings();
  return { address: requireQueue(options.queue, loaded), settings: loaded, signal: context.signal };
}

function shownState({ jobs, workers, queues, providers, failed }: QueueState): string {
  const counts = Object.entries(jobs).map(([state, count]) => [state, String(count)]);
  const lengths = queues.map(({ name, waiting, running }) => [name, String(waiting), String(running)]);
  const reasons = failed.map(({ id, file, code, detail }) => [id, file, code, detail]);
  const calls = Object.entries(providers).map(([id, sums]) => callRow(id, sums));
  return [
    formatTable([['JOBS', ''], ...counts]),
    formatTable([['QUEUE', 'WAITING', 'RUNNING'], ...lengths]),
    formatTable([['WORKERS'], ...(workers.length > 0 ? workers.map((name) => [name]) : [['none']])]),
    ...(calls.length > 0 ? [formatTable([['PROVIDER', 'CALLS', 'ERRORS', 'SECONDS EACH'], ...calls])] : []),
    ...(failed.length > 0 ? [formatTable([['FAILED', 'FILE', 'CODE', 'REASON'], ...reasons])] : []),
  ].join('\n');
}

/** Returns what all workers have asked of a provider. */
function callRow(id: string, { calls, seconds, errors }: QueueState['providers'][string]): readonly string[] {
  const failed = Object.values(errors).reduce((sum, count) => sum + count, 0);
  return [id, String(calls), String(failed), (seconds / Math.max(1, calls)).toFixed(2)];
}
