import { splitSentences } from '../../../../text/split-sentences.ts';
import type { TranslationLanguages } from '../translation-languages.ts';
import { negationsOf } from './negation-words.ts';

/** "Won't you come in?" asks whether you will. */
const question = /[?？؟]["'”’»」』)]*$/u;

/**
 * Returns a sentence of the source that is denied while its translation has no word of negation, or undefined. Where a paragraph has
 * another number of sentences than its source, only one without any such word is doubtful.
 */
export function lostNegation(
  text: string,
  source: string,
  { language, target }: TranslationLanguages,
): string | undefined {
  const [original, translated] = [negationsOf(language), negationsOf(target)];
  if (!original || !translated) return undefined;
  const written = splitSentences(source, language);
  const sentences = splitSentences(text, target);
  const isPaired = sentences.length === written.length;
  return written.find(
    (sentence, index) =>
      !question.test(sentence) &&
      original.plain.test(sentence) &&
      !translated.any.test(isPaired ? (sentences[index] ?? '') : text),
  );
}
