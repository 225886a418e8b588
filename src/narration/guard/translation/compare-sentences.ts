import { splitSentences } from '../../../text/split-sentences.ts';
import type { TranslationLanguages } from './translation-languages.ts';

/** Sentences may be joined and divided. */
const minSentences = 4;
const [minShare, maxShare] = [0.6, 2];
/** Letters of scripts without signs at the ends of sentences, so that these cannot be counted. */
export const unmarkedSentences = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const end = /\p{Sentence_Terminal}+|…+/gu;

/**
 * Reports whether a translated paragraph has far fewer or more sentences than its source, in each way to count them: a sentence in quotation marks
 * is one of its own in some languages and a part of another one elsewhere.
 */
export function compareSentences(
  text: string,
  source: string,
  { language, target }: TranslationLanguages,
): 'lost-text' | 'invented-text' | undefined {
  if (unmarkedSentences.test(text + source)) return undefined;
  const [expected, found] = [countsOf(source, language), countsOf(text, target)];
  if (Math.min(...expected) < minSentences) return undefined;
  if (Math.max(...found) < Math.floor(Math.min(...expected) * minShare)) return 'lost-text';
  return Math.min(...found) > Math.max(...expected) * maxShare + 1 ? 'invented-text' : undefined;
}

function countsOf(text: string, language: string): [number, number] {
  return [splitSentences(text, language).length, text.match(end)?.length ?? 0];
}
