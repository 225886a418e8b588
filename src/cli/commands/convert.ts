import { once } from 'node:events';
import { z } from 'zod';
import { streamFormats } from '../../pipeline/conversion.ts';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import { AudiobookError, canceled, invalidValue } from '../../core/errors.ts';
import { isStandardOutput } from '../../core/files/resolve-target.ts';
import { conversionOptions } from '../../pipeline/options/conversion-options.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { mayAsk } from '../ask/ask.ts';
import { handedFields } from '../books/handed-fields.ts';
import { namedBooks, shownWords } from '../books/named-books.ts';
import { runBooks } from '../books/run-books.ts';
import { booksArgument, defineCommand } from '../define-command.ts';
import { withNotices } from '../notices/with-notices.ts';
import {
  batchOptions,
  configOptions,
  handOverOptions,
  oneBookOptions,
  rememberOptions,
  runOptions,
} from '../options.ts';
import type { ProcessContext } from '../process-context.ts';
import { messageView } from '../view/open-progress-view.ts';

const convertOptions = {
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
  ...batchOptions,
  ...oneBookOptions,
  ...runOptions,
  ...configOptions,
  ...rememberOptions,
  ...handOverOptions,
} as const;

type ConvertOptions = OptionValues<typeof convertOptions>;

/** `audiobook convert BOOK...`: synthesizes the text of books, into MP3s by default. */
export const command = defineCommand({
  description:
    'Converts a book to an MP3 with chapter marks, tags and cover, or to another audio format; several books, folders of ' +
    'books and patterns, one after the other.',
  argument: booksArgument,
  readsConfigs: true,
  options: convertOptions,
  async complete({ context, options, args }) {
    const isKnown = args.length > 0 || options.dryRun === true || options.queue !== undefined;
    // The questions take the place of a command line: the screen must know movements.
    const isScreen = context.stdout.isTTY && context.environment['TERM'] !== 'dumb';
    if (isKnown || !isScreen || !mayAsk(context, options)) return undefined;
    // Loaded for a person alone.
    const { completeConversion } = await import('../ask/complete-conversion.ts');
    return await completeConversion(context, { ...options, format: aacAs(options.format, undefined) });
  },
  async run({ context, options, flags, texts, args: words }) {
    if (words.length === 0) throw new AudiobookError('usage', "Name a book: 'audiobook convert book.epub'.");
    warnOfUnusedModel(context, options, flags);
    const fields = await handedFields(convertOptions, texts);
    return await withNotices(context, { ...options, books: shownWords(context, words) }, async (onReport) => {
      const { books, isCollection } = await namedBooks(context, { ...options, words });
      const { outFolder, name, skipExisting } = options;
      const isNamed = [outFolder, name, skipExisting].some((value) => value !== undefined);
      const isMany = isCollection || books.length > 1 || isNamed;
      if (isMany) requireOptionsOfMany(options, fields);
      const stream = isMany ? undefined : streamOf(context, options, fields);
      const format = stream ? aacAs(options.format, 'm4b') : requireFileFormat(options.format);
      const series = options.remember && !stream ? flags : undefined;
      const isBatch = isMany && !options.dryRun;
      const run = { options: { ...options, format }, narrated: false, isBatch, series, stream, fields, onReport };
      return await runBooks(context, books, run);
    });
  },
});

/** A model that is named for a run which asks none was probably meant to write scripts, as it does in the other conversion. */
function warnOfUnusedModel(
  { stderr }: ProcessContext,
  { translate, cast, quiet, progress }: ConvertOptions,
  given: Pick<ConvertOptions, 'model' | 'judgeModel' | 'llmBaseUrl'>,
): void {
  const flag = [
    given.model && '--model',
    given.judgeModel && '--judge-model',
    given.llmBaseUrl && '--llm-base-url',
  ].find((each) => each !== undefined);
  if (flag === undefined || translate !== undefined || cast !== undefined) return;
  const message = `${flag} has no effect: without --translate and --cast, no language model is asked. 'audiobook audiobook' writes scripts with one.`;
  messageView(stderr, { quiet, progress }).warn(message);
}

function requireOptionsOfMany({ output }: ConvertOptions, fields: unknown): void {
  if (fields) throw new AudiobookError('usage', '--queue takes one book. Run it for each, or leave out --queue.');
  if (output === undefined) return;
  throw new AudiobookError('usage', '--output names the file of one book. Use --out-dir and --name for several.');
}

type FileFormat = OptionValues<typeof conversionOptions>['format'];

/** ADTS has no place for chapters and tags: `m4b` is the file with AAC. */
function requireFileFormat(format: ConvertOptions['format']): FileFormat {
  if (format !== 'aac') return format;
  throw invalidValue('format', format, 'm4b, the file with AAC, or --output - to pipe the audio');
}

/** The bitrates of AAC are the same in both containers. */
function aacAs(format: ConvertOptions['format'], other: FileFormat): FileFormat {
  return format === 'aac' ? other : format;
}

/**
 * Returns what takes the audio for `--output -`, or undefined. Throws `bad-value` for a format that is complete only at its end, and
 * `usage` where standard output is not free for it.
 */
function streamOf(
  { stdout, signal }: ProcessContext,
  { output, format: named = 'mp3', json }: ConvertOptions,
  fields: unknown,
): NarrationRequest['stream'] {
  if (output === undefined || !isStandardOutput(output)) return undefined;
  if (fields) throw new AudiobookError('usage', '--output - works on this machine only. Leave out --queue.');
  const format = streamFormats.find((known) => known === named);
  if (format === undefined) {
    const expected = `${streamFormats.join(', ')} on standard output: others are complete only at their end`;
    throw invalidValue('format', named, expected);
  }
  if (json) throw new AudiobookError('usage', 'The audio takes standard output. Leave out --json.');
  if (stdout.isTTY) {
    const message =
      "The audio would go to the terminal. Pipe it to a player: 'audiobook convert book.epub -o - | mpv -'.";
    throw new AudiobookError('usage', message);
  }
  const write = async (bytes: Buffer): Promise<void> => {
    if (signal.aborted) throw canceled(signal);
    if (stdout.write(bytes)) return;
    await once(stdout, 'drain', { signal }).catch((thrown: unknown) => {
      throw signal.aborted ? canceled(signal) : thrown;
    });
  };
  return { format, write };
}
