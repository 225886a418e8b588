import { baseLanguage } from '../../core/language.ts';

/** Pace of one language in a run: moments of log(seconds per unit of text). */
interface Pace {
  count: number;
  mean: number;
  squares: number;
}

/** Seconds that a text may take to speak. */
export interface PlausibleSeconds {
  readonly expected: number;
  readonly min: number;
  readonly max: number;
}

/** Used until enough is learned: narration speaks about 15 Latin letters per second. */
const defaultSecondsPerUnit = 1 / 15;
const minSamples = 8;
const minSampleUnits = 40;

/** Estimates how long texts take to speak, per language, from the audio that a run has accepted so far. */
export class SpeakingRate {
  readonly #paces = new Map<string, Pace>();

  /** Returns the plausible time for a text: a wide range at first, then as narrow as the voice is steady. */
  plausible(text: string, language: string): PlausibleSeconds {
    const units = speechUnits(text);
    const pace = this.#paces.get(paceKey(text, language));
    if (!pace || pace.count < minSamples) {
      const expected = units * defaultSecondsPerUnit;
      return { expected, min: expected * 0.35 - 0.3, max: expected * 4 + 3 };
    }
    const expected = units * Math.exp(pace.mean);
    const spread = Math.sqrt(pace.squares / pace.count);
    // Short texts vary more than long ones: one odd word is a greater part of them.
    const room = Math.min(0.6, Math.max(0.16, 4 * spread) * Math.max(1, Math.sqrt(200 / units)));
    return { expected, min: expected * (1 - room) - 0.3, max: (expected / (1 - room)) * 1.3 + 1.5 };
  }

  /** Records the time that a text took. Ignores very short texts: they hold more silence than speech. */
  learn(text: string, language: string, seconds: number): void {
    const units = speechUnits(text);
    if (units < minSampleUnits || seconds <= 0) return;
    const key = paceKey(text, language);
    const pace = this.#paces.get(key) ?? { count: 0, mean: 0, squares: 0 };
    this.#paces.set(key, pace);
    const value = Math.log(seconds / units);
    pace.count += 1;
    const difference = value - pace.mean;
    pace.mean += difference / pace.count;
    pace.squares += difference * (value - pace.mean);
  }
}

/** Texts with Han characters count apart: a voice that spells them out takes many times as long for them. */
function paceKey(text: string, language: string): string {
  return `${baseLanguage(language)} ${/\p{Script=Han}/u.test(text) ? 'Han' : ''}`;
}

/** Returns the length of a text as the number of Latin letters that take as long to speak: a digit counts as a word. */
export function speechUnits(text: string): number {
  let units = 0;
  for (const character of text) units += unitsOf(character);
  return units;
}

const weights: readonly (readonly [RegExp, number])[] = [
  [/[a-z\s]/iu, 1],
  [/\p{N}/u, 5],
  [/\p{Script=Han}/u, 3.3],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 2],
  [/\p{Script=Hangul}/u, 3],
  [/\p{L}/u, 1],
  [/\p{M}/u, 0.5],
  [/[.!?…。！？।]/u, 4],
  [/[,;:—，、；：]/u, 2.5],
  [/\p{S}/u, 5],
];

function unitsOf(character: string): number {
  return weights.find(([pattern]) => pattern.test(character))?.[1] ?? 0.5;
}
