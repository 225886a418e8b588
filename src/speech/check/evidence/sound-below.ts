import type { Finding } from './finding.ts';

/** How much quieter a sound is in its quiet moments than in its loud ones. */
export interface QuietMoments {
  /** Decibels from its quietest moments to its loud ones. */
  readonly depth: number;
  readonly seconds: number;
  readonly syllables: number;
}

/**
 * Fewest decibels from the level that one frame in fifty is below to the loud ones, in speech of three seconds. Of 1,333 answers of 150
 * voices the fewest are 27 (an echo of espeak-ng; 33 without it). With noise 20 dB below them they have 21 at most, with a chord 26.
 */
const minDepth = 26;

/** Shorter sounds may have no quiet moment. */
export const minQuietSeconds = 3;

/** Syllables a second of sound that can be speech. The slowest of 60 voices had 1.9; a tone has no quiet moments. */
const minSyllables = 1;

/** Returns that something else sounds while the voice does and while it pauses, or nothing. */
export function findSoundBelow({ depth, seconds, syllables }: QuietMoments): Finding[] {
  if (seconds < minQuietSeconds || syllables < seconds * minSyllables || depth >= minDepth) return [];
  const message = 'Something else sounds below the speech.';
  return [{ kind: 'sound-below', sureness: 'likely', message }];
}
