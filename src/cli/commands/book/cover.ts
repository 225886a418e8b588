import path from 'node:path';
import { z } from 'zod';
import { extractCover } from '../../../pipeline/read/extract-cover.ts';
import { isStandardOutput } from '../../../core/files/resolve-target.ts';
import { writeBookFile } from '../../../pipeline/read/write-book-file.ts';
import { bookArgument, defineCommand } from '../../define-command.ts';
import { bookFileOptions } from '../../options.ts';

/** `audiobook cover BOOK`: saves the cover. */
export const command = defineCommand({
  description: 'Saves the cover of a book as a JPEG.',
  argument: bookArgument,
  options: {
    output: {
      flag: '-o, --output <file>',
      schema: z.string(),
      description: 'file to write, or - for standard output',
      defaultNote: 'named after the book, in the current folder',
      isPath: true,
    },
    force: bookFileOptions.force,
  },
  async run({ context, options, args: [book = ''], file }) {
    const { signal } = context;
    const bookFile = file(book);
    const output = options.output ?? file(`${path.parse(book).name}.jpg`);
    const cover = await extractCover(bookFile, signal);
    if (isStandardOutput(output)) {
      context.stdout.write(cover);
      return;
    }
    await writeBookFile(cover, { bookFile, output, force: options.force });
    context.stdout.write(`${output}\n`);
  },
});
