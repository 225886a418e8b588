import path from 'node:path';
import { isStandardOutput } from '../../core/files/resolve-target.ts';
import { bookChoices, readingOptions } from '../../pipeline/options/reading-options.ts';
import { wholeNumber } from '../../pipeline/options/text-schemas.ts';
import { bookNames, namesAsLexicon } from '../../pipeline/read/book-names.ts';
import { writeBookFile } from '../../pipeline/read/write-book-file.ts';
import { bookArgument, defineCommand } from '../define-command.ts';
import { textFileOptions, jsonOptions } from '../run-options.ts';
import { withPassword } from '../with-password.ts';

const usualLimit = 200;

/** `audiobook names BOOK`: prints the names of a book as a lexicon to fill in. */
export const namesCommand = defineCommand({
  description: 'Lists the names and odd words of a book by frequency, as a lexicon to fill in for --lexicon.',
  argument: bookArgument,
  options: {
    ...textFileOptions,
    limit: {
      flag: '--limit <count>',
      label: 'number of names',
      schema: wholeNumber(1, 20_000),
      expected: 'a whole number from 1 to 20000',
      description: 'list at most this many',
      default: usualLimit,
    },
    ...jsonOptions,
    ...readingOptions,
  },
  async run({ context, options, args: [book = ''] }) {
    const { output, limit = usualLimit } = options;
    const file = path.resolve(context.workingFolder, book);
    const found = await withPassword(context, options.password, (password) =>
      bookNames(file, limit, { ...bookChoices({ ...options, password }), signal: context.signal }),
    );
    for (const warning of found.warnings) context.stderr.write(`Warning: ${warning}\n`);
    const text = options.json ? `${JSON.stringify(found)}\n` : namesAsLexicon(found);
    if (output === undefined || isStandardOutput(output)) context.stdout.write(text);
    else await writeBookFile(text, { bookFile: file, output, force: options.force });
    return 0;
  },
});
