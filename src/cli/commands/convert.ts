import { convert } from '../../pipeline/convert.ts';
import { conversionOptions } from '../../pipeline/options/conversion-options.ts';
import { bookArgument, defineCommand } from '../define-command.ts';
import { conversionRequest } from '../conversion-request.ts';
import { runConversion } from '../run-conversion.ts';
import { runOptions } from '../run-options.ts';
import { withPassword } from '../with-password.ts';

/** `audiobook convert BOOK`: synthesizes the text of a book, into an MP3 by default. */
export const convertCommand = defineCommand({
  description: 'Converts a book to an MP3 with chapter marks, tags and cover, or to another audio format.',
  argument: bookArgument,
  options: { ...runOptions, ...conversionOptions },
  async run({ context, options, args: [book = ''] }) {
    const defaults = { workingFolder: context.workingFolder, defaultFormat: 'mp3' } as const;
    return await withPassword(context, options.password, async (password) => {
      const request = conversionRequest(book, { ...options, password }, defaults);
      return await runConversion(context, options, request, convert);
    });
  },
});
