import { containsCjk } from '../../text/contains-cjk.ts';
import { unspacedScripts } from '../../text/segmenter.ts';

/** The text that a model was given: what stands in it is content, whatever it looks like. */
export interface SourceText {
  readonly text: string;
  /** BCP-47 code. */
  readonly language: string;
  /** Whether these words stand in it one after the other; signs and case do not count. */
  contains(fragment: string): boolean;
}

export function sourceText(text: string, language: string): SourceText {
  const words = ` ${normalizeWords(text)} `;
  return {
    text,
    language,
    contains(fragment) {
      const wanted = normalizeWords(fragment);
      return wanted !== '' && words.includes(containsCjk(wanted) ? wanted : ` ${wanted} `);
    },
  };
}

/** A text as lower-case words with a space between them. */
export function normalizeWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

const unspaced = new RegExp(`[${unspacedScripts}]`, 'u');
const contentRun = new RegExp(String.raw`[${unspacedScripts}ー]+|[\p{L}\p{M}]+`, 'gu');
const shortestContent = 4;

/** The words that carry what a text says: those of four letters and more; in scripts without spaces every pair of characters. */
export function contentWords(text: string): string[] {
  const runs = text.normalize('NFKC').toLowerCase().replaceAll(/['’]/gu, '').match(contentRun) ?? [];
  return runs.flatMap((run) => {
    if (!unspaced.test(run)) return run.length >= shortestContent ? [run] : [];
    return Array.from({ length: Math.max(0, run.length - 1) }, (_, index) => run.slice(index, index + 2));
  });
}

const anyWord = new RegExp(String.raw`[${unspacedScripts}]|[\p{L}\p{M}'’]+`, 'gu');

/** All words of a text in lower case, the small ones that show its language, too; in scripts without spaces its characters. */
export function allWords(text: string): readonly string[] {
  return text.normalize('NFKC').toLowerCase().match(anyWord) ?? [];
}
