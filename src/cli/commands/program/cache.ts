import { AudiobookError, throwIfCanceled } from '../../../core/errors.ts';
import { switchSchema } from '../../../pipeline/options/option.ts';
import type { OptionValues } from '../../../pipeline/options/option.ts';
import { durationSchema, sizeSchema } from '../../../pipeline/options/text-schemas.ts';
import { cacheContents, pruneCache } from '../../../pipeline/store/cache-contents.ts';
import type { CacheContents, CacheShare } from '../../../pipeline/store/cache-contents.ts';
import { storedFiles, totalBytes } from '../../../pipeline/store/prune-store.ts';
import type { Pruned } from '../../../pipeline/store/prune-store.ts';
import { segmentFolder } from '../../../pipeline/store/store-settings.ts';
import { askYesOrNo } from '../../ask/ask.ts';
import { defineCommand } from '../../define-command.ts';
import type { Invocation } from '../../define-command.ts';
import { jsonOptions } from '../../options.ts';
import type { ProcessContext } from '../../process-context.ts';
import { formatSize } from '../../view/format-size.ts';
import { formatTable } from '../../view/format-table.ts';

const pruneOptions = {
  olderThan: {
    flag: '--older-than <age>',
    schema: durationSchema,
    label: 'age',
    expected: 'an age such as 30d, 12h or 90m',
    description: 'remove what was not used for longer than this',
  },
  maxSize: {
    flag: '--max-size <size>',
    schema: sizeSchema,
    label: 'size',
    expected: 'a size such as 5GB or 500MB',
    description: 'remove what was not used for longest, until the store is no larger',
  },
  all: { flag: '--all', schema: switchSchema, description: 'remove everything, after a question' },
  yes: { flag: '-y, --yes', schema: switchSchema, description: 'remove everything without a question' },
  ...jsonOptions,
} as const;

/** `audiobook cache prune`: removes what was not used for long, what is too much, or everything. */
const prune = defineCommand({
  description:
    'Removes from the segment store what was not used for longer than an age, and what was not used for longest until ' +
    'the store fits a size. With --all it removes everything: later runs ask services again for all speech, which may ' +
    'cost money. Waits for no run: it ends with exit code 2 while one uses the store.',
  options: pruneOptions,
  run: async (invocation) => await removeStored(invocation, invocation.options),
});

/** `audiobook cache clear`: the same with `--all`. */
const clear = defineCommand({
  description: 'Removes everything from the segment store, after a question.',
  old: 'audiobook cache prune --all',
  options: { yes: pruneOptions.yes, ...jsonOptions },
  run: async (invocation) => await removeStored(invocation, { ...invocation.options, all: true }),
});

/** `audiobook cache`: says what the segment store holds. */
export const command = defineCommand({
  description:
    'Says what the segment store holds: speech and answers of services that later runs need not ask for again. Prunes it.',
  options: jsonOptions,
  subcommands: { prune, clear },
  async run({ context, settings, print }) {
    const contents = await cacheContents(await settings(), context.cacheFolder);
    print(contents, () => contentsText(contents));
  },
});

async function removeStored(
  { context, settings, print }: Pick<Invocation<typeof pruneOptions>, 'context' | 'settings' | 'print'>,
  { olderThan, maxSize, all, yes }: OptionValues<typeof pruneOptions>,
): Promise<void> {
  if (olderThan === undefined && maxSize === undefined && !all) {
    throw new AudiobookError('usage', "Say what to remove: 'audiobook cache prune --older-than 30d'.");
  }
  const { cacheFolder, signal } = context;
  const loaded = await settings();
  if (all && !yes) await confirmRemoval(context, segmentFolder(loaded, cacheFolder));
  throwIfCanceled(signal);
  const given = { maxAgeMs: olderThan === undefined ? undefined : olderThan * 1000, maxBytes: maxSize };
  const pruned = await pruneCache(loaded, cacheFolder, all ? { maxBytes: 0, maxAgeMs: -Infinity } : given);
  print(pruned, () => prunedLine(pruned));
}

/** Throws `usage` without a terminal, and `canceled` unless the answer is yes. */
async function confirmRemoval(context: ProcessContext, folder: string): Promise<void> {
  const files = await storedFiles(folder);
  if (files.length === 0) return;
  if (!context.stdin.isTTY || !context.stderr.isTTY) {
    throw new AudiobookError('usage', 'Nothing was removed: without a terminal, clearing needs --yes.');
  }
  const answer = await askYesOrNo(context, {
    message: `Remove ${files.length} files (${formatSize(totalBytes(files))}) from ${folder}?`,
    default: false,
  });
  if (!answer) throw new AudiobookError('canceled', 'Nothing was removed.');
}

function prunedLine({ removedFiles, removedBytes, bytes }: Pruned): string {
  const files = removedFiles === 1 ? '1 file' : `${removedFiles} files`;
  return `Removed ${files} (${formatSize(removedBytes)}). ${formatSize(bytes)} remain.\n`;
}

const kindNames = {
  speech: 'speech',
  hearings: 'what was heard of it',
  voices: 'pace of voices',
  answers: 'who speaks in books',
  books: 'books as they were read',
  downloads: 'books from addresses',
  unfinished: 'unfinished files',
} as const;

function row(names: readonly string[], { files, bytes, lastUsed }: CacheShare): readonly string[] {
  return [...names, String(files), formatSize(bytes), lastUsed.slice(0, 10)];
}

function contentsText({ folder, bytes, maxBytes, users, kinds, speakers }: CacheContents): string {
  const limit = maxBytes === undefined ? '' : ` of at most ${formatSize(maxBytes)}`;
  const tables = [
    [['KIND', 'FILES', 'SIZE', 'LAST USED'], ...kinds.map((one) => row([kindNames[one.kind]], one))],
    [
      ['PROVIDER', 'VOICE', 'SEGMENTS', 'SIZE', 'LAST USED'],
      ...speakers.map((one) => row([one.provider ?? '(not known)', one.voice ?? ''], one)),
    ],
  ].filter((rows) => rows.length > 1);
  const inUse =
    users.length === 0 ? '' : `In use by ${users.length === 1 ? 'process' : 'processes'} ${users.join(', ')}\n`;
  return [`${folder}: ${formatSize(bytes)}${limit}\n${inUse}`, ...tables.map((rows) => formatTable(rows))].join('\n');
}
