import { narratedConversionOptions } from '../../pipeline/options/conversion-options.ts';
import { scriptsOption } from '../../pipeline/options/narration-options.ts';
import { handedFields } from '../books/handed-fields.ts';
import { namedBook, shownWords } from '../books/named-books.ts';
import { runBooks } from '../books/run-books.ts';
import { defineCommand, oneBookArgument } from '../define-command.ts';
import { withNotices } from '../notices/with-notices.ts';
import { configOptions, handOverOptions, oneBookOptions, rememberOptions, runOptions } from '../options.ts';

const audiobookOptions = {
  ...narratedConversionOptions,
  ...scriptsOption,
  ...oneBookOptions,
  ...runOptions,
  ...configOptions,
  ...rememberOptions,
  ...handOverOptions,
} as const;

/** `audiobook audiobook BOOK`: synthesizes scripts that a language model writes, into an M4B by default. */
export const command = defineCommand({
  description:
    'Directs how a book is read, by a language model or by rules, or lets the model rewrite it, and makes an M4B.',
  argument: oneBookArgument,
  readsConfigs: true,
  options: audiobookOptions,
  async run({ context, options, flags, texts, args: words }) {
    const series = options.remember ? flags : undefined;
    const fields = await handedFields(audiobookOptions, texts);
    return await withNotices(context, { ...options, books: shownWords(context, words) }, async (onReport) => {
      const book = await namedBook(context, { ...options, words });
      return await runBooks(context, [book], { options, narrated: true, series, fields, onReport });
    });
  },
});
