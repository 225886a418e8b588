import { sampleBytes } from '../../../core/pcm.ts';
import type { Pcm } from '../../../core/pcm.ts';
import { frameLevels, frameSeconds } from './frame-levels.ts';

/** Time by which answers may begin or end apart: services add noise, encoders shift the sound. */
const maxShiftFrames = 3;
/** Correlation of the levels of the same speech, whatever its noise. */
const minCorrelation = 0.97;
/** Levels below the loudest, in decibels, that count. */
const range = 40;

/** Reports whether two answers are the same speech in the same time, apart from noise and volume. */
export function isSameSpeech(first: Pcm, second: Pcm): boolean {
  if (first.sampleRate !== second.sampleRate) return false;
  if (Buffer.compare(sampleBytes(first.samples), sampleBytes(second.samples)) === 0) return true;
  const difference = Math.abs(first.samples.length - second.samples.length) / first.sampleRate;
  if (difference > maxShiftFrames * frameSeconds) return false;
  const [one, other] = [envelope(first), envelope(second)];
  for (let shift = -maxShiftFrames; shift <= maxShiftFrames; shift += 1) {
    if (correlation(one, other, shift) > minCorrelation) return true;
  }
  return false;
}

function envelope({ samples, sampleRate }: Pcm): Float32Array {
  const { levels } = frameLevels(samples, sampleRate);
  const loudest = levels.reduce((most, level) => Math.max(most, level), -Infinity);
  return levels.map((level) => Math.max(0, level - loudest + range));
}

/** Returns the correlation of levels with others that are shifted; what is missing is silence. */
function correlation(one: Float32Array, other: Float32Array, shift: number): number {
  const count = Math.max(one.length, other.length);
  let sum = 0;
  let otherSum = 0;
  let squares = 0;
  let otherSquares = 0;
  let products = 0;
  for (let index = 0; index < count; index += 1) {
    const [x, y] = [one[index] ?? 0, other[index + shift] ?? 0];
    sum += x;
    otherSum += y;
    squares += x * x;
    otherSquares += y * y;
    products += x * y;
  }
  const spread = (squares - sum ** 2 / count) * (otherSquares - otherSum ** 2 / count);
  return spread > 0 ? (products - (sum * otherSum) / count) / Math.sqrt(spread) : 0;
}
