import { createHash } from 'node:crypto';
import type { Pcm } from '../../../core/pcm.ts';
import type { Finding } from '../evidence/finding.ts';
import { findFlatTops } from '../evidence/flat-tops.ts';
import { findHoles } from '../evidence/holes.ts';
import { findOffset } from '../evidence/offset.ts';
import { findSoundBelow } from '../evidence/sound-below.ts';
import { countSyllables, hasSyllables } from './count-syllables.ts';
import { frameLevels, frameSeconds, loudLevel, quietLevels, silenceThreshold } from './frame-levels.ts';
import { containsNoise } from './contains-noise.ts';
import { isCopied } from './is-copied.ts';
import type { RepeatedSpan } from './is-copied.ts';
import { loopedSpans } from './looped-spans.ts';
import { loudnessRange } from './loudness-range.ts';
import { repeatedSpans } from './repeated-spans.ts';
import { voicePitch } from './voice-pitch.ts';

/** Shorter silences are consonants. */
export const minPauseFrames = 8;

/** Peaks below this (of 32767, about -50 dB) are silence. */
const silencePeak = 100;

/** Audio of fewer syllables is not compared with other audio. */
const minComparedSyllables = 3;

/** Decibels below the loud frames that the last sounding frame of cut speech still reaches. */
const abruptRange = 15;

/** Decibels below the loud frames at which audio may end. Of 403 answers of Piper and Kokoro the loudest end was 22 dB below them. */
const endRange = 20;

/** Codecs blur the samples at full scale: of those that were cut off, two in three are this close to it afterwards. */
const fullScale = { peak: 32_000, least: 29_000 };

/** Share of the samples at full scale, pauses included, of the whole and of a stretch. Of loudly mastered speech it is a few percent. */
const maxClippedShare = { whole: 0.25, stretch: 0.4 };

/** Length of a stretch, in seconds. */
const clippedStretchSeconds = 2;

/** A silence inside speech. */
export interface Pause {
  /** Seconds of sound before it, other pauses left out. */
  readonly at: number;
  readonly seconds: number;
}

/** Measurements of an answer's speech. The silence around it does not count. */
export interface SpeechMeasure {
  readonly sampleRate: number;
  /** From the first sound to the last. 0 for silence. */
  readonly seconds: number;
  /** Without the pauses. */
  readonly soundSeconds: number;
  readonly pauses: readonly Pause[];
  readonly longestSilence: number;
  /** Syllables that are heard. Few or none in a steady sound. */
  readonly syllables: number;
  /** Number of parts that are there twice in succession, sample for sample. */
  readonly copies: number;
  /** Whether the sound stops at full level, as speech that was cut does, and some voices at some sounds. */
  readonly endsAbruptly: boolean;
  /** Whether the sound is at full level where the audio ends. */
  readonly endsLoud: boolean;
  /** What speech does not have, whatever its text is. */
  readonly findings: readonly Finding[];
  /** Whether it is noise, or contains a stretch of noise or a tone. */
  readonly isNoise: boolean;
  /** Whether it has no syllables, as a tone, a hum or a chord has none. */
  readonly isTone: boolean;
  /** Difference between its loudest and its quietest two seconds, in decibels. */
  readonly loudnessRange: number;
  /** Decibels from the level that a fifth of it is below to the loud moments. */
  readonly rest: number;
  /** Median pitch of the voice in hertz. */
  readonly pitch?: number | undefined;
  /** Whether most of the sound, or of two seconds of it, is cut off at full scale, so that only a buzz is left. */
  readonly isClipped: boolean;
  /** Hash of the levels of all frames: equal for equal sounds. Absent for sounds of few syllables, which can be alike by chance. */
  readonly fingerprint?: string | undefined;
}

const silent: Omit<SpeechMeasure, 'sampleRate'> = {
  seconds: 0,
  soundSeconds: 0,
  pauses: [],
  longestSilence: 0,
  syllables: 0,
  copies: 0,
  endsAbruptly: false,
  endsLoud: false,
  findings: [],
  isNoise: false,
  isTone: false,
  loudnessRange: 0,
  rest: 0,
  isClipped: false,
};

