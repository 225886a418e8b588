import { z } from 'zod';
import { AudiobookError, invalidValue } from '../../core/errors.ts';
import { isStandardOutput } from '../../core/files/resolve-target.ts';
import { convert } from '../../pipeline/convert.ts';
import { conversionOptions } from '../../pipeline/options/conversion-options.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { mayAskForCommand } from '../ask/may-ask.ts';
import { batchOptions } from '../batch/batch-options.ts';
import type { BatchRun } from '../batch/convert-books.ts';
import { findBooks, namesOf } from '../batch/find-books.ts';
import { namedSource, oneBookOptions } from '../batch/one-book.ts';
import { storedBooksOf } from '../stored-books.ts';
import type { BookSource } from '../../pipeline/read/book-source.ts';
import { configOptions, rememberOptions } from '../config/config-options.ts';
import { booksArgument, defineCommand } from '../define-command.ts';
import { conversionRequest } from '../conversion-request.ts';
import { withNotices } from '../notices/with-notices.ts';
import type { NoticedRun } from '../notices/with-notices.ts';
import type { ProcessContext } from '../process-context.ts';
import type { JobRecord } from '../../server/jobs/job-record.ts';
import { runConversion } from '../run-conversion.ts';
import { messageView } from '../view/message-view.ts';
import { handedFields } from '../queue/handed-fields.ts';
import { handOverOptions } from '../queue/queue-options.ts';
import { runOptions } from '../run-options.ts';
import type { StreamOptions } from '../pipes/stream-conversion.ts';
import { withPassword } from '../with-password.ts';

const convertOptions = {
  ...runOptions,
  ...configOptions,
  ...rememberOptions,
  ...batchOptions,
  ...oneBookOptions,
  ...handOverOptions,
  ...conversionOptions,
  output: {
    ...conversionOptions.output,
    description: 'file to write, the folder with --layout chapters, or - for standard output',
  },
  format: {
    ...conversionOptions.format,
    schema: z.enum([...conversionOptions.format.schema.options, 'aac']),
    description: 'audio format; aac only on standard output',
  },
} as const;

/** `audiobook convert BOOK...`: synthesizes the text of books, into MP3s by default. */
export const convertCommand = defineCommand({
  description:
    'Converts a book to an MP3 with chapter marks, tags and cover, or to another audio format; several books, folders of ' +
    'books and patterns, one after the other.',
  argument: booksArgument,
  readsConfigs: true,
  options: convertOptions,
  async complete({ context, options, args }) {
    const isKnown = args.length > 0 || options.dryRun === true || options.queue !== undefined;
    if (isKnown || !mayAskForCommand(context, options)) return undefined;
    // Loaded for a person alone.
    const { completeConversion } = await import('./convert/complete-conversion.ts');
    return await completeConversion(context, options);
  },
  async run({ context, options, flags, texts, args }) {
    if (args.length === 0) throw new AudiobookError('usage', "Name a book: 'audiobook convert book.epub'.");
    warnOfUnusedModel(context, options, flags);
    const fields = await handedFields(convertOptions, texts);
    const work: NoticedRun['work'] = async (onReport) =>
      await convertArguments(context, args, {
        ...options,
        series: options.remember ? flags : undefined,
        fields,
        onReport,
      });
    return await withNotices(context, { ...options, books: args, work });
  },
});

/** A model that is named for a run which asks none was probably meant to write scripts, as it does in the other conversion. */
function warnOfUnusedModel(
  { stderr }: ProcessContext,
  { translate, cast, quiet, progress }: OptionValues<typeof convertOptions>,
  { model, llmBaseUrl }: Pick<OptionValues<typeof convertOptions>, 'model' | 'llmBaseUrl'>,
): void {
  const flag = model === undefined ? llmBaseUrl && '--llm-base-url' : '--model';
  if (flag === undefined || translate !== undefined || cast !== undefined) return;
  const message = `${flag} has no effect: without --translate and --cast, no language model is asked. 'audiobook audiobook' writes scripts with one.`;
  messageView(stderr, { quiet, progress }).warn(message);
}

