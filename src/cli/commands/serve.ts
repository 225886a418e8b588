import { z } from 'zod';
import { AudiobookError } from '../../core/errors.ts';
import { switchSchema } from '../../pipeline/options/option.ts';
import { durationSchema, expectedDuration, wholeNumber } from '../../pipeline/options/text-schemas.ts';
import { queueFrom } from '../../server/cluster/queue/queue-settings.ts';
import { defineCommand } from '../define-command.ts';
import { inboxOf } from './serve/inbox-of.ts';
import { workOptions } from './serve/worker.ts';
import { workOf } from './serve/work-of.ts';
import { loadSettingsWithStorage, storageOption } from '../queue/queue-options.ts';
import { tokensFile } from '../tokens-file.ts';
import { packageVersion } from '../../core/package-version.ts';

const inboxWithQueue = 'An inbox needs a service that converts its books itself. Leave out --inbox or the queue.';

const defaults = { host: '127.0.0.1', port: 8000, grace: 10 } as const;

/** `audiobook serve`: runs the HTTP service until a signal stops it. */
export const serveCommand = defineCommand({
  description: 'Serves the conversions over HTTP. Prints its address on stdout and log lines as JSON on stderr.',
  options: {
    host: {
      flag: '--host <address>',
      schema: z.string(),
      description: 'address to listen on; any address but the loopback needs AUDIOBOOK_TOKEN',
      default: defaults.host,
    },
    port: {
      flag: '--port <number>',
      schema: wholeNumber(0, 65_535),
      expected: 'a whole number from 0 to 65535',
      description: 'port to listen on; 0 chooses a free one',
      default: defaults.port,
    },
    basePath: {
      flag: '--base-path <path>',
      schema: z.string().regex(/^(?:\/[\w.~-]+)+$/u),
      expected: 'a path such as /audiobook, without a slash at its end',
      label: 'base path',
      description: 'path below which a proxy serves the service; all addresses that it gives begin with it',
    },
    auth: {
      flag: '--no-auth',
      schema: switchSchema,
      description: 'serve everyone who can reach the address, without a token',
    },
    queue: {
      flag: '--queue <address>',
      schema: z.string(),
      description:
        'leave the books to the workers of a queue: redis://host:6379, or rediss:// for TLS; needs --storage',
      defaultNote: 'AUDIOBOOK_QUEUE_URL; without both, this process converts them',
      secret: true,
    },
    ...storageOption,
    work: {
      flag: '--work',
      schema: switchSchema,
      description: 'work on the books of the queue, too, as `audiobook worker` does',
    },
    ...workOptions,
    inbox: {
      flag: '--inbox <folder>',
      schema: z.string(),
      description:
        'folder where books are dropped; each becomes a job and then goes to done/ or failed/ in that folder',
      isPath: true,
    },
    inboxKind: {
      flag: '--inbox-kind <kind>',
      schema: z.enum(['convert', 'audiobook']),
      description: 'how the books of the inbox are converted',
      default: 'convert',
    },
    inboxOut: {
      flag: '--inbox-out <folder>',
      schema: z.string(),
      description: 'folder for the audiobooks of the inbox',
      defaultNote: 'done/ in the inbox, beside the books',
      isPath: true,
    },
    inboxField: {
      flag: '--inbox-field <name=value>',
      schema: z.array(z.string().regex(/^[a-z_]+=/u)),
      expected: 'name=value, for example voice=af_heart',
      description: 'form field of POST /jobs for the books of the inbox, such as voice=af_heart; may be repeated',
    },
    settle: {
      flag: '--settle <duration>',
      schema: durationSchema,
      expected: expectedDuration,
      description: 'how long a file of the inbox must not have changed before it is taken',
      default: '10s',
    },
    grace: {
      flag: '--grace <seconds>',
      label: 'grace period',
      schema: wholeNumber(0, 86_400),
      expected: 'a whole number of seconds from 0 to 86400',
      description: 'how long running conversions may continue after a signal to stop',
      default: defaults.grace,
    },
  },
  async run({ context, options }) {
    const { serve } = await import('../../server/serve.ts');
    const { inheritedSocket } = await import('../../server/inherited-socket.ts');
    const socket = inheritedSocket(context.environment);
    // Without --host, the address of a socket is unknown until it is used: it may be any.
    const {
      host = socket === undefined ? defaults.host : '0.0.0.0',
      port = defaults.port,
      auth = true,
      grace = defaults.grace,
      basePath,
    } = options;
    const settings = await loadSettingsWithStorage(context, options);
    const queue = queueFrom(options.queue, settings);
    const work = workOf(options, queue);
    if (queue !== undefined && options.inbox !== undefined) throw new AudiobookError('usage', inboxWithQueue);
    await serve({
      settings,
      version: packageVersion(),
      host,
      port,
      socket,
      basePath,
      auth,
      graceMs: grace * 1000,
      cacheFolder: context.cacheFolder,
      queue,
      work,
      inbox: inboxOf(options),
      stateFolder: context.stateFolder,
      tokensFile: tokensFile(context, settings),
      // A terminal that is closed sends the same signal, and means that the service should stop.
      reloads: context.stdin.isTTY ? undefined : context.reloads,
      log: context.stderr,
      signal: context.signal,
      onListening: (url) => void context.stdout.write(`${url}\n`),
    });
    return 0;
  },
});
