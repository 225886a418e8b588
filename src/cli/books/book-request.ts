import { stat } from 'node:fs/promises';
import path from 'node:path';
import { numberedName } from '../../inbox/move-to-free-name.ts';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import { conversionRequest } from '../../pipeline/conversion-request.ts';
import type { ConversionOptions } from '../../pipeline/conversion-request.ts';
import type { scriptsOption } from '../../pipeline/options/narration-options.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { findEarlierResults } from '../../pipeline/output/earlier-results.ts';
import { reportPath } from '../../pipeline/output/output-paths.ts';
import { sourceName } from '../../pipeline/read/book-source.ts';
import type { BookSource } from '../../pipeline/read/book-source.ts';
import { checkSource } from '../../pipeline/read/check-source.ts';
import { bookTags } from '../../pipeline/read/book-tags.ts';
import type { batchOptions, handOverOptions, runOptions } from '../options.ts';
import { fillName } from './name-template.ts';
import type { NameTemplate } from './name-template.ts';

/** Options of the commands that convert books. */
export type RunOptions = ConversionOptions &
  OptionValues<typeof runOptions & typeof batchOptions & typeof handOverOptions & typeof scriptsOption>;

/** Rules for naming the audiobook of one of many books. */
export interface FreeNaming {
  /** Folder for the audiobooks. */
  readonly folder: string;
  /** Default: the name of the book. */
  readonly template?: NameTemplate | undefined;
  /** Reports whether another book of the run has an output. */
  readonly isTaken?: ((output: string) => boolean) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Returns the request for a book with the first name that no other book has: `Title.mp3`, `Title (2).mp3`. A name is also free
 * when what is there was made from this book. With a template, the book is read for its title and author. Throws as
 * `checkBookFile` does.
 */
export async function freeRequest(
  book: BookSource,
  options: ConversionOptions,
  naming: FreeNaming,
): Promise<NarrationRequest> {
  const { folder, isTaken = () => false } = naming;
  await checkSource({ ...options, ...book });
  const preferred = await preferredOutput(book, options, naming);
  for (let number = 1; ; number += 1) {
    const output = isFolder(options) && number > 1 ? `${preferred} (${number})` : numberedName(preferred, number);
    if (isTaken(output) || !(options.force || (await isFree({ ...book, output })))) continue;
    return conversionRequest(book, { ...options, output }, { folder, defaultFormat: 'mp3' });
  }
}

async function preferredOutput(
  book: BookSource,
  options: ConversionOptions,
  { folder, template, signal }: FreeNaming,
): Promise<string> {
  const named = conversionRequest(book, options, { folder, defaultFormat: template?.format ?? 'mp3' });
  if (!template) return named.output;
  const { title, subtitle, authors, series, seriesPosition, date, narrator, language, publisher } = await bookTags({
    ...options,
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
  return isFolder(options) ? file : `${file}.${named.format}`;
}

function isFolder({ layout, acx }: ConversionOptions): boolean {
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
