import { cacheContents } from '../../../pipeline/store/cache-contents.ts';
import type { CacheContents } from '../../../pipeline/store/cache-contents.ts';
import { defineCommand } from '../../define-command.ts';
import { loadProcessSettings } from '../../load-process-settings.ts';
import { jsonOptions } from '../../run-options.ts';
import { formatSize } from '../../view/format-size.ts';
import { formatTable } from '../../view/format-table.ts';
import { clearCommand } from './clear.ts';
import { pruneCommand } from './prune.ts';

/** `audiobook cache`: says what the segment store holds. */
export const cacheCommand = defineCommand({
  description:
    'Says what the segment store holds: speech and answers of services that later runs need not ask for again. ' +
    'Prunes and clears it.',
  options: jsonOptions,
  subcommands: { prune: pruneCommand, clear: clearCommand },
  async run({ context, options: { json } }) {
    const contents = await cacheContents(await loadProcessSettings(context), context.cacheFolder);
    context.stdout.write(json ? `${JSON.stringify(contents)}\n` : contentsText(contents));
    return 0;
  },
});

const kindNames = {
  speech: 'speech',
  hearings: 'what was heard of it',
  voices: 'pace of voices',
  answers: 'who speaks in books',
  books: 'books as they were read',
  unfinished: 'unfinished files',
} as const;

function contentsText({ folder, bytes, maxBytes, users, kinds, speakers }: CacheContents): string {
  const limit = maxBytes === undefined ? '' : ` of at most ${formatSize(maxBytes)}`;
  const kindRows = kinds.map(({ kind, files, bytes: own, lastUsed }) => [
    kindNames[kind],
    String(files),
    formatSize(own),
    lastUsed.slice(0, 10),
  ]);
  const speakerRows = speakers.map(({ provider = '(not known)', voice = '', files, bytes: own, lastUsed }) => [
    provider,
    voice,
    String(files),
    formatSize(own),
    lastUsed.slice(0, 10),
  ]);
  const tables = [
    [['KIND', 'FILES', 'SIZE', 'LAST USED'], ...kindRows],
    [['PROVIDER', 'VOICE', 'SEGMENTS', 'SIZE', 'LAST USED'], ...speakerRows],
  ].filter((rows) => rows.length > 1);
  const inUse =
    users.length === 0 ? '' : `In use by ${users.length === 1 ? 'process' : 'processes'} ${users.join(', ')}\n`;
  return [`${folder}: ${formatSize(bytes)}${limit}\n${inUse}`, ...tables.map((rows) => formatTable(rows))].join('\n');
}
