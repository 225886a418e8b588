import type { Pcm } from '../../../core/pcm.ts';
import { decibels } from '../measure/frame-levels.ts';
import type { SampleBounds } from '../measure/frame-levels.ts';
import type { Finding } from './finding.ts';

/**
 * Samples in a row that have the largest or the smallest value, places with so many of them, and places a second. Of 1,333 answers of 150
 * voices two have such places, at most 0.2 a second; sound that is cut off at a third of full scale has 100 and more.
 */
const tops = { samples: 3, places: 5, perSecond: 2 };

/** Returns what shows that a sound is cut off at a level, whichever that is: its extreme value again and again, or nothing. */
export function findFlatTops({ samples, sampleRate }: Pcm, { least, most }: Omit<SampleBounds, 'mean'>): Finding[] {
  const places = countTops(samples, least) + countTops(samples, most);
  if (places < Math.max(tops.places, (tops.perSecond * samples.length) / sampleRate)) return [];
  const level = decibels(Math.max(most, -least));
  const message = `The audio is distorted: it is cut off at ${level.toFixed(0)} dB in ${places} places.`;
  return [{ kind: 'flat-tops', sureness: 'likely', message }];
}

/** Returns the number of places at which a sound keeps a value. */
function countTops(all: Int16Array, value: number): number {
  let [places, row] = [0, 0];
  if (value === 0) return places;
  for (let at = 0; at <= all.length; at += 1) {
    if (all[at] === value) {
      row += 1;
      continue;
    }
    if (row >= tops.samples) places += 1;
    row = 0;
  }
  return places;
}
