import { findClauseEnd } from './find-cut.ts';
import { isSpeakable } from '../is-speakable.ts';
import { splitIntoSegments } from '../split-into-segments.ts';
import type { SegmentOptions } from '../split-into-segments.ts';

/**
 * About two seconds of sound, which Kokoro speaks in half a second on one core of an AMD EPYC. A clause of less than half of it sounds clipped;
 * one of more than five seconds is left to the rest.
 */
const firstLength = { goal: 36, max: 90 };

/**
 * Returns a text as segments for someone who waits for the sound, in order: a clause, whose sound comes soon, and then what
 * `splitIntoSegments` makes of the rest. Cuts no clause that `splitIntoSegments` keeps whole.
 */
export function splitForListeners(text: string, options: SegmentOptions): string[] {
  const whole = text.trim();
  const cut = findClauseEnd(whole, { ...firstLength, unit: options.limit.unit });
  const parts = cut === undefined ? [whole] : [whole.slice(0, cut).trim(), whole.slice(cut)];
  if (!parts.every(isSpeakable)) return splitIntoSegments(whole, options);
  return parts.flatMap((part) => splitIntoSegments(part, options));
}
