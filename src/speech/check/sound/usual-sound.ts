import { median } from '../../../core/statistics.ts';
import { findingKinds } from '../evidence/finding.ts';
import type { FindingKind } from '../evidence/finding.ts';

/** Measurements of the voice in one answer. */
export interface SoundSample {
  readonly units: number;
  /** Median pitch in hertz. */
  readonly pitch?: number | undefined;
  /** Decibels from the level that a fifth of it is below to its loud moments. */
  readonly rest?: number | undefined;
  /** What was found in it that speech does not have. */
  readonly found?: readonly FindingKind[] | undefined;
  /** Whether it has no syllables. */
  readonly isTone?: boolean | undefined;
  /** Seconds of the pause at each sentence end inside the text; 0 where there is none. */
  readonly endPauses?: readonly number[] | undefined;
}

/** The usual sound of a voice. */
export interface UsualSound {
  /** Absent until it is known. */
  readonly pitch?: UsualPitch | undefined;
  /** Usual decibels from the level that a fifth of an answer is below to its loud moments. Absent until it is known. */
  readonly rest?: number | undefined;
  /** What was found in many of its answers. Absent until it is known. */
  readonly habits?: ReadonlySet<FindingKind> | undefined;
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
/** Answers with pauses that show whether these are zeros: of 74 answers of espeak-ng all that pause are so, or none, by the voice. */
const minPaused = 4;
/** Share of a voice's answers in which a finding is no fault. Services spoil fewer; espeak-ng pauses in zeros in nearly all of its answers. */
const maxOddShare = 0.5;
/** Standard deviation of a normal distribution per median absolute deviation. */
export const normalFactor = 1.4826;

/** Returns how a voice usually sounds, by its answers to longer texts. A tone says nothing of it. */
export function usualSound(samples: readonly SoundSample[]): UsualSound {
  const long = samples.filter(({ units }) => units >= longUnits);
  const speech = long.filter(({ isTone }) => isTone === false);
  const logs = speech.flatMap(({ pitch }) => (pitch === undefined ? [] : [Math.log(pitch)]));
  const log = median(logs);
  const deviation = median(logs.map((each) => Math.abs(each - log))) * normalFactor;
  return {
    hasSyllables: speech.length >= minSpoken && speech.length > long.length / 2,
    pitch: logs.length < minSamples ? undefined : { hertz: Math.exp(log), deviation },
    rest: usualOf(speech.flatMap(({ rest }) => rest ?? [])),
    habits: habitsOf(speech.filter(({ found }) => found !== undefined)),
  };
}

function habitsOf(samples: readonly SoundSample[]): ReadonlySet<FindingKind> | undefined {
  if (samples.length < minSamples) return undefined;
  // Only pauses show whether the voice is silent in zeros. Until there are enough of them, it may be.
  const paused = samples.filter(({ endPauses = [] }) => endPauses.some((seconds) => seconds > 0));
  const habits = findingKinds.filter((kind) => {
    const [seen, least] = kind === 'zeros' ? [paused, minPaused] : [samples, minSamples];
    const having = seen.filter(({ found }) => found?.includes(kind)).length;
    return seen.length < least || having > seen.length * maxOddShare;
  });
  return new Set(habits);
}

function usualOf(values: readonly number[]): number | undefined {
  return values.length < minSamples ? undefined : median(values);
}
