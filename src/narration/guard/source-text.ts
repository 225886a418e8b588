import { containsCjk } from '../../text/contains-cjk.ts';
import { unspacedScripts } from '../../text/segmenter.ts';

/** The text that a model was given. Everything in it is content, whatever it looks like. */
export interface SourceText {
  readonly text: string;
  /** BCP-47 code. */
  readonly language: string;
  /** Reports whether these words occur in it in sequence. Punctuation and case do not count. */
  contains(fragment: string): boolean;
}

/** Returns a text prepared for `contains`. */
export function sourceText(text: string, language: string): SourceText {
  const words = ` ${normalizeWords(text)} `;
  return {
    text,
    language,
    contains(fragment) {
      const part = normalizeWords(fragment);
      return part !== '' && words.includes(containsCjk(part) ? part : ` ${part} `);
    },
  };
}

/** Returns a text as lower-case words with a space between them. */
export function normalizeWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

const anyWord = new RegExp(String.raw`[${unspacedScripts}]|[\p{L}\p{M}'’]+`, 'gu');

/** Returns all words of a text in lower case, in scripts without spaces its characters. */
export function allWords(text: string): readonly string[] {
  return text.normalize('NFKC').toLowerCase().match(anyWord) ?? [];
}
