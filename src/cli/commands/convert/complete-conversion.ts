import type { NarrationRequest } from '../../../pipeline/conversion.ts';
import type { conversionOptions } from '../../../pipeline/options/conversion-options.ts';
import type { OptionValues } from '../../../pipeline/options/option.ts';
import { askConversion } from '../../ask/ask-conversion.ts';
import type { AskedConversion } from '../../ask/ask-conversion.ts';
import { shellLine } from '../../ask/shell-line.ts';
import { conversionRequest } from '../../conversion-request.ts';
import type { ProcessContext } from '../../process-context.ts';

/** The options of the command. AAC is for standard output, which is not asked about. */
type CommandOptions = AskedConversion['options'] &
  Omit<OptionValues<typeof conversionOptions>, 'format'> & {
    readonly format?: NarrationRequest['format'] | 'aac' | undefined;
  };

/** Asks for a book and what the command line leaves open, prints the command that does the same, and returns its words. */
export async function completeConversion(
  context: ProcessContext,
  { format, ...options }: CommandOptions,
): Promise<readonly string[]> {
  const { workingFolder, argv, stderr } = context;
  const fileFormat = format === 'aac' ? undefined : format;
  const request = (book: string, output: string | undefined): NarrationRequest =>
    conversionRequest(book, { ...options, format: fileFormat, output }, { workingFolder, defaultFormat: 'mp3' });
  const [book = '', ...flags] = await askConversion(context, { options, request });
  const at = argv.indexOf('convert') + 1;
  const words = [...argv.slice(0, at), book, ...argv.slice(at), ...flags];
  stderr.write(`\nThe same without questions:\naudiobook ${shellLine(withoutPassword(words))}\n\n`);
  return words;
}

/** A password stays out of the screen and of what is copied from it. */
function withoutPassword(words: readonly string[]): readonly string[] {
  return words.map((word, at) => {
    if (words[at - 1] === '--password') return '***';
    return word.startsWith('--password=') ? '--password=***' : word;
  });
}
