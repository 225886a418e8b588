import { hanCharacters, readHanNumeral } from '../../languages/han-numerals.ts';
import { unspacedScripts } from '../../text/segmenter.ts';
import { invisible, keyOf } from './word-key.ts';
import { NumberReader } from './number-reader.ts';
import type { NumberPart } from './number-reader.ts';
import { numberWords } from './number-words.ts';
import { readKorean, readRoman, valuesIn } from './numerals.ts';
import { plainDigits } from './plain-digits.ts';

/** A piece of a text by what it says: a number, however it is written, or a word or sign. */
export type Item =
  | { readonly kind: 'number'; readonly part: NumberPart }
  | {
      readonly kind: 'word';
      readonly key: string;
      /** It stands directly behind a digit, as in `3rd` and `5km`. */
      readonly isAttached: boolean;
    };

/** Options for reading the meaning of a text. */
export interface MeaningOptions {
  /** BCP-47 code. */
  readonly language: string;
  /** A comma ends a number, so that "twenty, five" is two. */
  readonly commasEnd: boolean;
  /** Words that are Roman numerals in capitals are numbers. */
  readonly roman: boolean;
  /** Numbers of the names of months, where they are read as numbers. */
  readonly months?: ReadonlyMap<string, number> | undefined;
}

/** Signs that are spoken. */
export const spokenSigns = '%‰°€$£¥₽₩₹&+=×÷§№#@½⅓⅔¼¾⅛^';

const tokens = new RegExp(
  [
    String.raw`(?<literal>(?:(?<![\p{L}\p{N}.])\.(?=\p{Nd}))?\p{Nd}+(?:[.,'’\u00A0\u202F\u2009]\p{Nd}{3})*(?:[.,]\p{Nd}+)?)`,
    String.raw`(?<minus>(?<![\p{L}\p{N}])[-−](?=\p{Nd}))`,
    `(?<numeral>[${hanCharacters}]+)`,
    `(?<character>[${unspacedScripts}ー々]\\p{M}*)`,
    String.raw`(?<word>(?:(?![${unspacedScripts}ー])[\p{L}\p{M}${invisible}])+(?:['’ʼ][\p{L}\p{M}]+)*)`,
    `(?<sign>[${spokenSigns}\\p{No}])`,
    String.raw`(?<comma>[,;:.!?、。，؛،](?!\p{N}))`,
  ].join('|'),
  'gu',
);

/** Returns what a text says: its numbers, words and spoken signs, in order. */
export function meaningOf(text: string, options: MeaningOptions): Item[] {
  const state: State = { items: [], number: new NumberReader(numberWords(options.language)), held: [] };
  for (const match of text.matchAll(tokens)) addToken(match, text, state, options);
  endNumber(state);
  return state.items;
}

interface State {
  readonly items: Item[];
  readonly number: NumberReader;
  /** Links and decimal marks that belong to the number when it goes on. */
  readonly held: { readonly key: string; readonly isPoint: boolean }[];
}

/** A token and the character before it. */
interface Token {
  readonly text: string;
  readonly before: string;
}

type AddToken = (token: Token, state: State, options: MeaningOptions) => void;

/** The reader of each kind of token. */
const adders: Readonly<Record<string, AddToken>> = {
  literal({ text }, state, { language }) {
    endNumber(state);
    state.number.addLiteral(plainDigits(text, language));
  },
  minus: (_token, state) => addMinus(state),
  numeral({ text }, state) {
    endNumber(state);
    pushNumber({ digits: readHanNumeral(text), isLiteral: false }, state);
  },
  character: ({ text }, state) => pushWord(text, state),
  sign: ({ text }, state) => pushWord(text, state),
  comma(_token, state, { commasEnd }) {
    if (commasEnd) endNumber(state);
  },
  word(token, state, options) {
    const key = keyOf(token.text);
    const found = addNumberWord(key, token, state, options) || addNumberLink(key, state, options);
    if (!found) pushWord(key, state, /\p{Nd}/u.test(token.before));
  },
};

function addToken(
  { 0: found, index, groups = {} }: RegExpExecArray,
  text: string,
  state: State,
  options: MeaningOptions,
): void {
  const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? '';
  const token = { text: found, before: text.charAt(index - 1) };
  adders[kind]?.(token, state, options);
}

/** Adds a word that is a number and reports whether it is one. */
function addNumberWord(key: string, { text }: Token, state: State, options: MeaningOptions): boolean {
  const literal = literalOf(key, text, options);
  const values = valuesIn(key, numberWords(options.language));
  const korean = readKorean(key, options.language);
  if (literal !== undefined) {
    endNumber(state);
    pushNumber({ digits: literal, isLiteral: true }, state);
  } else if (values) addValues(values, state);
  else if (korean) {
    addValues([korean.value], state);
    if (korean.rest !== '') pushWord(korean.rest, state);
  } else return false;
  return true;
}

/** Returns the number of a Roman numeral or of a month. */
function literalOf(key: string, text: string, { roman, months }: MeaningOptions): string | undefined {
  return ((roman ? readRoman(text) : undefined) ?? months?.get(key))?.toString();
}

/** Adds a word between the parts of a number and reports whether it is one. */
function addNumberLink(key: string, state: State, { language }: MeaningOptions): boolean {
  const { links, points, minus } = numberWords(language);
  const isPoint = points.has(key);
  const isHeld = state.number.isOpen && (isPoint || links.has(key));
  if (isHeld) state.held.push({ key, isPoint });
  else if (minus.has(key)) addMinus(state);
  return isHeld || minus.has(key);
}

function addMinus(state: State): void {
  endNumber(state);
  pushNumber({ digits: '-', isLiteral: true }, state);
}

function addValues(values: readonly number[], state: State): void {
  for (const { isPoint } of state.held.splice(0)) if (isPoint) state.number.addPoint();
  for (const value of values) state.number.add(value);
}

function endNumber(state: State): void {
  for (const part of state.number.take()) pushNumber(part, state);
  // A link that no number followed was a word.
  for (const { key } of state.held.splice(0)) state.items.push({ kind: 'word', key, isAttached: false });
}

function pushNumber(part: NumberPart, { items }: State): void {
  items.push({ kind: 'number', part });
}

function pushWord(key: string, state: State, isAttached = false): void {
  endNumber(state);
  state.items.push({ kind: 'word', key: key.normalize('NFKC'), isAttached });
}
