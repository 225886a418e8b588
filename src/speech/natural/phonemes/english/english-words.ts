import type { SpokenPart } from '../../../../text/lexicon/spoken-part.ts';

/** A word of a text. Offsets are UTF-16 code units. */
export interface EnglishWord {
  readonly start: number;
  readonly end: number;
  /** With straight apostrophes. One before it may be a quotation mark, or belong to it (`'tis`). */
  readonly text: string;
  /** Its pronunciation, where one is given. */
  readonly ipa?: string | undefined;
}

/** Abbreviations with points inside, numbers with their points and commas, words with apostrophes and hyphens inside, signs that are words. */
const word =
  /(?<![\p{L}\p{M}])\p{L}{1,2}(?:\.\p{L}{1,2})+(?![\p{L}\p{M}])|\p{N}+(?:[.,:]\p{N}+)*[\p{L}\p{M}]*|(?<![\p{L}\p{M}])['‘’]?[\p{L}\p{M}]+(?:['‘’\-‐‑][\p{L}\p{M}]+)*\p{N}*(?:(?<=s)['’])?|[&+@%]/gu;

/** Returns the words of parts that are one text, and its parts with pronunciations as one word each. */
export function englishWords(parts: readonly SpokenPart[]): readonly EnglishWord[] {
  const words: EnglishWord[] = [];
  let at = 0;
  for (const { text, ipa } of parts) {
    if (ipa === undefined) words.push(...wordsOf(text, at));
    else words.push({ start: at, end: at + text.length, text, ipa });
    at += text.length;
  }
  return words;
}

function wordsOf(text: string, at: number): readonly EnglishWord[] {
  return [...text.matchAll(word)].map(({ 0: written, index }) => {
    const end = index + written.length;
    const isQuoted = /^['‘’]/u.test(written) && /^['’]/u.test(text.slice(end));
    return {
      start: at + index,
      end: at + end,
      text: (isQuoted ? written.slice(1) : written)
        .normalize('NFKC')
        .replaceAll(/[‘’]/gu, "'")
        .replaceAll(/[‐‑]/gu, '-'),
    };
  });
}
