import type { Pcm, SampleRange } from '../../core/pcm.ts';
import { inkLength } from '../../text/text-length.ts';
import { frameLevels, frameSeconds, silenceThreshold } from '../check/measure/frame-levels.ts';
import { minPauseFrames } from '../check/measure/measure-speech.ts';
import { speechUnits } from '../check/units/speech-units.ts';
import { wordsIn } from './words-in.ts';

/**
 * Returns where each sentence of a text is heard in its speech, in samples: from the times of words, where the first of the sentence has one,
 * otherwise by its pauses. The silence between two sentences is of neither.
 */
export function sentenceRanges(sentences: readonly string[], pcm: Pcm): SampleRange[] {
  const end = pcm.samples.length;
  if (sentences.length < 2) return [{ start: 0, end }];
  const gaps = known(sentences, pcm) ?? bestGaps(sentences, pcm);
  return sentences.map((_sentence, index) => ({
    start: gaps[index - 1]?.end ?? 0,
    end: gaps[index]?.start ?? end,
  }));
}

/** Returns the gaps before all sentences but the first, or undefined where the time of one is not known. */
function known(sentences: readonly string[], { words = [] }: Pcm): SampleRange[] | undefined {
  const starts = new Map(words.map(({ offset, sample }) => [offset, sample]));
  let offset = 0;
  const gaps = sentences.slice(1).flatMap((sentence, index) => {
    offset += inkLength(sentences[index] ?? '');
    const at = starts.get(offset + (wordsIn(sentence)[0]?.offset ?? 0));
    return at === undefined ? [] : [{ start: at, end: at }];
  });
  return gaps.length === sentences.length - 1 ? gaps : undefined;
}

/** Silence, or no silence at all, where a sentence may end. */
interface Gap extends SampleRange {
  /** Seconds of sound before it. */
  readonly at: number;
  readonly seconds: number;
}

/** Seconds of sound before the end of a sentence, as its length lets expect. */
interface ExpectedEnd {
  readonly at: number;
  readonly deviation: number;
}

/** Standard deviation of where a sentence ends: units for each root of the units to the nearer end of the text, and units at least. */
const spread = { share: 1.2, least: 4 };
/** What it costs where a sentence ends without silence; one that is as long as the usual one of these ends costs nothing. */
const silentCost = 8;

/** Returns the gaps, in order, that fit best: near where the lengths of the sentences let them expect, and long. */
function bestGaps(sentences: readonly string[], pcm: Pcm): readonly SampleRange[] {
  const { pauses, seconds } = pausesIn(pcm);
  const ends = expectedEnds(sentences, seconds);
  const usual = usualSeconds(pauses, ends.length);
  const gaps = [...pauses, ...ends.map(({ at }) => withoutSilence(at, pauses, pcm))].toSorted((a, b) => a.at - b.at);
  // One way for each gap that is the last one of it so far; the first is the beginning.
  let ways: readonly Way[] = [{ cost: 0, gaps: [] }, ...gaps.map(() => nowhere)];
  for (const end of ends) {
    let before = nowhere;
    const earlier = ways.map((way) => (before = way.cost < before.cost ? way : before));
    ways = [nowhere, ...gaps.map((gap, index) => withGap(earlier[index] ?? nowhere, gap, costOf(gap, end, usual)))];
  }
  return ways.reduce((best, way) => (way.cost < best.cost ? way : best), nowhere).gaps;
}

interface Way {
  readonly cost: number;
  readonly gaps: readonly Gap[];
}

const nowhere: Way = { cost: Infinity, gaps: [] };

function withGap({ cost, gaps }: Way, gap: Gap, more: number): Way {
  return { cost: cost + more, gaps: [...gaps, gap] };
}

function costOf(gap: Gap, { at, deviation }: ExpectedEnd, usual: number): number {
  return ((gap.at - at) / deviation) ** 2 / 2 + silentCost * (1 - Math.min(1, gap.seconds / usual));
}

/** Returns the median of the longest pauses, as many as sentences end. */
function usualSeconds(pauses: readonly Gap[], count: number): number {
  const longest = pauses
    .map(({ seconds }) => seconds)
    .toSorted((a, b) => b - a)
    .slice(0, count);
  return longest[Math.floor(longest.length / 2)] ?? 1;
}

function expectedEnds(sentences: readonly string[], seconds: number): ExpectedEnd[] {
  const units = sentences.map((sentence) => speechUnits(`${sentence} `).units);
  const total = Math.max(
    1,
    units.reduce((sum, one) => sum + one, 0),
  );
  let before = 0;
  return units.slice(0, -1).map((one) => {
    before += one;
    const deviation = Math.hypot(spread.least, spread.share * Math.sqrt((before * (total - before)) / total));
    return { at: (before * seconds) / total, deviation: (deviation * seconds) / total };
  });
}

/** Returns the pauses of speech, and its seconds without them. */
function pausesIn({ samples, sampleRate }: Pcm): { readonly pauses: readonly Gap[]; readonly seconds: number } {
  const { levels } = frameLevels({ samples, sampleRate });
  const threshold = silenceThreshold(levels);
  const frame = Math.max(1, Math.round(frameSeconds * sampleRate));
  const pauses: Gap[] = [];
  let [sounding, silent] = [0, 0];
  for (const [index, level] of levels.entries()) {
    if (level <= threshold) {
      silent += 1;
      continue;
    }
    if (silent >= minPauseFrames)
      pauses.push({ ...silenceOf(index - silent, index, frame), at: sounding * frameSeconds });
    else sounding += silent;
    sounding += 1;
    silent = 0;
  }
  return { pauses, seconds: sounding * frameSeconds };
}

function silenceOf(first: number, end: number, frameSamples: number): Omit<Gap, 'at'> {
  return { start: first * frameSamples, end: end * frameSamples, seconds: (end - first) * frameSeconds };
}

function withoutSilence(at: number, pauses: readonly Gap[], { sampleRate }: Pcm): Gap {
  const silent = pauses.filter((pause) => pause.at < at).reduce((sum, { seconds }) => sum + seconds, 0);
  const sample = Math.round((at + silent) * sampleRate);
  return { start: sample, end: sample, at, seconds: 0 };
}
