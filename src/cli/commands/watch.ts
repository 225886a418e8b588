import path from 'node:path';
import { canceled, invalidValue } from '../../core/errors.ts';
import { makeFolder } from '../../core/files/make-folder.ts';
import { isSameFile } from '../../core/files/require-other-file.ts';
import { inboxFolders } from '../../inbox/inbox-folders.ts';
import { watchInbox } from '../../inbox/watch-inbox.ts';
import { conversionOptions } from '../../pipeline/options/conversion-options.ts';
import { switchSchema } from '../../pipeline/options/option.ts';
import { durationSchema, expectedDuration } from '../../pipeline/options/text-schemas.ts';
import { namingOptions } from '../batch/batch-options.ts';
import { convertWatched } from './watch/convert-watched.ts';
import { configOptions } from '../config/config-options.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import { exitCodes } from '../exit-codes.ts';
import { noticeOptions } from '../notices/notice-options.ts';
import { webhookSecret, withNotices } from '../notices/with-notices.ts';
import type { NoticedRun } from '../notices/with-notices.ts';
import type { ProcessContext } from '../process-context.ts';
import { defineCommand } from '../define-command.ts';
import { runOptions } from '../run-options.ts';
import { isWhole } from '../view/report-lines.ts';
import { inboxLines } from '../view/inbox-lines.ts';

/** Each book has an output of its own. */
const { output: _, ...watchedOptions } = conversionOptions;

const defaultSettleSeconds = 10;

/** `audiobook watch FOLDER`: converts each book that is dropped into a folder. */
export const watchCommand = defineCommand({
  description:
    'Converts each book that is dropped into a folder, once it has stopped growing, and moves it to done/ in that ' +
    'folder, or to failed/ with a note that says why. Several may watch one folder. Ends with a signal, or with --once.',
  argument: { name: '<folder>', description: 'folder where books are dropped' },
  readsConfigs: true,
  options: {
    ...namingOptions,
    outFolder: { ...namingOptions.outFolder, defaultNote: 'done/ in the watched folder, beside the books' },
    once: { flag: '--once', schema: switchSchema, description: 'convert what is there and end, for cron' },
    settle: {
      flag: '--settle <duration>',
      schema: durationSchema,
      expected: expectedDuration,
      description: 'how long a file must not have changed before it is taken',
      default: `${defaultSettleSeconds}s`,
    },
    ...noticeOptions,
    notify: {
      ...noticeOptions.notify,
      description: 'run this command after each book, with the outcome in variables and as JSON on its standard input',
    },
    webhook: {
      ...noticeOptions.webhook,
      description: 'send the outcome of each book to this address, signed with AUDIOBOOK_WEBHOOK_SECRET',
    },
    ...configOptions,
    quiet: runOptions.quiet,
    json: { ...runOptions.json, description: 'print the report of each book as a line of JSON' },
    ...watchedOptions,
  },
  async run({ context, options, args: [folder = ''] }) {
    const folders = inboxFolders(path.resolve(context.workingFolder, folder));
    const { outFolder = folders.done, name, once, settle = defaultSettleSeconds, ...others } = options;
    const { quiet, json, notify, webhook, ...conversion } = others;
    // A book is not to fail because of it.
    await webhookSecret(webhook, context);
    if (await isSameFile(outFolder, folders.inbox)) {
      const expected = 'another folder than the watched one: an audiobook with text would be read as a book';
      throw invalidValue('output folder', outFolder, expected);
    }
    const { signal } = context;
    const lines = inboxLines(context, { quiet, json });
    await watchInbox(folders, {
      signal,
      once,
      settleMs: settle * 1000,
      handle: async (file) => {
        await makeFolder(outFolder);
        const watched = { outFolder, template: name, quiet, conversion };
        return await noticed(
          context,
          { notify, webhook, quiet, book: file },
          async () => await convertWatched(context, file, watched),
        );
      },
      onEvent: lines.onEvent,
    });
    await lines.end();
    if (!once) return 0;
    if (signal.aborted) throw canceled(signal);
    return lines.worstExitCode();
  },
});

/** Converts a book and sends notices of its end. */
async function noticed(
  context: ProcessContext,
  { book, ...notices }: Pick<NoticedRun, 'notify' | 'webhook' | 'quiet'> & { readonly book: string },
  convert: () => Promise<ConversionReport>,
): Promise<ConversionReport> {
  const reports: ConversionReport[] = [];
  const work: NoticedRun['work'] = async (onReport) => {
    const report = await convert();
    reports.push(report);
    onReport(report);
    return isWhole(report) ? 0 : exitCodes.incomplete;
  };
  await withNotices(context, { ...notices, books: [book], work });
  const [report] = reports;
  if (!report) throw new Error('The book was not converted.');
  return report;
}
