import type { ConversionRequest } from '../conversion.ts';

/** Reports whether a conversion needs the time of each sentence. */
export function isTimed({
  subtitles: formats = [],
  readAlong = false,
}: Pick<ConversionRequest, 'subtitles' | 'readAlong'>): boolean {
  return Boolean(readAlong) || formats.length > 0;
}
