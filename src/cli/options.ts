import { z } from 'zod';
import { switchSchema, underHeading } from '../pipeline/options/option.ts';
import { durationSchema, expectedDuration } from '../pipeline/options/text-schemas.ts';
import { expectedName, nameTemplate } from './books/name-template.ts';

const json = { flag: '--json', schema: switchSchema, description: 'print JSON' } as const;
const quiet = { flag: '-q, --quiet', schema: switchSchema, description: 'print nothing but errors' } as const;

/** The option of the commands that print a list or a report. */
export const jsonOptions = { json } as const;

/** The option of the commands that say what they do. */
export const quietOptions = { quiet } as const;

/** The option of the commands that write one file made from a book. */
export const bookFileOptions = {
  force: { flag: '--force', schema: switchSchema, description: 'replace a file with other content' },
} as const;

/** Options of commands that write a text of a book. */
export const textFileOptions = {
  output: {
    flag: '-o, --output <file>',
    schema: z.string(),
    description: 'file to write, or - for standard output',
    defaultNote: 'standard output',
    isPath: true,
  },
  ...bookFileOptions,
} as const;

/** Options about how the audiobooks of many books are named. */
export const namingOptions = underHeading('Many books', ['outFolder', 'name'], {
  outFolder: {
    flag: '--out-dir <folder>',
    schema: z.string(),
    label: 'output folder',
    description: 'folder for the audiobooks; it is made when it is missing',
    defaultNote: 'the current folder',
    isPath: true,
  },
  name: {
    flag: '--name <template>',
    schema: z.string().max(500).transform(nameTemplate),
    expected: expectedName,
    description:
      'name of each audiobook in the output folder, for example "{author}/{series}/{series-position} - {title}/{title}.m4b", ' +
      'or the names that a player expects: audiobookshelf, plex, flat',
    defaultNote: 'the name of the book',
  },
});

/** The option for one audiobook of several files. */
export const oneBookOptions = underHeading('Many books', ['asOneBook'], {
  asOneBook: {
    flag: '--as-one-book <title>',
    schema: z.string().max(500),
    label: 'title',
    expected: 'a title of at most 500 characters',
    description:
      'make one audiobook with this title of all files, folders and patterns that are named, each file a chapter',
  },
});

/** Options for converting many books. */
export const batchOptions = {
  ...namingOptions,
  ...underHeading('Many books', ['skipExisting'], {
    skipExisting: {
      flag: '--skip-existing',
      schema: switchSchema,
      description: 'leave out books whose audiobook is in the output folder already, whatever their names',
    },
  }),
} as const;

/** Options about notices when a run has ended. */
export const noticeOptions = underHeading('The run', [], {
  notify: {
    flag: '--notify <command>',
    schema: z.string().max(10_000),
    expected: 'a command of the shell, at most 10000 characters, or audiobookshelf://host:13378/library',
    description:
      'run this command at the end, with the outcome in variables and as JSON on its standard input; or audiobookshelf://host:13378/library: have that library scanned',
  },
  webhook: {
    flag: '--webhook <url>',
    schema: z.url({ protocol: /^https?$/u }).max(2000),
    expected: 'an address that begins with http:// or https://',
    description: 'send the outcome to this address at the end, signed with AUDIOBOOK_WEBHOOK_SECRET',
  },
});

/** Options about what both conversions print, ask and send. */
export const runOptions = {
  ...underHeading('The run', ['quiet', 'json', 'yes'], {
    quiet,
    json: { ...json, description: 'print the report as JSON' },
    yes: {
      flag: '-y, --yes',
      schema: switchSchema,
      description:
        'ask nothing, download nothing that would be asked about, and convert books of other kinds with the installed ebook-convert',
    },
    progress: {
      flag: '--progress <mode>',
      schema: z.enum(['auto', 'json']),
      description: 'how to show the progress on standard error; json: an event per line',
      default: 'auto',
    },
    dryRun: {
      flag: '--dry-run',
      schema: switchSchema,
      description: 'print the plan with its cost and convert nothing',
      old: 'audiobook plan',
    },
  }),
  ...noticeOptions,
} as const;

/** Options about the configs that a conversion reads. */
export const configOptions = underHeading('The run', [], {
  profile: {
    flag: '--profile <name>',
    schema: z.string().max(100),
    expected: 'a name of at most 100 characters',
    description: 'use the values of this profile of audiobook.config.yaml',
  },
  config: {
    flag: '--config <file>',
    schema: z.string(),
    description: 'read this config and no other; none reads no config',
    defaultNote: 'audiobook.config.json, .yaml or .mjs beside the book, in the current folder and in that of the user',
  },
});

/** The option of the conversions that keeps the voice of a series. */
export const rememberOptions = underHeading('The run', [], {
  remember: {
    flag: '--remember',
    schema: switchSchema,
    description:
      'speak with the provider, voice and lexicons of the last book of the same series, and keep those of this one',
  },
});

/** The option of the commands that watch a folder. */
export const settleOptions = {
  settle: {
    flag: '--settle <duration>',
    schema: durationSchema,
    expected: expectedDuration,
    description: 'how long a file must not have changed before it is taken',
    default: '10s',
  },
} as const;

/** Seconds without a change after which a dropped file is taken: longer than the pauses of a slow download. */
export const usualSettleSeconds = durationSchema.parse(settleOptions.settle.default);

/** The option of the commands that go on for a while after a signal. */
export const graceOptions = {
  grace: {
    flag: '--grace <duration>',
    label: 'grace period',
    schema: durationSchema,
    expected: expectedDuration,
    description: 'how long running work may continue after a signal to stop',
    default: '10s',
  },
} as const;

/** Seconds after a signal: a segment is spoken in less, and systemd and Docker kill no earlier. */
export const usualGraceSeconds = durationSchema.parse(graceOptions.grace.default);

/** The option of the commands that share files with other machines. */
export const storageOptions = underHeading('Many machines', [], {
  storage: {
    flag: '--storage <address>',
    schema: z.string().regex(/^(?:file|s3):\/\//u),
    expected: 'file:///folder or s3://bucket/prefix',
    description: 'where the machines of a queue share files: file:///mnt/books or s3://bucket/prefix',
    defaultNote: 'AUDIOBOOK_STORAGE',
    secret: true,
  },
});

/** The option of the commands that use a queue. */
export const queueOptions = underHeading('Many machines', [], {
  queue: {
    flag: '--queue <address>',
    schema: z.string(),
    description: 'address of the queue: redis://host:6379, or rediss:// for TLS',
    defaultNote: 'AUDIOBOOK_QUEUE_URL',
    secret: true,
  },
});

/** Options of the conversions that can leave a book to the workers of a queue. */
export const handOverOptions = {
  queue: {
    ...queueOptions.queue,
    description:
      'leave the book to the workers of a queue and fetch the result: redis://host:6379, or rediss:// for TLS; needs --storage',
    defaultNote: 'this machine converts it',
  },
  ...storageOptions,
} as const;
