import type { Pcm } from '../../core/pcm.ts';
import { alignPhones } from './align-phones.ts';
import type { PhoneAlignment, Surplus } from './align-phones.ts';
import { gapCost } from './phones.ts';
import { soundSeconds } from './sound-seconds.ts';

/** A word of the text and its sounds. */
export interface SpokenWord {
  readonly text: string;
  /** Result of `phonesOf`. */
  readonly phones: readonly string[];
}

/** A sound that a recognizer heard. */
export interface HeardPhone {
  readonly phone: string;
  /** Its start, in seconds. */
  readonly at: number;
}

/** The fault of speech, or `heard` when it has none. */
export type Verdict =
  | 'heard'
  /** No speech, although the text has letters. */
  | 'silent'
  /** Words of the text are not in the sound, and there is no time for them. */
  | 'lost'
  /** Words are spoken twice. */
  | 'repeated'
  /** Speech that is not of the text. */
  | 'extra'
  /** Other words, or another language. */
  | 'other'
  /** There is sound for the missing words: they were spoken, and the recognizer did not understand them. */
  | 'unclear'
  /** The text is too short to decide. */
  | 'too-short';

/** Words that were not heard. */
export interface MissingWords {
  readonly text: string;
  /** Index of the first of them. */
  readonly word: number;
  readonly place: 'start' | 'inside' | 'end';
  /** Their expected start, in seconds. */
  readonly at: number;
  /** Whether there is no time for them. Otherwise the recognizer may not have understood them. */
  readonly isLost: boolean;
  readonly phones: number;
}

/** Speech that the text does not have. */
export interface SurplusSpeech {
  /** Its sounds in IPA. */
  readonly phones: string;
  readonly isRepeated: boolean;
  /** In seconds. */
  readonly at: number;
}

/** Result of `compareSpeech`. */
export interface Comparison {
  readonly verdict: Verdict;
  /** Share of the text's sounds that were heard, from 0 to 1. */
  readonly share: number;
  readonly missing: readonly MissingWords[];
  readonly surplus: readonly SurplusSpeech[];
}

/** Thresholds, set on 41 cases and measured on books in two languages (test/bench/listening.mjs). */
const limits = {
  /** Share of a word's weight in gaps from which it counts as missing. */
  wordGone: 0.6,
  surplusPhones: 6,
  /** Share of surplus sounds that the text has nearby, from which they are a repetition. */
  repeatedShare: 0.75,
  /** Share heard below which these are other words; `short` for less than `longText` sounds. */
  otherShare: { surely: 0.4, long: 0.62, short: 0.5 },
  longText: 20,
  shortestText: 4,
  shortestTextShare: 0.8,
};

/** Time that lost words would need, where the speech does not show it: seconds of a sound. */
const usualPhoneSeconds = 0.075;

/**
 * Reports whether speech holds the words of a text: aligns the sounds of both. Words are lost only when there is no time for them between
 * the sounds before and after, otherwise the recognizer did not understand them.
 */
export function compareSpeech(words: readonly SpokenWord[], heard: readonly HeardPhone[], sound: Pcm): Comparison {
  const text = words.flatMap(({ phones }) => phones);
  if (text.length === 0) return { verdict: 'heard', share: 1, missing: [], surplus: [] };
  const alignment = alignPhones(
    text,
    heard.map(({ phone }) => phone),
  );
  const compared: Compared = { text, heard, sound, alignment, phoneSeconds: phoneSecondsOf(heard) };
  const missing = missingWords(words, compared);
  const surplus = surplusSpeech(compared);
  const share = heardShare(text, alignment);
  return { verdict: verdictOf({ text, heard, missing, surplus, share }), share, missing, surplus };
}

interface Compared {
  readonly text: readonly string[];
  readonly heard: readonly HeardPhone[];
  readonly sound: Pcm;
  readonly alignment: PhoneAlignment;
  /** Usual seconds of a sound in this speech. */
  readonly phoneSeconds: number;
}

interface Findings extends Pick<Comparison, 'missing' | 'surplus' | 'share'> {
  readonly text: readonly string[];
  readonly heard: readonly HeardPhone[];
}

function verdictOf(findings: Findings): Verdict {
  const { text, heard, missing, surplus, share } = findings;
  if (heard.length === 0) return 'silent';
  const isLong = text.length >= limits.longText;
  if (isLong && share < limits.otherShare.surely) return 'other';
  if (missing.some(({ isLost }) => isLost)) return 'lost';
  if (surplus.some(({ isRepeated }) => isRepeated)) return 'repeated';
  if (surplus.length > 0) return 'extra';
  return verdictByShare(share, text.length) ?? (missing.length > 0 ? 'unclear' : 'heard');
}

