import path from 'node:path';
import { AudiobookError } from '../core/errors.ts';
import { castSource } from './cast/cast-source.ts';
import type { NarrationRequest } from './conversion.ts';
import type { narratedConversionOptions } from './options/conversion-options.ts';
import type { OptionValues } from './options/option.ts';
import { outputTarget } from './output/output-paths.ts';
import type { BookSource } from './read/book-source.ts';

/** Options of a conversion. */
export type ConversionOptions = OptionValues<typeof narratedConversionOptions>;

/** Names for what a run writes. */
export interface Naming {
  /** Folder that relative paths start from, and in which audiobooks without a name are made. */
  readonly folder: string;
  readonly defaultFormat: NarrationRequest['format'];
}

/** Returns the request for a book and the values of the options. Throws `bad-value` for an output of an unknown format. */
export function conversionRequest(book: BookSource, options: ConversionOptions, naming: Naming): NarrationRequest {
  const { folder: workingFolder, defaultFormat } = naming;
  const { cast, also, waitMs, keepWav = also && true, waitLockMs = waitMs, ...others } = options;
  requireBothLanguages(options);
  const source = { ...book, bookFile: path.resolve(workingFolder, book.bookFile) };
  return {
    ...others,
    keepWav,
    waitLockMs,
    lexicons: options.lexicon?.map((file) => ({ file })),
    castSource: castSource(cast, source, workingFolder),
    ...source,
    ...outputTarget({ ...options, workingFolder, defaultFormat, ...source }),
  };
}

function requireBothLanguages({ bilingual, translate, languageSwitch }: ConversionOptions): void {
  if (!bilingual) return;
  if (translate === undefined) {
    throw new AudiobookError('bad-value', '--bilingual needs --translate, the language of the other voice.');
  }
  if (languageSwitch !== 'off') return;
  throw new AudiobookError(
    'bad-value',
    '--bilingual speaks with a voice of each language. Leave out --language-switch off.',
  );
}
