import type { SpeechMeasure } from './measure/measure-speech.ts';
import type { TextUnits } from './units/text-units.ts';

/** Seconds of sound per unit that any sound can have: 350 and 70 English words a minute, pauses left out. */
const possiblePace = { min: 0.033, max: 0.15 };

/**
 * Seconds per unit that speech usually has: 0.042 (French) to 0.079 (slow English) with 29 voices in 22 languages. Slower
 * speech is stretched, as by a wrong sample rate; of faster speech the syllables are counted.
 */
const usualPace = { min: 0.044, max: 0.1 };

/**
 * Units per syllable that is heard. Whole speech has 2.7 to 5.2 in the median, whatever the language and the speed; half of
 * it has twice as many. Beyond the last a sound has no syllables: it is a tone.
 */
const unitsPerSyllable = { cut: 5.6, tone: 25 };

/** Shorter texts vary too much. */
const minPlausibleUnits = 40;

/**
 * Returns `short` or `long` for speech that no voice speaks at: part of it is missing, or it is repeated or stretched. A
 * service that does this to all its answers would otherwise pass for a fast or slow voice. `speed` is what the service was asked
 * for, relative to the voice's own.
 */
export function implausibleLength(
  { total, isMeasurable }: TextUnits,
  speech: SpeechMeasure,
  speed = 1,
): 'short' | 'long' | undefined {
  if (!isMeasurable || total.units < minPlausibleUnits) return undefined;
  const least = Math.max(minPlausibleUnits / 2, total.units - 2 * total.uncertainty);
  const most = total.units + 2 * total.uncertainty;
  // The limits are of speech at a voice's own speed.
  const soundSeconds = speech.soundSeconds * speed;
  if (soundSeconds > most * possiblePace.max) return 'long';
  if (soundSeconds < least * possiblePace.min) return 'short';
  const perSyllable = least / speech.syllables;
  if (perSyllable > unitsPerSyllable.tone) return undefined;
  if (soundSeconds > most * usualPace.max) return 'long';
  return perSyllable > unitsPerSyllable.cut && soundSeconds < least * usualPace.min ? 'short' : undefined;
}
