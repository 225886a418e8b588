import path from 'node:path';
import { extractCover } from '../../pipeline/queries/extract-cover.ts';
import type { DefineCommand } from '../command.ts';

/** `audiobook cover BOOK`: the cover as a file. */
export const defineCover: DefineCommand = (command, host, done) => {
  command
    .argument('<book>', 'EPUB or PDF file')
    .option('-o, --output <file>', 'JPEG to write (default: the book’s name in this folder)')
    .action(async (book: string, flags: { readonly output?: string }) => {
      const output = path.resolve(host.workingFolder, flags.output ?? `${path.parse(book).name}.jpg`);
      await extractCover(path.resolve(host.workingFolder, book), output, host.signal);
      host.stdout.write(`${output}\n`);
      done(0);
    });
};
