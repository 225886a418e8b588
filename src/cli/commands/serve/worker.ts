import { z } from 'zod';
import { durationSchema, expectedDuration, wholeNumber } from '../../../pipeline/options/text-schemas.ts';
import { requireQueue } from '../../../server/cluster/queue/queue-settings.ts';
import { defineCommand } from '../../define-command.ts';
import { queueOption } from './queue.ts';
import { loadSettingsWithStorage, storageOption } from '../../queue/queue-options.ts';

const defaultGraceSeconds = 10;

/** Options about what a worker works on. */
export const workOptions = {
  concurrency: {
    flag: '--concurrency <number>',
    schema: wholeNumber(1, 1000),
    expected: 'a whole number from 1 to 1000',
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
export const workerCommand = defineCommand({
  description:
    'Takes books from a queue and works on them, together with other workers. Needs a storage that all machines share. Writes log lines as JSON on stderr.',
  options: {
    ...queueOption,
    ...storageOption,
    ...workOptions,
    grace: {
      flag: '--grace <duration>',
      label: 'grace period',
      schema: durationSchema,
      expected: expectedDuration,
      description: 'how long running work may continue after a signal to stop; the rest is put back',
      default: `${defaultGraceSeconds}s`,
    },
  },
  async run({ context, options }) {
    const { runWorker } = await import('../../../server/cluster/worker/run-worker.ts');
    const settings = await loadSettingsWithStorage(context, options);
    const { concurrency, providers, grace = defaultGraceSeconds } = options;
    await runWorker({
      settings,
      queue: requireQueue(options.queue, settings),
      concurrency,
      providers,
      graceMs: grace * 1000,
      cacheFolder: context.cacheFolder,
      stateFolder: context.stateFolder,
      log: context.stderr,
      signal: context.signal,
      onReady: () => undefined,
    });
    return 0;
  },
});
