import { median } from '../../core/statistics.ts';
import { normalFactor, usualSound } from './sound/usual-sound.ts';
import type { SoundSample, UsualSound } from './sound/usual-sound.ts';
import type { SpeechUnits } from './units/speech-units.ts';

/** Variances of the log of the sound per unit, measured with five voices: of any text, and of a text of one unit. */
const textVariance = 0.03 ** 2;

/** Single words are drawn out or clipped by as many units. */
const isolationUnits = 2.5;

/** Texts of fewer units are not learned from, and count as this long. */
const minPaceUnits = 8;

/** Pause at the end of a sentence of a voice that has not shown its own, in seconds. */
const usualSentencePause = 0.35;

/** The assumption about a voice before its first sentence ends: it pauses at four of five. */
const assumedPausing = { ends: 4, share: 0.8 };

/** Spread of a voice of few samples. */
const unknownSpread = 1.2;

/** Spreads that are believed. */
const spreadLimits = { min: 0.8, max: 1.6 };

/** A median further from the prior, in standard deviations, is not believed: most of the samples are wrong. */
const maxPriorDeviations = 2.5;

/** Texts whose length alone shows that they were not cut, so that their ends are the voice's own. */
const uncutUnits = 60;

/** Ends that show how a voice ends. Fewer of a voice that ends abruptly once in 16 texts may all be soft. */
const minEnds = 16;

/** Share of abrupt ends of a voice that ends softly. */
const maxAbruptShare = 0.02;

/** The pace of a voice, and its variation. */
export interface Pace extends UsualSound {
  /** Seconds of sound per speech unit, pauses left out. */
  readonly secondsPerUnit: number;
  /** Standard deviation of the log of `secondsPerUnit`: how well it is known. */
  readonly uncertainty: number;
  /** Spread of the voice's times, relative to the usual one. */
  readonly spread: number;
  /** Usual pause at a sentence end, in seconds. */
  readonly sentencePause: number;
  /** Share of the sentence ends at which the voice pauses. */
  readonly pausing: number;
  /** Whether the voice's last sound fades, nearly always. */
  readonly endsSoftly: boolean;
  /** Speed that the service was asked for; 1 is the voice's own. */
  readonly speed?: number | undefined;
}

/** Facts about a voice before it has spoken. */
export interface PacePrior {
  readonly secondsPerUnit: number;
  /** Standard deviation of its log. */
  readonly uncertainty: number;
  /** Speed that the service is asked for. `secondsPerUnit` is at this speed. Default: 1. */
  readonly speed?: number | undefined;
}

/** Times of one text, from which a pace is estimated. */
export interface PaceSample extends SpeechUnits, SoundSample {
  readonly soundSeconds: number;
  /** Seconds of the pause at each sentence end inside the text; 0 where there is none. */
  readonly endPauses: readonly number[];
  /** Whether its last sound stops at full level. */
  readonly endsAbruptly?: boolean | undefined;
}

/** Number of samples that make a pace known. */
export const enoughSamples = 8;

export const unitVariance = 0.5;

/** Returns the standard deviation of the log of a text's time when the pace is known exactly. */
function textDeviation({ units, uncertainty }: SpeechUnits, spread: number): number {
  const length = Math.max(minPaceUnits, units);
  const usual = spread * Math.sqrt(textVariance + unitVariance / length);
  return Math.hypot(usual, Math.hypot(uncertainty, isolationUnits) / length);
}

/** Returns how far the length of speech is from that of a text, in standard deviations: below 0 for a shorter one. */
export function lengthDeviations(text: SpeechUnits, soundSeconds: number, pace: Pace): number {
  const deviation = Math.hypot(textDeviation(text, pace.spread), pace.uncertainty);
  return Math.log(soundSeconds / (text.units * pace.secondsPerUnit)) / deviation;
}

/** Returns the pace of a voice: the median of its samples, with the median absolute deviation as its spread, near the prior. */
export function estimatePace(samples: readonly PaceSample[], prior: PacePrior): Pace {
  const usable = samples.filter(({ units, soundSeconds }) => units >= minPaceUnits && soundSeconds > 0);
  const priorLog = Math.log(prior.secondsPerUnit);
  const center = centerOf(usable);
  const { speed } = prior;
  const habits = {
    ...pausesOf(samples, speed),
    ...usualSound(samples),
    endsSoftly: endsSoftly(samples),
    speed,
  };
  if (center === undefined) return { ...prior, spread: unknownSpread, ...habits };
  const weights = { samples: center.uncertainty ** -2, prior: prior.uncertainty ** -2 };
  const total = weights.samples + weights.prior;
  const mixed = (center.log * weights.samples + priorLog * weights.prior) / total;
  const limit = maxPriorDeviations * prior.uncertainty;
  const log = Math.min(priorLog + limit, Math.max(priorLog - limit, mixed));
  return {
    secondsPerUnit: Math.exp(log),
    uncertainty: total ** -0.5,
    spread: usable.length < enoughSamples ? unknownSpread : spreadOf(usable, center.log),
    ...habits,
  };
}

function centerOf(samples: readonly PaceSample[]): { readonly log: number; readonly uncertainty: number } | undefined {
  if (samples.length === 0) return undefined;
  const deviations = samples.map((sample) => textDeviation(sample, 1));
  const log = weightedMedian(samples.map((sample, index) => [logPace(sample), 1 / (deviations[index] ?? 1)] as const));
  // One of a few samples may be wrong.
  const wrong = samples.length < enoughSamples ? 0.3 / samples.length : 0;
  return { log, uncertainty: Math.hypot((1.25 * median(deviations)) / Math.sqrt(samples.length), wrong) };
}

function spreadOf(samples: readonly PaceSample[], log: number): number {
  const deviations = samples.map((sample) => Math.abs(logPace(sample) - log) / textDeviation(sample, 1));
  return Math.min(spreadLimits.max, Math.max(spreadLimits.min, normalFactor * median(deviations)));
}

function pausesOf(samples: readonly PaceSample[], speed = 1): Pick<Pace, 'sentencePause' | 'pausing'> {
  const ends = samples.flatMap(({ endPauses }) => endPauses);
  const pauses = ends.filter((seconds) => seconds > 0);
  return {
    sentencePause: pauses.length >= 3 ? median(pauses) : usualSentencePause / speed,
    pausing: (pauses.length + assumedPausing.ends * assumedPausing.share) / (ends.length + assumedPausing.ends),
  };
}

function endsSoftly(samples: readonly PaceSample[]): boolean {
  const ends = samples.filter(({ units, endsAbruptly }) => units >= uncutUnits && endsAbruptly !== undefined);
  const abrupt = ends.filter((sample) => sample.endsAbruptly);
  return ends.length >= minEnds && abrupt.length <= ends.length * maxAbruptShare;
}

function logPace({ soundSeconds, units }: PaceSample): number {
  return Math.log(soundSeconds / units);
}

function weightedMedian(values: readonly (readonly [value: number, weight: number])[]): number {
  const sorted = values.toSorted(([a], [b]) => a - b);
  const half = sorted.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  let passed = 0;
  for (const [value, weight] of sorted) {
    passed += weight;
    if (passed >= half) return value;
  }
  return 0;
}
