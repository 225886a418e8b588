import type { Pcm } from '../../core/pcm.ts';
import { greatestDivisor } from '../../core/statistics.ts';

/** Shape of a windowed sinc. */
export interface SincShape {
  /** Zero crossings on each side. The time that it takes grows with them. */
  readonly zeroCrossings: number;
  /** Parameter of the Kaiser window: the greater, the deeper the stop band. */
  readonly kaiserBeta: number;
  /** End of the pass band, as a fraction of half the lower rate. */
  readonly rollOff: number;
}

/** For ears: a stop band of 96 dB. */
const forListeners: SincShape = { zeroCrossings: 32, kaiserBeta: 9, rollOff: 0.95 };

/** For recognizers, at a quarter of the time: 50 dB, more than their own resamplers have (sherpa-onnx: 6 crossings, Hann window). */
export const forRecognizers: SincShape = { zeroCrossings: 8, kaiserBeta: 5, rollOff: 0.9 };

/** Limit of the positions between two samples, for rates without a small common ratio. */
const maxPhases = 1000;

interface Filter {
  /** `down / up` input samples lie between two output samples. */
  readonly up: number;
  readonly down: number;
  /** Weights of the surrounding input samples, for each position between two of them. */
  readonly phases: readonly Float32Array[];
  /** Distance from the position to the sample of the first weight. */
  readonly reach: number;
}

const filters = new Map<string, Filter>();

/** Resamples by a polyphase windowed sinc: no delay, no aliasing, length rounded to the nearest sample. */
export function resample({ samples, sampleRate }: Pcm, toRate: number, shape: SincShape = forListeners): Pcm {
  if (sampleRate === toRate) return { samples, sampleRate };
  const key = `${sampleRate}:${toRate}:${shape.zeroCrossings}`;
  const filter = filters.get(key) ?? designFilter(sampleRate, toRate, shape);
  filters.set(key, filter);
  return { samples: applyFilter(samples, filter), sampleRate: toRate };
}

function designFilter(fromRate: number, toRate: number, shape: SincShape): Filter {
  const { zeroCrossings, kaiserBeta, rollOff } = shape;
  const divisor = greatestDivisor(fromRate, toRate);
  const [up, down] = [toRate / divisor, fromRate / divisor];
  // A lower target rate needs a lower cut-off, and so a wider filter.
  const cutOff = Math.min(1, toRate / fromRate) * rollOff;
  const reach = Math.ceil(zeroCrossings / cutOff);
  const phaseCount = Math.min(up, maxPhases);
  const phases = Array.from({ length: phaseCount }, (_, phase) => {
    const weights = Float32Array.from({ length: 2 * reach }, (_value, tap) => {
      const distance = tap - reach + 1 - phase / phaseCount;
      return cutOff * sinc(cutOff * distance) * kaiser(distance / reach, kaiserBeta);
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });
  return { up, down, phases, reach };
}

function applyFilter(input: Int16Array, { up, down, phases, reach }: Filter): Int16Array {
  const output = new Int16Array(Math.round((input.length * up) / down));
  const padded = new Float32Array(input.length + 4 * reach);
  padded.set(input, reach);
  for (let index = 0; index < output.length; index += 1) {
    const position = index * down;
    const weights = phases[Math.floor(((position % up) * phases.length) / up)] ?? new Float32Array();
    const first = Math.floor(position / up) + 1;
    let sum = 0;
    for (let tap = 0; tap < weights.length; tap += 1) sum += (padded[first + tap] ?? 0) * (weights[tap] ?? 0);
    output[index] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
  return output;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Kaiser window for `x` from -1 to 1. */
function kaiser(x: number, beta: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(beta * Math.sqrt(1 - x * x)) / bessel(beta);
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
