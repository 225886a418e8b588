import { stat } from 'node:fs/promises';
import path from 'node:path';
import { numberedName } from '../../inbox/move-to-free-name.ts';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import type { conversionOptions } from '../../pipeline/options/conversion-options.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { findEarlierResults } from '../../pipeline/output/earlier-results.ts';
import { reportPath } from '../../pipeline/output/output-paths.ts';
import { sourceName } from '../../pipeline/read/book-source.ts';
import type { BookSource } from '../../pipeline/read/book-source.ts';
import { checkSource } from '../../pipeline/read/read-source.ts';
import { bookTags } from '../../pipeline/read/book-tags.ts';
import { conversionRequest } from '../conversion-request.ts';
import { fillName } from './name-template.ts';
import type { NameTemplate } from './name-template.ts';

/** Rules for naming the audiobook of one of many books. */
export interface Naming {
  /** Folder for the audiobooks. */
  readonly folder: string;
  /** Default: the name of the book. */
  readonly template?: NameTemplate | undefined;
  /** Reports whether another book of the run has an output. */
  readonly isTaken?: ((output: string) => boolean) | undefined;
  readonly signal: AbortSignal;
}

/** Options of a conversion whose output is named by the program. */
export type UnnamedConversion = Omit<OptionValues<typeof conversionOptions>, 'output'>;

/**
 * Returns the request for a book with the first name that no other book has: `Title.mp3`, `Title (2).mp3`. A name is also free
 * when what is there was made from this book. With a template, the book is read for its title and author. Throws as
 * `checkBookFile` does.
 */
export async function freeRequest(
  book: BookSource,
  conversion: UnnamedConversion,
  naming: Naming,
): Promise<NarrationRequest> {
  const { folder, isTaken = () => false } = naming;
  await checkSource(book);
  const defaults = { workingFolder: folder, defaultFormat: 'mp3' } as const;
  const preferred = await preferredOutput(book, conversion, naming);
  for (let number = 1; ; number += 1) {
    const output = isFolder(conversion) && number > 1 ? `${preferred} (${number})` : numberedName(preferred, number);
    if (isTaken(output) || !(conversion.force || (await isFree({ ...book, output })))) continue;
    return conversionRequest(book, { ...conversion, output }, defaults);
  }
}

async function preferredOutput(
  book: BookSource,
  conversion: UnnamedConversion,
  { folder, template, signal }: Naming,
): Promise<string> {
  const defaults = { workingFolder: folder, defaultFormat: template?.format ?? 'mp3' } as const;
  const named = conversionRequest(book, conversion, defaults);
  if (!template) return named.output;
  const { title, subtitle, authors, series, seriesPosition, date, narrator, language, publisher } = await bookTags({
    ...conversion,
    ...book,
    signal,
  });
  const name = fillName(template, {
    author: authors.join(', '),
    title,
    subtitle,
    series,
    'series-position': seriesPosition,
    year: date?.slice(0, 4),
    narrator,
    language,
    publisher,
    file: sourceName(book),
  });
  const file = path.join(folder, name);
  return isFolder(conversion) ? file : `${file}.${named.format}`;
}

function isFolder({ layout, acx }: UnnamedConversion): boolean {
  return layout === 'chapters' || (layout === undefined && acx === true);
}

/** Reports whether there is nothing with the name of an output, or what was made from the same book. */
async function isFree(target: BookSource & Pick<NarrationRequest, 'output'>): Promise<boolean> {
  const { output } = target;
  const { reports } = await findEarlierResults(target);
  if (reports.length > 0) return true;
  const found = await Promise.all([output, reportPath(output)].map((file) => stat(file).catch(() => undefined)));
  return found.every((one) => one === undefined);
}
