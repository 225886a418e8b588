import type { BlockRange } from '../../../../core/book.ts';
import { countWords } from '../../../../text/count-words.ts';
import { normalizeText } from '../normalize-text.ts';

/** A part of a block's text inside an element that declares a language. */
export interface ForeignPhrase {
  /** As in the source, white space included. */
  readonly text: string;
  /** As declared. */
  readonly language: string;
}

/**
 * Returns the languages that the parts of a block declare, `''` for none, each once. Quotation marks around a phrase have no
 * language.
 */
export function declaredLanguages(parts: readonly ForeignPhrase[]): readonly string[] {
  // Testing first is faster: most blocks declare none.
  if (parts.length === 1 && parts[0]?.language === '') return none;
  return [...new Set(parts.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).map(({ language }) => language))];
}

const none = [''];

/** Shorter phrases are names and loan words: another voice for one or two words sounds like a cut. */
const minWords = 3;

/**
 * Returns where the phrases of several words are in the final text of a block, in order; undefined when none is. A phrase
 * that was changed since it was read, as by a note mark inside of it, is not found and stays in the language of its block.
 */
export function phraseRanges(text: string, phrases: readonly ForeignPhrase[]): readonly BlockRange[] | undefined {
  const ranges: BlockRange[] = [];
  let after = 0;
  for (const { text: source, language } of phrases) {
    const whole = phraseOf(source);
    // The lines of verse are blocks of their own.
    const parts = text.includes(whole, after) ? [whole] : source.split('\n').map(phraseOf);
    for (const part of parts) {
      const from = text.indexOf(part, after);
      if (from === -1 || countWords(part) < minWords) continue;
      after = from + part.length;
      ranges.push({ from, to: after, language });
    }
  }
  return ranges.length === 0 ? undefined : ranges;
}

/** Leaves out the bracket before a note mark, which is skipped. */
function phraseOf(source: string): string {
  return normalizeText(source).replace(/\s*[[(]$/u, '');
}
