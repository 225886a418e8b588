import { Option } from 'commander';
import type { Command } from 'commander';
import type { ConversionRequest } from '../pipeline/conversion.ts';

type BookChoices = NonNullable<ConversionRequest['reading']>;

/** The flags of `addReadingFlags`, as commander hands them over. */
export type ReadingFlags = Pick<
  BookChoices,
  'splitBy' | 'notes' | 'tables' | 'images' | 'include' | 'exclude' | 'ocr' | 'ocrLanguage'
> & {
  readonly password?: string | undefined;
};

/** Adds the flags that say how a book is read; every command that reads one has them. */
export function addReadingFlags(command: Command): Command {
  return command
    .addOption(new Option('--split-by <what>', 'where chapters begin').choices(['contents', 'headings', 'documents']))
    .addOption(
      new Option('--notes <how>', 'footnotes: skip (default), inline or end').choices(['skip', 'inline', 'end']),
    )
    .addOption(new Option('--tables <how>', 'tables: read (default) or skip').choices(['read', 'skip']))
    .addOption(new Option('--images <how>', 'pictures: skip (default) or read their alt text').choices(['skip', 'alt']))
    .option('--include <what...>', 'read what would be left out: path, file name or reason')
    .option('--exclude <what...>', 'leave out: path or file name of a document, title of a chapter')
    .option('--password <text>', 'password of an encrypted PDF')
    .option('--ocr', 'read the pages of a PDF that are images by text recognition (needs tesseract)')
    .option('--ocr-language <codes>', 'the same, in these languages: de, deu or deu+eng; else in the book’s own');
}

/** What the reading flags ask for. */
export function readingChoices(flags: ReadingFlags): BookChoices {
  const { splitBy, notes, tables, images, include, exclude, password, ocr, ocrLanguage } = flags;
  return {
    ...(splitBy && { splitBy }),
    ...(notes && { notes }),
    ...(tables && { tables }),
    ...(images && { images }),
    ...(include && { include }),
    ...(exclude && { exclude }),
    ...(password !== undefined && { password }),
    ...(ocr && { ocr }),
    ...(ocrLanguage !== undefined && { ocr: true, ocrLanguage }),
  };
}
