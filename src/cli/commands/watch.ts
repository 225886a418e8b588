import path from 'node:path';
import { canceled, invalidValue } from '../../core/errors.ts';
import { makeFolder, makeFolders } from '../../core/files/make-folder.ts';
import { isSameFile } from '../../core/files/require-other-file.ts';
import { inboxFolders } from '../../inbox/inbox-folders.ts';
import { watchInbox } from '../../inbox/watch-inbox.ts';
import { castSource } from '../../pipeline/cast/cast-source.ts';
import { checkRequest } from '../../pipeline/check-request.ts';
import { conversionOptions } from '../../pipeline/options/conversion-options.ts';
import { switchSchema } from '../../pipeline/options/option.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import { freeRequest } from '../books/book-request.ts';
import type { RunOptions } from '../books/book-request.ts';
import { convertAlone } from '../books/convert-book.ts';
import { defineCommand } from '../define-command.ts';
import { exitCodes } from '../exit-codes.ts';
import { noticeKeys, withNotices } from '../notices/with-notices.ts';
import {
  configOptions,
  namingOptions,
  noticeOptions,
  runOptions,
  settleOptions,
  usualSettleSeconds,
} from '../options.ts';
import { convertsUnasked } from '../with-answers.ts';
import type { ProcessContext } from '../process-context.ts';
import { inboxLines } from '../view/inbox-lines.ts';
import { isWhole } from '../view/report-lines.ts';

/** Each book has an output of its own. */
const { output: _, ...watchedOptions } = conversionOptions;

/** `audiobook watch FOLDER`: converts each book that is dropped into a folder. */
export const command = defineCommand({
  description:
    'Converts each book that is dropped into a folder, once it has stopped growing, and moves it to done/ in that ' +
    'folder, or to failed/ with a note that says why. Several may watch one folder. Ends with a signal, or with --once.',
  argument: { name: '<folder>', description: 'folder where books are dropped' },
  readsConfigs: true,
  options: {
    ...namingOptions,
    outFolder: { ...namingOptions.outFolder, defaultNote: 'done/ in the watched folder, beside the books' },
    once: { flag: '--once', schema: switchSchema, description: 'convert what is there and end, for cron' },
    ...settleOptions,
    ...watchedOptions,
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
  },
  async run({ context, options, args: [word = ''] }) {
    const folders = inboxFolders(path.resolve(context.workingFolder, word));
    const { outFolder = folders.done, once, settle = usualSettleSeconds, notify, webhook } = options;
    const { signal } = context;
    // A book is not to fail because of it.
    await noticeKeys({ notify, webhook }, context);
    if (await isSameFile(outFolder, folders.inbox)) {
      const expected = 'another folder than the watched one: an audiobook with text would be read as a book';
      throw invalidValue('output folder', outFolder, expected);
    }
    const lines = inboxLines(context, options);
    await watchInbox(folders, {
      signal,
      once,
      settleMs: settle * 1000,
      ebookConvert: await convertsUnasked(context, options),
      handle: async (file) => await convertNoticed(context, file, { ...options, outFolder }),
      onEvent: lines.onEvent,
    });
    await lines.end();
    if (!once) return 0;
    if (signal.aborted) throw canceled(signal);
    return lines.worstExitCode();
  },
});

type WatchOptions = RunOptions & { readonly outFolder: string };

/** Converts a book and sends notices of its end. */
async function convertNoticed(context: ProcessContext, book: string, options: WatchOptions): Promise<ConversionReport> {
  let made: ConversionReport | undefined;
  await withNotices(context, { ...options, books: [book] }, async (onReport) => {
    made = await convertWatched(context, book, options);
    onReport(made);
    return isWhole(made) ? 0 : exitCodes.incomplete;
  });
  if (!made) throw new Error('The book was not converted.');
  return made;
}

/**
 * Converts a book as `audiobook convert` does, to a file named after it or by a template. Where another book has that name, the file gets a
 * number. Shows the progress on a terminal only, so that a log has one line per book. Throws what `convert` throws.
 */
async function convertWatched(
  context: ProcessContext,
  bookFile: string,
  { outFolder: folder, name: template, ...options }: WatchOptions,
): Promise<ConversionReport> {
  const { signal, stderr } = context;
  await makeFolder(folder);
  const named = await freeRequest({ bookFile }, options, { folder, template, signal });
  // The book moves on: a new cast belongs beside the audiobook.
  const request = { ...named, castSource: castSource(options.cast, { bookFile: named.output }) };
  await makeFolders(path.dirname(request.output));
  await checkRequest(request);
  const quiet = options.quiet === true || !stderr.isTTY;
  // Nobody is asked: a watch goes on by itself.
  return await convertAlone(context, request, { ...options, quiet, yes: true, narrated: false });
}
