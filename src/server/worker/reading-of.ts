import type { ConversionRequest } from '../../pipeline/conversion.ts';
import type { Limits } from '../server-settings.ts';

export type Reading = NonNullable<ConversionRequest['reading']>;

/** How books are read here: within the service's limits, and as the fields of the form say. */
export function readingOf(
  limits: Pick<Limits, 'bookBytes' | 'bookEntries'>,
  password: string | undefined,
  { ocr, ocr_language: ocrLanguage }: Readonly<Record<string, unknown>>,
): Reading {
  const recognized = ocr === 'true' || (ocr === undefined && ocrLanguage !== undefined);
  return {
    limits: { totalBytes: limits.bookBytes, entries: limits.bookEntries },
    ...(password !== undefined && { password }),
    ...(recognized && { ocr: true, ...(typeof ocrLanguage === 'string' && { ocrLanguage }) }),
  };
}
