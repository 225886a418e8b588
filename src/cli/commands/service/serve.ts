import { z } from 'zod';
import { AudiobookError } from '../../../core/errors.ts';
import { packageVersion } from '../../../core/package-version.ts';
import { switchSchema } from '../../../pipeline/options/option.ts';
import type { OptionValues } from '../../../pipeline/options/option.ts';
import { wholeNumber } from '../../../pipeline/options/text-schemas.ts';
import { queueFrom, withStorage } from '../../../server/cluster/queue/queue-settings.ts';
import type { ServeOptions } from '../../../server/run-service.ts';
import { defineCommand } from '../../define-command.ts';
import {
  graceOptions,
  queueOptions,
  settleOptions,
  storageOptions,
  usualGraceSeconds,
  usualSettleSeconds,
} from '../../options.ts';
import type { ProcessContext } from '../../process-context.ts';
import { logLines } from '../../view/log-lines.ts';
import { showService } from '../../view/service-lines.ts';
import { tokensFile } from './tokens-file.ts';
import { workOptions } from './worker.ts';

const defaults = { host: '127.0.0.1', port: 8000 } as const;

const serveOptions = {
  host: {
    flag: '--host <address>',
    schema: z.string(),
    description: 'address to listen on; any address but the loopback needs AUDIOBOOK_TOKEN',
    default: defaults.host,
  },
  port: {
    flag: '--port <number>',
    schema: wholeNumber(0, 65_535),
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
    ...queueOptions.queue,
    description: 'leave the books to the workers of a queue: redis://host:6379, or rediss:// for TLS; needs --storage',
    defaultNote: 'AUDIOBOOK_QUEUE_URL; without both, this process converts them',
  },
  ...storageOptions,
  work: {
    flag: '--work',
    schema: switchSchema,
    description: 'work on the books of the queue, too, as `audiobook worker` does',
  },
  ...workOptions,
  inbox: {
    flag: '--inbox <folder>',
    schema: z.string(),
    description: 'folder where books are dropped; each becomes a job and then goes to done/ or failed/ in that folder',
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
  ...settleOptions,
  library: {
    flag: '--library <folder>',
    schema: z.string(),
    description: 'folder of audiobooks that are there already: they are in the library, and only read',
    isPath: true,
  },
  ...graceOptions,
  log: {
    flag: '--log <form>',
    schema: z.enum(['json', 'lines']),
    description: 'form of the log on stderr',
    defaultNote: 'lines on a terminal, otherwise json',
  },
} as const;

type ServeFlags = OptionValues<typeof serveOptions>;

/** `audiobook serve`: runs the HTTP service until a signal stops it. */
export const command = defineCommand({
  description:
    'Serves the conversions over HTTP. Prints its address on stdout and its log on stderr; on a terminal, how a phone gets in as well.',
  options: serveOptions,
  async run({ context, options, settings: load }) {
    const { serve } = await import('../../../server/serve.ts');
    const { inheritedSocket } = await import('../../../server/inherited-socket.ts');
    const socket = inheritedSocket(context.environment);
    // Without --host, the address of a socket is unknown until it is used: it may be any.
    const { host = socket === undefined ? defaults.host : '0.0.0.0', port = defaults.port, auth = true } = options;
    const { basePath, grace = usualGraceSeconds } = options;
    const settings = withStorage(await load(), options.storage);
    const queue = queueFrom(options.queue, settings);
    requireCompanions(options, queue);
    const { cacheFolder, stateFolder, stderr, signal, stdin, reloads } = context;
    const { work, concurrency, providers } = options;
    await serve({
      settings,
      version: packageVersion(),
      host,
      port,
      socket,
      basePath,
      auth,
      graceMs: grace * 1000,
      cacheFolder,
      queue,
      work: work ? { concurrency, providers } : undefined,
      inbox: inboxOf(options),
      library: options.library,
      stateFolder,
      tokensFile: tokensFile(context, settings),
      // A terminal that is closed sends the same signal, and means that the service should stop.
      reloads: stdin.isTTY ? undefined : reloads,
      ...outputOf(options, context),
      signal,
      makesToken: stderr.isTTY,
    });
  },
});

/** Returns where the address and the log go: on a terminal for people, otherwise for programs. */
function outputOf({ log, basePath }: ServeFlags, context: ProcessContext): Pick<ServeOptions, 'log' | 'onListening'> {
  const { stdout, stderr } = context;
  const isForPeople = (log ?? (stderr.isTTY ? 'lines' : 'json')) === 'lines';
  return {
    log: isForPeople ? logLines(stderr) : stderr,
    onListening(url, access) {
      stdout.write(`${url}\n`);
      if (isForPeople) void showService({ url, basePath, ...access }, context);
    },
  };
}

/** Flags that are about another one, why it is needed, and those that are about it. */
const companions = [
  ['work', '. Without it, the service leaves its books to workers.', ['concurrency', 'providers']],
  ['inbox', ', the folder where books are dropped.', ['inboxKind', 'inboxOut', 'inboxField', 'settle']],
] as const;

/** Throws `usage` for flags without the one that they are about, and for those that exclude each other. */
function requireCompanions(flags: ServeFlags, queue: string | undefined): void {
  if (flags.work && queue === undefined) {
    throw new AudiobookError('usage', '--work needs --queue: without a queue, the service converts its books itself.');
  }
  const own = (['inbox', 'library'] as const).find((name) => flags[name] !== undefined);
  if (queue !== undefined && own !== undefined) {
    const message = `--${own} needs a service that converts its books itself. Leave out --${own} or the queue.`;
    throw new AudiobookError('usage', message);
  }
  for (const [needed, why, names] of companions) {
    const name = flags[needed] === undefined ? names.find((one) => flags[one] !== undefined) : undefined;
    if (name === undefined) continue;
    const [flag] = serveOptions[name].flag.split(' ');
    throw new AudiobookError('usage', `${flag} needs --${needed}${why}`);
  }
}

function inboxOf({
  inbox: folder,
  inboxKind,
  inboxOut: outFolder,
  inboxField: fields = [],
  settle = usualSettleSeconds,
}: ServeFlags): ServeOptions['inbox'] {
  if (folder === undefined) return undefined;
  const kind = inboxKind === 'audiobook' ? 'audiobook' : 'synthesize';
  return { folder, outFolder, kind, fields, settleMs: settle * 1000 };
}