function verdictByShare(share: number, phones: number): Verdict | undefined {
  if (phones < limits.shortestText) return share < limits.shortestTextShare ? 'too-short' : undefined;
  const { long, short } = limits.otherShare;
  return share < (phones >= limits.longText ? long : short) ? 'other' : undefined;
}

function heardShare(text: readonly string[], { cost }: PhoneAlignment): number {
  return Math.max(0, 1 - sumOf(cost) / sumOf(text.map(gapCost)));
}

/** Returns the runs of words of which most sounds were not heard. */
function missingWords(words: readonly SpokenWord[], compared: Compared): readonly MissingWords[] {
  const runs: { words: SpokenWord[]; word: number; from: number; to: number }[] = [];
  let from = 0;
  let isOpen = false;
  for (const [index, word] of words.entries()) {
    const to = from + word.phones.length;
    const isGone = isMissing(from, to, compared);
    const last = runs.at(-1);
    if (isGone && isOpen && last) {
      last.words.push(word);
      last.to = to;
    } else if (isGone) runs.push({ words: [word], word: index, from, to });
    isOpen = isGone || (isOpen && word.phones.length === 0);
    from = to;
  }
  return runs.map(({ words: missing, word, from: start, to }) => ({
    text: missing.map(({ text }) => text).join(' '),
    word,
    ...missingRun(start, to, compared),
  }));
}

function isMissing(from: number, to: number, { text, alignment }: Compared): boolean {
  let weight = 0;
  let gone = 0;
  for (let at = from; at < to; at += 1) {
    const cost = gapCost(text[at] ?? '');
    weight += cost;
    if (alignment.heardAt[at] === -1) gone += cost;
  }
  return gone > weight * limits.wordGone;
}

/** Words need half of their usual time, and a little more, to have been spoken fast. */
const leastTime = { share: 0.5, seconds: 0.05 };

function missingRun(from: number, to: number, compared: Compared): Omit<MissingWords, 'text' | 'word'> {
  const { heard, alignment, sound, phoneSeconds } = compared;
  const before = alignment.heardAt.subarray(0, from).findLast((at) => at >= 0);
  const after = alignment.heardAt.subarray(to).find((at) => at >= 0);
  const start = before === undefined ? 0 : (heard[before]?.at ?? 0) + phoneSeconds;
  const end = after === undefined ? sound.samples.length / sound.sampleRate : (heard[after]?.at ?? start);
  const room = soundSeconds(sound, start, end);
  const phones = to - from;
  const isLost = room < phones * phoneSeconds * leastTime.share + leastTime.seconds;
  const place = after === undefined ? 'end' : before === undefined ? 'start' : 'inside';
  return { place, at: start, isLost, phones };
}

/** Returns the runs of sounds that the text does not have, without short ones. */
function surplusSpeech({ text, heard, alignment }: Compared): readonly SurplusSpeech[] {
  const runs: Surplus[][] = [];
  for (const one of alignment.surplus) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && last.before === one.before && last.heard + 1 === one.heard) run.push(one);
    else runs.push([one]);
  }
  return runs
    .filter(({ length }) => length >= limits.surplusPhones)
    .map((run) => {
      const phones = run.map((one) => heard[one.heard]?.phone ?? '');
      const at = heard[run[0]?.heard ?? 0]?.at ?? 0;
      return { phones: phones.join(''), isRepeated: isNearby(phones, text, run[0]?.before ?? 0), at };
    });
}

/** Sounds of the text around a surplus among which a repetition is looked for. */
const nearbyPhones = 4;

function isNearby(phones: readonly string[], text: readonly string[], place: number): boolean {
  const reach = phones.length + nearbyPhones;
  const { heardAt, cost } = alignPhones(phones, text.slice(Math.max(0, place - reach), place + reach));
  const same = phones.filter((_, at) => heardAt[at] !== -1 && (cost[at] ?? 1) < 0.3).length;
  return same > phones.length * limits.repeatedShare;
}

/** Returns the median distance of sounds that follow one another, within what speech allows. */
function phoneSecondsOf(heard: readonly HeardPhone[]): number {
  const distances = heard
    .slice(1)
    .map(({ at }, index) => at - (heard[index]?.at ?? 0))
    .filter((seconds) => seconds > 0)
    .toSorted((one, other) => one - other);
  const median = distances[Math.floor(distances.length / 2)] ?? usualPhoneSeconds;
  return Math.min(0.15, Math.max(0.04, median));
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
