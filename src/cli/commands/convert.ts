import { AudiobookError } from '../../core/errors.ts';
import { convert } from '../../pipeline/convert.ts';
import { conversionOptions } from '../../pipeline/options/conversion-options.ts';
import { batchOptions } from '../batch/batch-options.ts';
import { convertBooks } from '../batch/convert-books.ts';
import { findBooks } from '../batch/find-books.ts';
import { booksArgument, defineCommand } from '../define-command.ts';
import { conversionRequest } from '../conversion-request.ts';
import { runConversion } from '../run-conversion.ts';
import { planBooks } from './plan/plan-books.ts';
import { runOptions } from '../run-options.ts';
import { withPassword } from '../with-password.ts';

/** `audiobook convert BOOK...`: synthesizes the text of books, into MP3s by default. */
export const convertCommand = defineCommand({
  description:
    'Converts a book to an MP3 with chapter marks, tags and cover, or to another audio format; several books, folders of ' +
    'books and patterns, one after the other.',
  argument: booksArgument,
  options: { ...runOptions, ...batchOptions, ...conversionOptions },
  async run({ context, options, args }) {
    if (args.length === 0) throw new AudiobookError('usage', "Name a book: 'audiobook convert book.epub'.");
    const { outFolder, name, skipExisting, output, ...conversion } = options;
    const { files, isCollection } = await findBooks(args, context.workingFolder);
    const isBatch = isCollection || files.length > 1 || outFolder !== undefined || name !== undefined || skipExisting;
    if (isBatch) {
      if (output !== undefined) {
        const message = '--output names the file of one book. Use --out-dir and --name for several.';
        throw new AudiobookError('usage', message);
      }
      if (options.dryRun) return await planBooks(context, files, options);
      return await convertBooks(context, files, { ...options, conversion });
    }
    const defaults = { workingFolder: context.workingFolder, defaultFormat: 'mp3' } as const;
    return await withPassword(context, options.password, async (password) => {
      const request = conversionRequest(files[0] ?? '', { ...options, password }, defaults);
      return await runConversion(context, options, request, { run: convert, narrated: false });
    });
  },
});
