import { once } from 'node:events';
import { AudiobookError, canceled, invalidValue } from '../../core/errors.ts';
import { streamFormats } from '../../pipeline/conversion.ts';
import { convert } from '../../pipeline/convert.ts';
import type { conversionOptions } from '../../pipeline/options/conversion-options.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import type { BookSource } from '../../pipeline/read/book-source.ts';
import { conversionRequest } from '../conversion-request.ts';
import type { ProcessContext } from '../process-context.ts';
import { runConversion } from '../run-conversion.ts';
import type { runOptions } from '../run-options.ts';

/** Options of a conversion whose audio goes to standard output. */
export type StreamOptions = OptionValues<typeof runOptions> &
  Omit<OptionValues<typeof conversionOptions>, 'format'> & {
    readonly format?: OptionValues<typeof conversionOptions>['format'] | 'aac';
  };

/**
 * Converts a book and writes the audio to standard output while it is made. Returns the exit code. Throws `bad-value` for a
 * format that is complete only at its end, and what `convert` throws.
 */
export async function streamConversion(
  context: ProcessContext,
  book: BookSource,
  options: StreamOptions,
): Promise<number> {
  const { stdout, signal, workingFolder } = context;
  const { format: named = 'mp3', json } = options;
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
  // The bitrates of AAC are the same in both containers.
  const plain = { ...options, format: format === 'aac' ? 'm4b' : format } as const;
  const request = conversionRequest(book, plain, { workingFolder, defaultFormat: 'mp3' });
  return await runConversion(
    context,
    options,
    { ...request, stream: { format, write } },
    { run: convert, narrated: false },
  );
}
