import type { Pause, SpeechMeasure } from './measure/measure-speech.ts';
import { lengthDeviations, unitVariance } from './pace.ts';
import type { Pace } from './pace.ts';
import { totalUnits } from './units/sentence-units.ts';
import type { SpeechUnits } from './units/speech-units.ts';

/** Longer texts are compared without one run of at most this many sentences. */
const maxMissing = 6;

/** Beyond it the length says no more about which sentences are missing. */
const maxLengthCost = 12;

/** A sentence end without a pause costs at most this, however regularly the voice pauses. */
const maxUnpausedCost = 3;

/** Cost of a long pause inside a sentence, relative to a sentence end without a pause. */
const surplusShare = 0.6;

/** Smallest deviation of a sentence end, in units. */
const endUnits = 3;

/**
 * Returns how much better audio fits its text without some neighboring sentences than with all of them: a difference of
 * log-likelihoods of its length and of its pauses at sentence ends. `-Infinity` for a text of one sentence.
 */
export function missingSentenceEvidence(sentences: readonly SpeechUnits[], speech: SpeechMeasure, pace: Pace): number {
  const whole = misfit(sentences, speech, pace);
  let best = Infinity;
  for (let from = 0; from < sentences.length; from += 1) {
    const last = Math.min(sentences.length, from + maxMissing);
    for (let to = from + 1; to <= last; to += 1) {
      const rest = [...sentences.slice(0, from), ...sentences.slice(to)];
      if (rest.length > 0) best = Math.min(best, misfit(rest, speech, pace));
    }
  }
  return best === Infinity ? -Infinity : whole - best;
}

/** Returns the negative log-likelihood of audio when it holds exactly these sentences. */
function misfit(sentences: readonly SpeechUnits[], speech: SpeechMeasure, pace: Pace): number {
  const deviations = lengthDeviations(totalUnits(sentences), speech.soundSeconds, pace);
  return Math.min(maxLengthCost, deviations ** 2 / 2) + pauseMisfit(sentences, speech, pace);
}

/** A pause, and what it costs to pass it over. */
interface WeightedPause extends Pause {
  /** Similarity to pauses at sentence ends, from 0 to 1. */
  readonly weight: number;
  readonly surplus: number;
}

/** Aligns sentence ends with pauses, in order, and returns the cost of the best alignment. */
function pauseMisfit(sentences: readonly SpeechUnits[], speech: SpeechMeasure, pace: Pace): number {
  const unpaused = Math.min(maxUnpausedCost, -Math.log(Math.max(0.02, 1 - pace.pausing)));
  const pauses = speech.pauses.map((pause): WeightedPause => {
    const weight = pauseWeight(pause, pace);
    return { ...pause, weight, surplus: surplusShare * unpaused * weight ** 2 };
  });
  // costs[n]: cost of the sentence ends so far, with the first n pauses aligned or passed over.
  let costs = [0];
  for (const { surplus } of pauses) costs.push((costs.at(-1) ?? 0) + surplus);
  for (const end of sentenceEndTimes(sentences, speech, pace)) costs = afterEnd(end, pauses, costs, unpaused);
  return costs.at(-1) ?? 0;
}

/** Returns the costs with one more sentence end, which has one of the pauses or none. */
function afterEnd(
  end: SentenceEnd,
  pauses: readonly WeightedPause[],
  before: readonly number[],
  unpaused: number,
): number[] {
  const costs = before.map((cost) => cost + unpaused);
  for (const [index, { at, weight, surplus }] of pauses.entries()) {
    const offset = ((at - end.seconds) / end.deviation) ** 2 / 2;
    const aligned = (before[index] ?? Infinity) + offset + unpaused * (1 - weight);
    const passed = (costs[index] ?? Infinity) + surplus;
    costs[index + 1] = Math.min(costs[index + 1] ?? Infinity, aligned, passed);
  }
  return costs;
}

/** Returns how much a pause is like those at sentence ends, from 0 to 1. */
function pauseWeight({ seconds }: Pause, { sentencePause }: Pace): number {
  return Math.min(1, Math.max(0, (seconds / sentencePause - 0.3) / 0.5));
}

/** The expected end of a sentence. */
interface SentenceEnd {
  /** Seconds of sound before it. */
  readonly seconds: number;
  readonly deviation: number;
}

/** Returns the ends inside a text, in proportion to the whole audio: they do not depend on the pace. */
function sentenceEndTimes(sentences: readonly SpeechUnits[], speech: SpeechMeasure, { spread }: Pace): SentenceEnd[] {
  const text = totalUnits(sentences);
  const secondsPerUnit = speech.soundSeconds / text.units;
  let units = 0;
  return sentences.slice(0, -1).map((sentence) => {
    units += sentence.units;
    const share = units / text.units;
    const usual = spread * Math.sqrt(unitVariance * text.units * share * (1 - share));
    return {
      seconds: units * secondsPerUnit,
      deviation: secondsPerUnit * Math.hypot(endUnits, usual, text.uncertainty / 2),
    };
  });
}

/** Returns the pause at each sentence end inside a text, in seconds; 0 where there is none nearby. */
export function pausesAtEnds(sentences: readonly SpeechUnits[], speech: SpeechMeasure, pace: Pace): number[] {
  return sentenceEndTimes(sentences, speech, pace).map((end) => {
    const near = speech.pauses.filter(({ at }) => Math.abs(at - end.seconds) <= Math.max(0.4, 3 * end.deviation));
    return Math.max(0, ...near.map(({ seconds }) => seconds));
  });
}
