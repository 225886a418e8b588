import path from 'node:path';
import { z } from 'zod';
import { extractCover } from '../../pipeline/queries/extract-cover.ts';
import { bookArgument, defineCommand } from '../define-command.ts';

/** `audiobook cover BOOK`: saves the cover. */
export const coverCommand = defineCommand({
  description: 'Saves the cover of a book as a JPEG.',
  argument: bookArgument,
  options: {
    output: {
      flag: '-o, --output <file>',
      schema: z.string(),
      description: 'file to write',
      defaultNote: 'named after the book, in the current folder',
      isPath: true,
    },
  },
  async run({ context, options, args: [book = ''] }) {
    const { workingFolder, signal } = context;
    const output = options.output ?? path.resolve(workingFolder, `${path.parse(book).name}.jpg`);
    await extractCover(path.resolve(workingFolder, book), output, signal);
    context.stdout.write(`${output}\n`);
    return 0;
  },
});