/** Returns when an answer sounds and when it pauses, and what kind of sound it is. */
export function measureSpeech(pcm: Pcm): SpeechMeasure {
  const { sampleRate } = pcm;
  const { levels, ...range } = frameLevels(pcm);
  const peak = Math.max(range.most, -range.least);
  if (peak < silencePeak) return { ...silent, sampleRate };
  const threshold = silenceThreshold(levels);
  const first = levels.findIndex((level) => level > threshold);
  const last = levels.findLastIndex((level) => level > threshold);
  const sounding = levels.subarray(first, last + 1);
  const above = sounding.map((level) => Math.max(0, level - threshold));
  const { onsets, ...times } = timesOf(above);
  const syllables = countSyllables(above);
  const isCompared = syllables >= minComparedSyllables;
  const seconds = above.length * frameSeconds;
  const loud = loudLevel(above);
  const { quiet, rest } = quietLevels(sounding);
  return {
    ...times,
    sampleRate,
    seconds,
    syllables,
    copies: countCopies(pcm, [...repeatedSpans(above, onsets), ...loopedSpans(above)], first),
    endsAbruptly: (above.at(-1) ?? 0) > loud - abruptRange,
    // The last frame may be a few samples.
    endsLoud: Math.max(...levels.subarray(-2)) > threshold + loud - endRange,
    findings: [
      ...findHoles(pcm, threshold + loud),
      ...findFlatTops(pcm, range),
      ...findOffset(range, threshold + loud),
      ...findSoundBelow({ depth: loud + threshold - quiet, seconds, syllables }),
    ],
    isNoise: containsNoise(pcm, {
      levels: sounding,
      loud: threshold + loud,
      firstFrame: first,
      hasSyllables: isCompared,
    }),
    isTone: !hasSyllables(seconds, syllables),
    loudnessRange: loudnessRange(above),
    rest: loud + threshold - rest,
    pitch: voicePitch(pcm, levels),
    isClipped: isClipped(pcm, peak),
    fingerprint: isCompared ? hashOf(levels) : undefined,
  };
}

function countCopies(pcm: Pcm, spans: readonly RepeatedSpan[], first: number): number {
  const copied = spans.filter(({ from, to, again }) =>
    isCopied(pcm, { from: first + from, to: first + to, again: first + again }),
  );
  return new Set(copied.map(({ from }) => from)).size;
}

function hashOf({ buffer, byteOffset, byteLength }: Float32Array): string {
  return createHash('sha1')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('base64');
}

function isClipped({ samples, sampleRate }: Pcm, peak: number): boolean {
  if (peak < fullScale.peak) return false;
  const stretch = clippedStretchSeconds * sampleRate;
  let clipped = 0;
  for (let from = 0; from < samples.length; from += stretch) {
    const count = countClipped(samples.subarray(from, from + stretch));
    if (count > stretch * maxClippedShare.stretch) return true;
    clipped += count;
  }
  return clipped > samples.length * maxClippedShare.whole;
}

function countClipped(samples: Int16Array): number {
  let count = 0;
  for (let at = 0; at < samples.length; at += 1) if (Math.abs(samples[at] ?? 0) >= fullScale.least) count += 1;
  return count;
}

interface Times extends Pick<SpeechMeasure, 'soundSeconds' | 'pauses' | 'longestSilence'> {
  /** Frames at which sound begins: the first, and those after pauses. */
  readonly onsets: readonly number[];
}

/** Divides speech into sound and pauses. Levels are in decibels above the silence. */
function timesOf(levels: Float32Array): Times {
  const pauses: Pause[] = [];
  const onsets = [0];
  let sounding = 0;
  let silentFrames = 0;
  let longest = 0;
  for (let index = 0; index < levels.length; index += 1) {
    if ((levels[index] ?? 0) <= 0) {
      silentFrames += 1;
      continue;
    }
    longest = Math.max(longest, silentFrames);
    if (silentFrames >= minPauseFrames) {
      pauses.push({ at: sounding * frameSeconds, seconds: silentFrames * frameSeconds });
      onsets.push(index);
    } else {
      sounding += silentFrames;
    }
    sounding += 1;
    silentFrames = 0;
  }
  return { soundSeconds: sounding * frameSeconds, pauses, onsets, longestSilence: longest * frameSeconds };
}
