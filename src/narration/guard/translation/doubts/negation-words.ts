import { perLanguage } from '../../../../languages/languages.ts';

/** The words of a language that deny something. */
interface Negations {
  /** Words that a translation keeps as a negation, in nearly every sentence. */
  readonly plain: RegExp;
  /** All words and parts of words that such a sentence may be translated with: "impossible", "without", "hardly". */
  readonly any: RegExp;
}

/** Returns the words of negation of a language (BCP-47), or undefined where they are not known. */
export const negationsOf = perLanguage(({ negations }): Negations | undefined => {
  if (!negations) return undefined;
  const { plain, other, isUnspaced = false } = negations;
  if (isUnspaced) return { plain: new RegExp(plain, 'u'), any: new RegExp(other, 'u') };
  return { plain: wholeWords(plain), any: wholeWords(`${plain}|${other}`) };
});

function wholeWords(alternatives: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${alternatives})(?![\p{L}\p{M}])`, 'iu');
}
