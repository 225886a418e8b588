import { splitSentences } from '../../../text/split-sentences.ts';
import { letterWeight } from '../letter-weight.ts';
import { normalizeWords } from '../source-text.ts';
import type { TranslationLanguages } from './translation-languages.ts';

/** Letters of a sentence that is seldom said twice. */
const minLetters = 50;
/** A shorter sentence of the source may be that long in the translation. */
const minLettersOfSource = 8;

/** Reports whether long sentences come again in a translation more often than sentences do in its source. */
export function repeatsSentence(
  translated: readonly string[],
  sources: readonly string[],
  { language, target }: TranslationLanguages,
): boolean {
  return saidAgain(translated, target, minLetters) > saidAgain(sources, language, minLettersOfSource);
}

/** Returns how many sentences of so many letters were said before. */
function saidAgain(paragraphs: readonly string[], language: string, letters: number): number {
  const sentences = paragraphs
    .flatMap((paragraph) => splitSentences(paragraph, language))
    .filter((sentence) => letterWeight(sentence) >= letters)
    .map((sentence) => normalizeWords(sentence));
  return sentences.length - new Set(sentences).size;
}
