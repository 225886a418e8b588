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
  const [low, high] = [topsOf(samples, least), topsOf(samples, most)];
  const places = low.places + high.places;
  const seconds = samples.length / sampleRate;
  if (places < Math.max(tops.places, tops.perSecond * seconds)) return [];
  const level = decibels(Math.max(most, -least));
  const message = `The audio is distorted: it is cut off at ${level.toFixed(0)} dB in ${places} places.`;
  const first = Math.min(low.first, high.first);
  return [
    { kind: 'flat-tops', at: first / sampleRate, seconds: seconds - first / sampleRate, sureness: 'likely', message },
  ];
}

interface Tops {
  readonly places: number;
  /** The first sample of the first of them. */
  readonly first: number;
}

function topsOf(all: Int16Array, value: number): Tops {
  let [places, first, row] = [0, all.length, 0];
  if (value === 0) return { places, first };
  for (let at = 0; at <= all.length; at += 1) {
    if (all[at] === value) {
      row += 1;
      continue;
    }
    if (row >= tops.samples) {
      if (places === 0) first = at - row;
      places += 1;
    }
    row = 0;
  }
  return { places, first };
}
