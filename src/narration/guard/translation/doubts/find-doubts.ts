import { letterWeight } from '../../letter-weight.ts';
import type { TranslationLanguages } from '../translation-languages.ts';
import { copiedWords } from '../copied-source.ts';
import { differentNumber } from './lost-number.ts';
import { sentenceWithoutCounterpart } from './sentence-gap.ts';
import { lostName, swappedNames } from './swapped-names.ts';
import type { NameForm } from './swapped-names.ts';
import type { DoubtReason, TranslationDoubt } from './translation-doubt.ts';

/** What a translation is compared by. */
export interface DoubtContext extends TranslationLanguages {
  /** Names and the forms that they must have. */
  readonly names?: readonly NameForm[] | undefined;
  /** The usual length of a translation of the book as a share of its source, where it is known. */
  readonly usualShare?: number | undefined;
}

/**
 * How much better the other sentences must fit when one stands alone. Translators divide sentences more often than they join them.
 */
const [minGainOfLost, minGainOfAdded] = [3, 6];

type Check = (text: string, source: string, context: DoubtContext & { readonly ratio: number }) => string | undefined;

const checks: readonly (readonly [DoubtReason, Check])[] = [
  ['lost-number', differentNumber],
  ['lost-name', (text, source, { names = [] }) => lostName(text, source, names)],
  ['swapped-names', (text, source, { names = [] }) => swappedNames(text, source, names)],
  ['copied-source', copiedWords],
  [
    'lost-sentence',
    (text, source, { language, target, ratio }) =>
      sentenceWithoutCounterpart([source, language], [text, target], { ratio, minGain: minGainOfLost }),
  ],
  [
    'added-sentence',
    (text, source, { language, target, ratio }) =>
      sentenceWithoutCounterpart([text, target], [source, language], { ratio: 1 / ratio, minGain: minGainOfAdded }),
  ],
];

/** Returns what is doubtful about each paragraph of a translation, by signs that know no language. */
export function findDoubts(
  translated: readonly string[],
  sources: readonly string[],
  context: DoubtContext,
): TranslationDoubt[][] {
  return translated.map((text, index) => {
    const source = sources[index] ?? '';
    const ratio = ratioWithout(index, translated, sources) ?? context.usualShare ?? shareOf(text, source);
    return checks.flatMap(([reason, check]) => {
      const about = check(text, source, { ...context, ratio });
      return about === undefined ? [] : [{ reason, about }];
    });
  });
}

/** Letters of a text whose translation shows what length is usual. */
const minLetters = 300;

/** Returns the length of the translation of the other paragraphs as a share of theirs. A paragraph does not show what it lacks. */
function ratioWithout(index: number, translated: readonly string[], sources: readonly string[]): number | undefined {
  const others = (texts: readonly string[]): string => texts.filter((_, at) => at !== index).join(' ');
  const source = others(sources);
  return letterWeight(source) < minLetters ? undefined : shareOf(others(translated), source);
}

function shareOf(text: string, source: string): number {
  return letterWeight(text) / Math.max(1, letterWeight(source));
}
