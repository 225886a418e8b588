import path from 'node:path';
import type { NarrationRequest } from '../pipeline/conversion.ts';
import type { narratedConversionOptions } from '../pipeline/options/conversion-options.ts';
import type { OptionValues } from '../pipeline/options/option.ts';
import { castSource } from '../pipeline/cast/cast-source.ts';
import type { BookSource } from '../pipeline/read/book-source.ts';
import { outputTarget } from '../pipeline/output/output-paths.ts';

/** Returns the request for a book, by its path or as a source, and the values of the options. Throws `bad-value` for an output of an unknown format. */
export function conversionRequest(
  book: string | BookSource,
  options: OptionValues<typeof narratedConversionOptions>,
  defaults: { readonly workingFolder: string; readonly defaultFormat: NarrationRequest['format'] },
): NarrationRequest {
  const named: BookSource = typeof book === 'string' ? { bookFile: book } : book;
  const source = { ...named, bookFile: path.resolve(defaults.workingFolder, named.bookFile) };
  const lexicons = options.lexicon?.map((file) => ({ file }));
  const { cast, ...others } = options;
  const castFile = castSource(cast, source);
  return {
    ...others,
    lexicons,
    castSource: castFile,
    ...source,
    ...outputTarget({ ...options, ...defaults, ...source }),
  };
}
