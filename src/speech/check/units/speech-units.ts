/** Length of a text by how it is spoken. */
export interface SpeechUnits {
  /** Number of Latin letters that take as long to speak. Pauses at punctuation are not included. */
  readonly units: number;
  /** Standard deviation, in units, from what engines read differently: digits, symbols, capitals, abbreviations. */
  readonly uncertainty: number;
}

/** Returns the speech units of a text. */
export function speechUnits(text: string): SpeechUnits {
  let units = 0;
  let uncertainty = 0;
  for (const [token] of text.matchAll(tokens)) {
    const spoken = tokenUnits(token, text);
    units += spoken.units;
    uncertainty += spoken.uncertainty;
  }
  return { units, uncertainty };
}

/** Matches numbers with their separators, words, white space and single other characters. */
const tokens = /\p{N}+(?:[.,:'’\u00A0\u202F/–-]\p{N}+)*|[\p{L}\p{M}]+(?:\.(?=[\p{L}\s]))?|\s+|[^\p{L}\p{M}\p{N}\s]/gu;

/** Letters of a digit, and of a separator in a number, and the share by which readings differ ("nineteen six", "one thousand nine hundred and six"). */
const inNumber = { digit: 5, separator: 2, share: 0.35 };

/** Letters of the name of a symbol with the spaces around it: none where it is not read, nine in "copyright". */
const symbol = { units: 5, uncertainty: 4 };

function tokenUnits(token: string, text: string): SpeechUnits {
  if (/^\p{N}/u.test(token)) {
    const digits = token.match(/\p{N}/gu)?.length ?? 0;
    const units = digits * inNumber.digit + (token.length - digits) * inNumber.separator;
    return { units, uncertainty: units * inNumber.share };
  }
  if (/^[\p{L}\p{M}]/u.test(token)) return wordUnits(token, text);
  if (/^\s/u.test(token)) return { units: 1, uncertainty: 0 };
  return /[\p{S}&%§@#*/_\\]/u.test(token) ? symbol : { units: 0, uncertainty: 0 };
}

const letterUnits: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/iu, 1],
  [/\p{Script=Han}/u, 3.3],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 2],
  [/\p{Script=Hangul}/u, 3],
  // Written without most vowels.
  [/[\p{Script=Hebrew}\p{Script=Arabic}]/u, 1.4],
  [/\p{M}/u, 0.3],
  [/\p{L}/u, 1],
];

const knownLetters = new Map<string, number>();
/** More than the letters of all alphabets together. */
const maxKnownLetters = 4096;

function unitsOfLetter(letter: string): number {
  const known = knownLetters.get(letter);
  if (known !== undefined) return known;
  const units = letterUnits.find(([pattern]) => pattern.test(letter))?.[1] ?? 0;
  if (knownLetters.size < maxKnownLetters) knownLetters.set(letter, units);
  return units;
}

/** Letters of the name of a letter or digit ("bee", "double u"). */
const spelledLetterUnits = 2.5;

function wordUnits(word: string, text: string): SpeechUnits {
  let units = 0;
  for (const letter of word) units += unitsOfLetter(letter);
  // Roman numerals are read as numbers or spelled, other capitals in running text as words or spelled.
  if (/^[IVXLCDM]{2,}\.?$/u.test(word)) return { units: units * 2, uncertainty: units };
  if (/^\p{Lu}{2,5}\.?$/u.test(word) && /\p{Ll}/u.test(text)) {
    const spelled = units * spelledLetterUnits;
    return { units: (units + spelled) / 2, uncertainty: (spelled - units) / 2 };
  }
  // Mr., Dr., St.: longer spoken than written.
  if (word.endsWith('.') && word.length <= 5) return { units: units + 1.5, uncertainty: 1 };
  return { units, uncertainty: 0 };
}
