import { baseLanguage } from '../../core/language.ts';

/** What a run has learned about one language's pace: moments of log(seconds a unit of text). */
interface Pace {
  count: number;
  mean: number;
  squares: number;
}

/** Seconds that a text may take. */
export interface PlausibleSeconds {
  readonly expected: number;
  readonly least: number;
  readonly most: number;
}

/** Until something is learned: 15 Latin letters a second, as facts of narration go, and much room for error. */
const usualSecondsPerUnit = 1 / 15;
const enoughToLearn = 8;
const smallestLesson = 40;

/** How long texts take to speak, a language, learned from what this run has accepted so far. */
export class SpeakingRate {
  readonly #paces = new Map<string, Pace>();

  /** What is plausible for a text: wide at first, then as narrow as this voice is steady. */
  plausible(text: string, language: string): PlausibleSeconds {
    const units = speechUnits(text);
    const pace = this.#paces.get(paceKey(text, language));
    if (!pace || pace.count < enoughToLearn) {
      const expected = units * usualSecondsPerUnit;
      return { expected, least: expected * 0.35 - 0.3, most: expected * 4 + 3 };
    }
    const expected = units * Math.exp(pace.mean);
    const spread = Math.sqrt(pace.squares / pace.count);
    // Short texts vary more than long ones: one odd word is a greater part of them.
    const room = Math.min(0.6, Math.max(0.16, 4 * spread) * Math.max(1, Math.sqrt(200 / units)));
    return { expected, least: expected * (1 - room) - 0.3, most: (expected / (1 - room)) * 1.3 + 1.5 };
  }

  /** Takes in that a text took so long. Very short ones teach nothing: their silence outweighs their speech. */
  learn(text: string, language: string, seconds: number): void {
    const units = speechUnits(text);
    if (units < smallestLesson || seconds <= 0) return;
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

/** Texts with Han characters apart from those without: a voice that spells them out takes many times as long for them. */
function paceKey(text: string, language: string): string {
  return `${baseLanguage(language)} ${/\p{Script=Han}/u.test(text) ? 'Han' : ''}`;
}

/** The length of a text in Latin letters that take as long to speak: a digit is a word, a Han character a syllable or two. */
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
