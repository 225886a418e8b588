import { commonReading } from '../../../../languages/ja/common-readings.ts';
import { readCounted } from '../../../../languages/ja/japanese-counters.ts';
import type { JapaneseToken } from './japanese-analyser.ts';
import { toHiragana } from './kana-to-kokoro.ts';

/** A word of a Japanese text: as it is written, and as it is said, in hiragana. */
export interface JapaneseWord {
  readonly written: string;
  readonly kana: string;
}

/** What the readings of words come from, besides the analyser. */
export interface JapaneseData {
  readonly joinedWords: ReadonlySet<string>;
  readonly kanjiReadings: ReadonlyMap<string, string>;
}

/** Returns the words of a text that an analyser has divided, with numbers and their counters read together, divided as Kokoro was trained. */
export function japaneseWords(tokens: readonly JapaneseToken[], data: JapaneseData): readonly JapaneseWord[] {
  const words = tokens.map((token) => ({ written: token.surface, kana: kanaOf(token, data.kanjiReadings) }));
  readNumbers(tokens, words);
  for (const [index, word] of words.entries()) words[index] = { ...word, kana: kanaBeside(words, index, word) };
  return joined(words, data.joinedWords);
}

function kanaOf(
  { surface, pronunciation, partOfSpeech, partOfSpeechSubcategory1 }: JapaneseToken,
  readings: ReadonlyMap<string, string>,
): string {
  if (pronunciation === undefined || pronunciation === '*') {
    return toHiragana(Array.from(surface, (character) => readings.get(character) ?? character).join(''));
  }
  // IPADIC writes the end of だろう as a vowel, and long `e` as `ei`, which is `ei` only where it is written in kana.
  if (surface === 'う' && partOfSpeech === '助動詞') return 'ー';
  const kana = toHiragana(pronunciation);
  if (!/^\p{Script=Han}+$/u.test(surface) && surface !== 'この間') return kana;
  const long = kana.replaceAll(/(?<=[えけげせぜてでねへべぺめれ])い/gu, 'ー');
  const isNoun = partOfSpeech === '名詞' && partOfSpeechSubcategory1 !== '接尾';
  return isNoun ? commonReading(surface, long) : long;
}

/** Changes the readings of numerals and of the counters after them. */
function readNumbers(tokens: readonly JapaneseToken[], words: JapaneseWord[]): void {
  let number = '';
  for (const [index, token] of tokens.entries()) {
    const isNumeral = token.partOfSpeechSubcategory1 === '数' || (token.surface === '何' && number === '');
    if (number !== '' && (isNumeral || isCounter(token))) readTogether(words, index, number);
    number = isNumeral ? number + token.surface : '';
  }
}

/** Changes the readings of the last numeral of a number and of the word after it, at `index`. */
function readTogether(words: JapaneseWord[], index: number, number: string): void {
  const [numeral, counter] = [words[index - 1], words[index]];
  if (!numeral || !counter) return;
  const read = readCounted(number, counter.written, { numeral: numeral.kana, counter: counter.kana });
  if (!read) return;
  const before = read.isWhole ? index - number.length : index - 1;
  for (const [at, word] of words.entries()) if (at >= before && at < index) words[at] = { ...word, kana: '' };
  words[index - 1] = { ...numeral, kana: read.numeral };
  words[index] = { ...counter, kana: read.counter };
}

function isCounter({ partOfSpeechSubcategory2 }: JapaneseToken): boolean {
  return partOfSpeechSubcategory2 === '助数詞';
}

/** Returns the reading of a word that depends on the words beside it. */
function kanaBeside(words: readonly JapaneseWord[], index: number, { written, kana }: JapaneseWord): string {
  const next = words[index + 1];
  if (written === '何' && isNasalBefore(next?.kana)) return 'なん';
  const besideItself = [next, words[index - 1]].some((word) => word?.written === written);
  return besideItself && isLaughter(written + written) ? written : kana;
}

/** A row of は is laughter, and not particles. */
function isLaughter(text: string): boolean {
  return /^は{2,}$/u.test(text);
}

/** 何 is `nan` before `t`, `d` and `n`, and before numerals and counters, whose tokens read it so. */
function isNasalBefore(next: string | undefined): boolean {
  return next !== undefined && /^[だでどなねのたて]/u.test(next);
}

/** Longest joined word, in words of the analyser. */
const mostJoined = 14;

function joined(words: readonly JapaneseWord[], known: ReadonlySet<string>): readonly JapaneseWord[] {
  const result: JapaneseWord[] = [];
  for (let at = 0; at < words.length;) {
    let end = Math.min(words.length, at + mostJoined);
    const writtenTo = (to: number): string =>
      words
        .slice(at, to)
        .map(({ written }) => written)
        .join('');
    while (end > at + 1 && !known.has(writtenTo(end)) && !isLaughter(writtenTo(end))) end -= 1;
    const group = words.slice(at, end);
    result.push({ written: writtenTo(end), kana: group.map(({ kana }) => kana).join('') });
    at = end;
  }
  return result;
}