/** Converts one book, or several one after the other. Returns the exit code. */
async function convertArguments(
  context: ProcessContext,
  args: readonly string[],
  { onReport, series, fields, ...options }: ConvertOptions,
): Promise<number> {
  const { outFolder, name, skipExisting, output, ...conversion } = options;
  const { books, isCollection } = await booksOf(context, args, options);
  const isNamed = [outFolder, name, skipExisting].some((value) => value !== undefined);
  const isBatch = isCollection || books.length > 1 || isNamed;
  const [first] = books;
  if (first && !isBatch) return await convertOne(context, first, { ...options, series, fields, onReport });
  if (fields) throw new AudiobookError('usage', '--queue takes one book. Run it for each, or leave out --queue.');
  const format = requireFileFormat(options.format);
  if (output !== undefined) {
    const message = '--output names the file of one book. Use --out-dir and --name for several.';
    throw new AudiobookError('usage', message);
  }
  if (options.dryRun) {
    const { planBooks } = await import('./plan/plan-books.ts');
    return await planBooks(context, books, { ...options, format });
  }
  const { convertBooks } = await import('../batch/convert-books.ts');
  return await convertBooks(context, books, { ...options, conversion: { ...conversion, format }, series, onReport });
}

/** Returns the books of a command line; one with the title of `--as-one-book`. */
async function booksOf(
  context: ProcessContext,
  args: readonly string[],
  { asOneBook: title, quiet, progress }: Pick<ConvertOptions, 'asOneBook' | 'quiet' | 'progress'>,
): Promise<{ readonly books: readonly BookSource[]; readonly isCollection: boolean }> {
  if (title !== undefined) {
    return { books: [await namedSource(context, { words: args, title, quiet, progress })], isCollection: false };
  }
  const { files, isCollection, passedOver } = await findBooks(args, context.workingFolder);
  if (passedOver.length > 0) {
    const message = `Left out, because the program does not read them as books: ${namesOf(passedOver)}.`;
    messageView(context.stderr, { quiet, progress }).warn(message);
  }
  const storedBooks = await storedBooksOf(context);
  return { books: files.map((bookFile) => ({ bookFile, storedBooks })), isCollection };
}

type OneBook = StreamOptions &
  OptionValues<typeof handOverOptions> &
  Pick<BatchRun, 'onReport' | 'series'> & {
    /** The options as a queue gets them. Undefined where this machine converts the book. */
    readonly fields?: JobRecord['fields'] | undefined;
  };

type ConvertOptions = OneBook & OptionValues<typeof batchOptions & typeof oneBookOptions>;

async function convertOne(
  context: ProcessContext,
  book: BookSource,
  { onReport, series, fields, ...given }: OneBook,
): Promise<number> {
  if (given.output !== undefined && isStandardOutput(given.output)) {
    if (fields) throw new AudiobookError('usage', '--output - works on this machine only. Leave out --queue.');
    const { streamConversion } = await import('../pipes/stream-conversion.ts');
    return await streamConversion(context, book, given);
  }
  const options = { ...given, format: requireFileFormat(given.format) };
  const defaults = { workingFolder: context.workingFolder, defaultFormat: 'mp3' } as const;
  return await withPassword(context, options.password, async (password) => {
    const request = conversionRequest(book, { ...options, password }, defaults);
    if (fields) {
      const { handOverBook } = await import('../queue/hand-over-book.ts');
      return await handOverBook(context, options, { kind: 'synthesize', request, fields, onReport });
    }
    return await runConversion(context, options, request, { run: convert, narrated: false, series, onReport });
  });
}

type FileFormat = OptionValues<typeof conversionOptions>['format'];

/** ADTS has no place for chapters and tags: `m4b` is the file with AAC. */
function requireFileFormat(format: FileFormat | 'aac'): FileFormat {
  if (format !== 'aac') return format;
  throw invalidValue('format', format, 'm4b, the file with AAC, or --output - to pipe the audio');
}
