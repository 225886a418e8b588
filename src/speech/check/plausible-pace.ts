import type { SpeechMeasure } from './measure/measure-speech.ts';
import type { TextUnits } from './units/text-units.ts';
import { minPlausibleUnits, possiblePace, unitsPerSyllable, usualPace } from './limits.ts';

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
