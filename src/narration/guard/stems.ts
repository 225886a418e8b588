import { unspacedScripts } from '../../text/segmenter.ts';
import { allWords } from './source-text.ts';

/** Letters at the beginning of a word that stay when its ending changes, in most words of most languages. */
const stemLetters = 5;
/** In Korean, whose signs are syllables. */
const stemSyllables = 2;
const korean = /^\p{Script=Hangul}/u;
const unspaced = new RegExp(`^[${unspacedScripts}]`, 'u');

/** Returns a word without its ending. A short one is whole. */
export function stemOf(word: string): string {
  const bare = word.toLowerCase().replaceAll(/['’]/gu, '');
  const length = korean.test(bare) ? stemSyllables : stemLetters;
  return Array.from(bare).slice(0, length).join('');
}

/** A run of this many signs is seldom a common one, in Chinese and Japanese, and in scripts without spaces whose signs are letters. */
const [runOfWords, runOfLetters] = [3, 6];
const unspacedRun = new RegExp(`[${unspacedScripts}]{${runOfWords},}`, 'gu');
const chineseOrJapanese = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Names, however short: words with a capital inside of a sentence. */
const nameInside = /(?<=[\p{L}\p{M}],?\s)\p{Lu}[\p{L}\p{M}]+/gu;

/**
 * Returns the words that show what a text is about: the stems of its longer words and of its names, in scripts without spaces its short
 * runs of characters. Small words, which all texts of a language share, are left out by their length.
 */
export function contentStems(text: string): ReadonlySet<string> {
  const plain = text.normalize('NFKC');
  const names = namesInside(plain).map((name) => stemOf(name));
  const words = allWords(plain).filter((word) => !unspaced.test(word) && Array.from(word).length >= minLetters(word));
  const runs = (plain.match(unspacedRun) ?? []).flatMap(partsOf);
  return new Set([...names, ...words.map((word) => stemOf(word)), ...runs]);
}

/** Returns the words of a text that have a capital inside of a sentence, as often as they occur. */
export function namesInside(text: string): readonly string[] {
  return text.match(nameInside) ?? [];
}

function partsOf(run: string): string[] {
  const length = chineseOrJapanese.test(run) ? runOfWords : runOfLetters;
  return Array.from(run.slice(length - 1), (_sign, at) => run.slice(at, at + length));
}

/** Short vowels are not written in Arabic and Hebrew. */
function minLetters(word: string): number {
  if (korean.test(word)) return stemSyllables + 1;
  return /^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(word) ? stemLetters - 1 : stemLetters;
}

/** Letters that stay when a short name gets an ending: Анна, Анну. */
const minNameLetters = 3;

/** Reports whether a name is among the stems of a text, with any ending. */
export function sharesStem(name: string, stems: ReadonlySet<string>): boolean {
  const stem = stemOf(name);
  const begins = stem.slice(0, Math.max(minNameLetters, stem.length - 1));
  return stems.has(stem) || [...stems].some((other) => other.startsWith(begins));
}
