import type { Pcm } from '../../core/pcm.ts';
import { meanSquare } from '../compare/mean-square.ts';

/** Part of a sound. */
export interface SoundWindow {
  readonly samples: Int16Array;
  /** Its start, in seconds. */
  readonly offset: number;
}

/** Memory of a recognizer grows with the square of the length. */
const maxSeconds = 30;
const stepSeconds = 0.1;

/** Cuts a sound into windows of at most 30 s, each at the quietest moment of its last third. */
export function cutWindows({ samples, sampleRate }: Pcm): readonly SoundWindow[] {
  const windows: SoundWindow[] = [];
  for (let from = 0; from < samples.length;) {
    const to = endOfWindow(samples, from, sampleRate);
    windows.push({ samples: samples.subarray(from, to), offset: from / sampleRate });
    from = to;
  }
  return windows;
}

function endOfWindow(samples: Int16Array, from: number, sampleRate: number): number {
  const longest = maxSeconds * sampleRate;
  if (samples.length - from <= longest) return samples.length;
  const step = Math.round(stepSeconds * sampleRate);
  let best = { energy: Infinity, at: from + longest };
  for (let at = from + Math.round((longest * 2) / 3); at + step <= from + longest; at += step) {
    const energy = meanSquare(samples.subarray(at, at + step));
    if (energy < best.energy) best = { energy, at: at + Math.round(step / 2) };
  }
  return best.at;
}
