import { median } from '../../../core/statistics.ts';

/** Measurements of the voice in one answer. */
export interface SoundSample {
  readonly units: number;
  /** Median pitch in hertz. */
  readonly pitch?: number | undefined;
  /** Decibels from its quietest moments to its loud ones. */
  readonly depth?: number | undefined;
  /** Whether it has no syllables. */
  readonly isTone?: boolean | undefined;
}

/** The usual sound of a voice. */
export interface UsualSound {
  /** Absent until it is known. */
  readonly pitch?: UsualPitch | undefined;
  /** Usual decibels from the quietest moments to the loud ones. Absent until it is known. */
  readonly depth?: number | undefined;
  /** Whether its answers have syllables, as far as is known. */
  readonly hasSyllables: boolean;
}

/** Pitch of a voice. */
export interface UsualPitch {
  readonly hertz: number;
  /** Standard deviation of its log from text to text. */
  readonly deviation: number;
}

/** Texts that show how a voice sounds: shorter ones may be cries and questions. */
export const longUnits = 60;
const minSamples = 8;
/** So many show that a voice speaks and does not sing. */
const minSpoken = 3;
/** Standard deviation of a normal distribution per median absolute deviation. */
export const normalFactor = 1.4826;

/** Returns how a voice usually sounds, by its answers to longer texts. A tone says nothing of it. */
export function usualSound(samples: readonly SoundSample[]): UsualSound {
  const long = samples.filter(({ units }) => units >= longUnits);
  const speech = long.filter(({ isTone }) => isTone === false);
  const logs = speech.flatMap(({ pitch }) => (pitch === undefined ? [] : [Math.log(pitch)]));
  const depths = speech.flatMap(({ depth }) => depth ?? []);
  const log = median(logs);
  const deviation = median(logs.map((each) => Math.abs(each - log))) * normalFactor;
  return {
    hasSyllables: speech.length >= minSpoken && speech.length > long.length / 2,
    pitch: logs.length < minSamples ? undefined : { hertz: Math.exp(log), deviation },
    depth: depths.length < minSamples ? undefined : median(depths),
  };
}
