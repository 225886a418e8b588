import { sampleBytes } from '../../../core/pcm.ts';
import type { Pcm } from '../../../core/pcm.ts';
import { correlation } from './correlation.ts';
import { frameLevels, frameSeconds } from './frame-levels.ts';

/** Time by which answers may begin or end apart: services add noise, encoders shift the sound. */
const maxAnswerShiftFrames = 3;

/** Correlation of the levels of the same speech, whatever its noise. */
const minSameCorrelation = 0.97;

/** Frames, and the mean difference of their levels in decibels, that the same speech never has: shorter than a word, louder than noise in a pause. */
const otherStretch = { frames: 10, difference: 20 };

/** Levels below the loudest, in decibels, that count. */
const envelopeRange = 40;

/** Reports whether two answers are the same speech in the same time, apart from noise and volume. */
export function isSameSpeech(first: Pcm, second: Pcm): boolean {
  if (first.sampleRate !== second.sampleRate) return false;
  if (Buffer.compare(sampleBytes(first.samples), sampleBytes(second.samples)) === 0) return true;
  const difference = Math.abs(first.samples.length - second.samples.length) / first.sampleRate;
  if (difference > maxAnswerShiftFrames * frameSeconds) return false;
  const [one, other] = [envelope(first), envelope(second)];
  const count = Math.max(one.length, other.length);
  for (let shift = -maxAnswerShiftFrames; shift <= maxAnswerShiftFrames; shift += 1) {
    if (correlation(one, other, { count, shift }) > minSameCorrelation && !hasOtherStretch(one, other, shift))
      return true;
  }
  return false;
}

/** Reports whether one is silent for a while in which the other one speaks: a lost word hardly changes the correlation of a long text. */
function hasOtherStretch(one: Float32Array, other: Float32Array, shift: number): boolean {
  let sum = 0;
  const difference = (index: number): number => (one[index] ?? 0) - (other[index + shift] ?? 0);
  for (let index = 0; index < one.length; index += 1) {
    sum += difference(index) - (index < otherStretch.frames ? 0 : difference(index - otherStretch.frames));
    if (Math.abs(sum) > otherStretch.frames * otherStretch.difference) return true;
  }
  return false;
}

function envelope(pcm: Pcm): Float32Array {
  const { levels } = frameLevels(pcm);
  const loudest = levels.reduce((most, level) => Math.max(most, level), -Infinity);
  return levels.map((level) => Math.max(0, level - loudest + envelopeRange));
}
