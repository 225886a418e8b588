import path from 'node:path';
import type { NarrationRequest } from '../pipeline/conversion.ts';
import type { narratedConversionOptions } from '../pipeline/options/conversion-options.ts';
import type { OptionValues } from '../pipeline/options/option.ts';
import { castSource } from '../pipeline/casting/cast-source.ts';
import { outputTarget } from '../pipeline/output/output-paths.ts';

/** Returns the request for a book and the values of the options. Throws `bad-value` for an output of an unknown format. */
export function conversionRequest(
  book: string,
  options: OptionValues<typeof narratedConversionOptions>,
  defaults: { readonly workingFolder: string; readonly defaultFormat: NarrationRequest['format'] },
): NarrationRequest {
  const bookFile = path.resolve(defaults.workingFolder, book);
  const lexicons = options.lexicon?.map((file) => ({ file }));
  const { cast, ...others } = options;
  const castFile = castSource(cast, bookFile);
  return {
    ...others,
    lexicons,
    castSource: castFile,
    bookFile,
    ...outputTarget({ ...options, ...defaults, bookFile }),
  };
}
