import type { Finding } from './finding.ts';

/** How much quieter a sound is in its quiet moments than in its loud ones, in decibels. */
export interface Quiet {
  /** Than that one frame in fifty is quieter. */
  readonly depth: number;
  /** Than that one frame in five is quieter. */
  readonly rest: number;
}

/**
 * Fewest decibels that speech of three seconds has. Of 1,333 answers of 150 voices the fewest are 27 (an echo of espeak-ng; 37 without it) and
 * 10.7 (flite:slt, once). With noise 20 dB below them they have 21 at most, with a chord 26; with another speaker at -2 dB half of them have
 * less than 12 in one frame of five, of the other half another answer of the voice shows it.
 */
const fewest: Quiet = { depth: 26, rest: 12 };

/** Shorter sounds may have no quiet moment. */
export const minQuietSeconds = 3;

/** Syllables a second of sound that can be speech. The slowest of 60 voices had 1.9; a tone has no quiet moments. */
const minSyllables = 1;

/** Returns that something else sounds while the voice does and while it pauses, or nothing. */
export function findSoundBelow(
  { depth, rest }: Quiet,
  { seconds, syllables }: { readonly seconds: number; readonly syllables: number },
): Finding[] {
  if (seconds < minQuietSeconds || syllables < seconds * minSyllables) return [];
  if (depth >= fewest.depth && rest >= fewest.rest) return [];
  const message = 'Something else sounds below the speech.';
  return [{ kind: 'sound-below', at: 0, seconds, sureness: 'likely', message }];
}
