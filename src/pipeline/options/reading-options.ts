import { bookChoiceSchemas } from '../../book/book-choices.ts';
import { defaultBookChoices } from '../../book/default-book-choices.ts';
import type { BookChoices } from '../../book/book-choices.ts';
import { pickOptions, underHeading } from './option.ts';
import type { OptionValues } from './option.ts';

/** Options about how a book is read. */
export const readingOptions = underHeading('Reading the book', ['exclude', 'password', 'ocr'], {
  splitBy: {
    flag: '--split-by <boundary>',
    field: 'split_by',
    schema: bookChoiceSchemas.splitBy,
    description: 'where chapters begin',
    default: defaultBookChoices.splitBy,
  },
  notes: {
    flag: '--notes <mode>',
    field: 'notes',
    schema: bookChoiceSchemas.notes,
    description: 'footnotes: skip them, or read them in place or at the end of the chapter',
    default: defaultBookChoices.notes,
  },
  tables: {
    flag: '--tables <mode>',
    field: 'tables',
    schema: bookChoiceSchemas.tables,
    description: 'tables: read them row by row, or skip them',
    default: defaultBookChoices.tables,
  },
  images: {
    flag: '--images <mode>',
    field: 'images',
    schema: bookChoiceSchemas.images,
    description: 'images: skip them, or read their alternative text',
    default: defaultBookChoices.images,
  },
  ruby: {
    flag: '--ruby <mode>',
    field: 'ruby',
    schema: bookChoiceSchemas.ruby,
    description: 'Japanese and Chinese with readings beside the characters: read the characters, or the readings',
    default: defaultBookChoices.ruby,
  },
  verseNumbers: {
    flag: '--verse-numbers <mode>',
    field: 'verse_numbers',
    schema: bookChoiceSchemas.verseNumbers,
    description: 'numbers of verses in scripture: leave them out, or read them',
    default: defaultBookChoices.verseNumbers,
  },
  code: {
    flag: '--code <mode>',
    field: 'code',
    schema: bookChoiceSchemas.code,
    description: 'programs: announce them by their number of lines, read them, or skip them',
    default: defaultBookChoices.code,
  },
  math: {
    flag: '--math <mode>',
    field: 'math',
    schema: bookChoiceSchemas.math,
    description: 'formulas: read them in words, announce them, or skip them',
    default: defaultBookChoices.math,
  },
  include: {
    flag: '--include <part...>',
    field: 'include',
    schema: bookChoiceSchemas.include,
    expected: 'at most 1000 parts of at most 1000 characters',
    description: 'read parts that would be left out, by path, file name or reason',
  },
  exclude: {
    flag: '--exclude <part...>',
    field: 'exclude',
    schema: bookChoiceSchemas.exclude,
    expected: 'at most 1000 parts of at most 1000 characters',
    description: 'leave out documents by path or file name, or chapters by title',
  },
  password: {
    flag: '--password <text>',
    field: 'password',
    schema: bookChoiceSchemas.password,
    description: 'password of an encrypted PDF',
    fieldNote: 'never written to disk, so a job that a restart interrupts must be sent again',
    secret: true,
  },
  ebookConvert: {
    flag: '--ebook-convert',
    schema: bookChoiceSchemas.ebookConvert,
    cliOnly: 'programs',
    description:
      'read books of other kinds, such as MOBI, AZW3, RTF and LRF, through the installed ebook-convert of calibre',
  },
  ocr: {
    flag: '--ocr',
    field: 'ocr',
    schema: bookChoiceSchemas.ocr,
    description: 'recognize the text of PDF pages that are images, and of EPUBs and CBZs of pictures (needs tesseract)',
  },
  ocrLanguage: {
    flag: '--ocr-language <codes>',
    field: 'ocr_language',
    schema: bookChoiceSchemas.ocrLanguage,
    description: 'languages of these pages, for example de, deu or deu+eng; turns on text recognition',
    defaultNote: 'the language of the book',
  },
});

/** Returns the choices about a book. A language for text recognition turns it on, unless it is turned off. */
export function bookChoices(values: OptionValues<typeof readingOptions> & Pick<BookChoices, 'limits'>): BookChoices {
  const ocr = values.ocr ?? values.ocrLanguage !== undefined;
  const ocrLanguage = ocr ? values.ocrLanguage : undefined;
  return { ...pickOptions(readingOptions, values), ocr, ocrLanguage, limits: values.limits };
}
