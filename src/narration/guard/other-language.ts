import { baseLanguage } from '../../core/language.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { letterWeight } from './letter-weight.ts';
import type { SourceText } from './source-text.ts';

/**
 * Least likelihood of the expected language, compared with another one, by the number of letters of a text: the more letters, the closer
 * the languages that can be distinguished. Measured on 60,000 sentences of real books in 14 languages: none that was in its language fell
 * below.
 */
const minLikeness: readonly (readonly [letters: number, likeness: number])[] = [
  [200, 1],
  [100, 0.95],
  [60, 0.9],
  [40, 0.85],
  // Only for a sentence that was refused before.
  [20, 0.7],
];
const usualLetters = 40;

/** The detector has older codes for some languages. */
const detectorCodes: ReadonlyMap<string, string> = new Map([['fil', 'tl']]);

/**
 * Returns the first part of a text made from a source that is in another language than `target`: a whole paragraph or a sentence of `letters` or
 * more. What the source has in a third language may stay. Undefined when there is none, or where the detector does not know the language.
 */
export async function findOtherLanguage(
  paragraphs: readonly string[],
  source: SourceText,
  target: string,
  letters = usualLetters,
): Promise<string | undefined> {
  // Loaded on demand: the detector takes 30 MB, and its start half a second.
  const { eld } = await import('eld/extrasmall');
  const [expected, from] = [codeOf(target), codeOf(source.language)];
  if (!Object.values(eld.info().Languages).includes(expected)) return undefined;
  const isOther = (part: string): boolean => {
    const weight = letterWeight(part);
    const [, likeness] = minLikeness.find(([least]) => weight >= least) ?? [];
    if (likeness === undefined || weight < letters) return false;
    const found = eld.detect(part);
    if (found.language === expected || !found.isReliable()) return false;
    const scores = found.getScores();
    const isUnlike = (scores[expected] ?? 0) < (scores[found.language] ?? 0) * likeness;
    return isUnlike && (found.language === from || !source.contains(part));
  };
  return paragraphs.flatMap((paragraph) => [paragraph, ...splitSentences(paragraph, target)]).find(isOther);
}

function codeOf(language: string): string {
  const base = baseLanguage(language);
  return detectorCodes.get(base) ?? base;
}
