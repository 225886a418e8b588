import { splitSentences } from '../../../text/split-sentences.ts';
import { letterWeight } from '../letter-weight.ts';
import { normalizeWords } from '../source-text.ts';
import type { TranslationLanguages } from './translation-languages.ts';

/** Letters of sentences that are the same by copying, not by chance. */
const minLetters = 25;
/** A shorter sentence may be that long in the translation. */
const minLettersOfSource = 8;

/** Letters of a sentence that is seldom said twice. */
const minLettersOfTwin = 50;

/** Reports whether a long sentence comes twice, though no sentence of the source does. */
export function repeatsSentence(
  translated: string,
  source: string,
  { language, target }: TranslationLanguages,
): boolean {
  const own = longSentences(translated, target, minLettersOfTwin);
  if (new Set(own).size === own.length) return false;
  const original = longSentences(source, language, minLettersOfSource);
  return new Set(original).size === original.length;
}

function longSentences(text: string, language: string, letters: number): string[] {
  const sentences = text
    .split('\n')
    .flatMap((paragraph) => splitSentences(paragraph, language).map((sentence) => normalizeWords(sentence)));
  return sentences.filter((sentence) => letterWeight(sentence) >= letters);
}

/** Reports whether a paragraph has half of its sentences from one before it, though their sources share none. */
export function repeatsParagraph(
  translated: readonly string[],
  sources: readonly string[],
  { language, target }: TranslationLanguages,
): boolean {
  const [own, original] = [
    sentencesOf(translated, target, minLetters),
    sentencesOf(sources, language, minLettersOfSource),
  ];
  return own.some((sentences, index) =>
    own
      .slice(0, index)
      .some(
        (before, other) =>
          sentences.size > 0 &&
          sharedBy(sentences, before) * 2 >= sentences.size &&
          sharedBy(original[index], original[other]) === 0,
      ),
  );
}

function sentencesOf(paragraphs: readonly string[], language: string, letters: number): ReadonlySet<string>[] {
  return paragraphs.map(
    (text) =>
      new Set(
        splitSentences(text, language)
          .map((sentence) => normalizeWords(sentence))
          .filter((sentence) => letterWeight(sentence) >= letters),
      ),
  );
}

function sharedBy(one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()): number {
  return [...one].filter((sentence) => other.has(sentence)).length;
}
