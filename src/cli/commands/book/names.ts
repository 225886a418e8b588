import { readingOptions } from '../../../pipeline/options/reading-options.ts';
import { wholeNumber } from '../../../pipeline/options/text-schemas.ts';
import { bookNames, namesAsLexicon } from '../../../pipeline/read/book-names.ts';
import { bookArgument, defineCommand } from '../../define-command.ts';
import { withChoices } from '../../with-answers.ts';
import { writeText } from './write-text.ts';
import { jsonOptions, textFileOptions } from '../../options.ts';

const usualLimit = 200;

/** `audiobook names BOOK`: prints the names of a book as a lexicon to fill in. */
export const command = defineCommand({
  description: 'Lists the names and odd words of a book by frequency, as a lexicon to fill in for --lexicon.',
  argument: bookArgument,
  options: {
    ...textFileOptions,
    limit: {
      flag: '--limit <count>',
      label: 'number of names',
      schema: wholeNumber(1, 20_000),
      description: 'list at most this many',
      default: usualLimit,
    },
    ...jsonOptions,
    ...readingOptions,
  },
  async run({ context, options, args: [book], file, warn }) {
    const { output, limit = usualLimit, json, force } = options;
    const bookFile = file(book);
    const found = await withChoices(context, options, (choices) => bookNames(bookFile, limit, choices));
    found.warnings.forEach(warn);
    const text = json ? `${JSON.stringify(found)}\n` : namesAsLexicon(found);
    await writeText(context, text, { bookFile, output, force });
  },
});
