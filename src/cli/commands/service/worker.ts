import { z } from 'zod';
import { wholeNumber } from '../../../pipeline/options/text-schemas.ts';
import { requireQueue, withStorage } from '../../../server/cluster/queue/queue-settings.ts';
import { defineCommand } from '../../define-command.ts';
import { graceOptions, queueOptions, storageOptions, usualGraceSeconds } from '../../options.ts';

/** Options about what a worker works on. */
export const workOptions = {
  concurrency: {
    flag: '--concurrency <number>',
    schema: wholeNumber(1, 1000),
    description: 'books to finish at the same time, and parts of books to speak with each provider',
    defaultNote: 'AUDIOBOOK_CONVERSIONS',
  },
  providers: {
    flag: '--providers <list>',
    schema: z.string().transform((text) => text.split(',').map((name) => name.trim())),
    expected: 'names of speech providers, separated by commas',
    description: 'comma-separated speech providers to work with; books of others are left to other workers',
    defaultNote: 'all',
  },
} as const;

/** `audiobook worker`: takes books from a queue until a signal stops it. */
export const command = defineCommand({
  description:
    'Takes books from a queue and works on them, together with other workers. Needs a storage that all machines share. Writes log lines as JSON on stderr.',
  options: {
    ...queueOptions,
    ...storageOptions,
    ...workOptions,
    grace: { ...graceOptions.grace, description: `${graceOptions.grace.description}; the rest is put back` },
  },
  async run({ context, options, settings: load }) {
    const { runWorker } = await import('../../../server/cluster/worker/run-worker.ts');
    const { concurrency, providers, storage, queue, grace = usualGraceSeconds } = options;
    const settings = withStorage(await load(), storage);
    const { cacheFolder, stateFolder, stderr: log, signal } = context;
    const graceMs = grace * 1000;
    const work = { settings, queue: requireQueue(queue, settings), concurrency, providers, graceMs };
    await runWorker({ ...work, cacheFolder, stateFolder, log, signal, onReady: () => undefined });
  },
});
