import type { narratedConversionOptions } from '../../../pipeline/options/conversion-options.ts';
import type { OptionValues } from '../../../pipeline/options/option.ts';
import type { BookSource } from '../../../pipeline/read/book-source.ts';
import { conversionRequest } from '../../conversion-request.ts';
import type { ProcessContext } from '../../process-context.ts';
import { showPlan } from './show-plan.ts';
import type { ShownPlan } from './show-plan.ts';

/** Prints the plans of several books, one after the other. Returns the exit code. Throws what `showPlan` throws. */
export async function planBooks(
  context: ProcessContext,
  books: readonly BookSource[],
  options: OptionValues<typeof narratedConversionOptions> & Pick<ShownPlan, 'json'>,
): Promise<number> {
  const { workingFolder } = context;
  for (const book of books) {
    const request = conversionRequest(book, options, { workingFolder, defaultFormat: 'mp3' });
    await showPlan(context, request, { ...options, narrated: false });
  }
  return 0;
}
