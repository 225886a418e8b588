import { countWordTimes } from '../../timed-text/read-along/by-unit.ts';
import type { ConversionRequest } from '../conversion.ts';
import { bookChoices } from '../options/reading-options.ts';
import type { Assembly } from '../encode/assemble.ts';
import { timedChapters } from './timed-chapters.ts';
import { isTimed } from './is-timed.ts';
import { sentenceTimes } from './sentence-times.ts';
import type { SentenceTimes } from './sentence-times.ts';

/** Returns when each sentence of a book file is heard. Undefined for several files, and when segments are not sentences. */
export function reportTimes(
  request: ConversionRequest,
  assembly: Assembly,
  language: string,
): SentenceTimes | undefined {
  if (request.oneBook !== undefined || !isTimed(request)) return undefined;
  const chapters = timedChapters(assembly);
  const words = request.readAlong === 'word' ? countWordTimes(chapters, language) : undefined;
  return sentenceTimes(chapters, bookChoices(request), words);
}
