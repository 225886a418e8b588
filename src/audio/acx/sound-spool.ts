import { open } from 'node:fs/promises';
import { sampleBytes } from '../../core/pcm.ts';
import { LevelMeter } from '../loudness/level-meter.ts';
import type { Levels } from '../loudness/level-meter.ts';
import { outputError } from '../../core/files/output-error.ts';

/** Uncompressed audio in a temporary file. */
export interface SoundSpool extends AsyncDisposable {
  readonly path: string;
  readonly sampleRate: number;
  /** Adds samples. */
  write(samples: Int16Array): Promise<void>;
  /** Returns the number of samples. */
  length(): number;
  /** Returns the levels of everything that was written. */
  levels(): Levels;
  /** Yields the audio in blocks that begin and end in quiet places. */
  blocks(): AsyncGenerator<Int16Array, void, undefined>;
}

const blockSeconds = 30;
const windowSeconds = 0.01;

/** Creates a spool. `target` is the file it serves, for messages. `write` throws `output-failed`. */
export async function openSoundSpool(file: string, sampleRate: number, target: string): Promise<SoundSpool> {
  const handle = await open(file, 'wx+').catch((thrown: unknown) => {
    throw outputError(thrown, target);
  });
  const meter = new LevelMeter(sampleRate);
  let length = 0;
  return {
    path: file,
    sampleRate,
    async write(samples) {
      await handle.appendFile(sampleBytes(samples)).catch((thrown: unknown) => {
        throw outputError(thrown, target);
      });
      meter.add(samples);
      length += samples.length;
    },
    length: () => length,
    levels: () => meter.levels(),
    async *blocks() {
      let position = 0;
      while (position < length) {
        const samples = new Int16Array(Math.min(blockSeconds * sampleRate, length - position));
        await handle.read(new Uint8Array(samples.buffer), 0, samples.byteLength, position * 2);
        const isLast = position + samples.length === length;
        const end = isLast ? samples.length : quietPlace(samples, sampleRate);
        yield samples.subarray(0, end);
        position += end;
      }
    },
    [Symbol.asyncDispose]: async () => await handle.close(),
  };
}

/** Returns the middle of the quietest window in the last third. A limiter is at rest there. */
function quietPlace(samples: Int16Array, sampleRate: number): number {
  const size = Math.round(windowSeconds * sampleRate);
  let quietest = Infinity;
  let place = samples.length;
  for (let start = Math.floor((samples.length * 2) / 3); start + size <= samples.length; start += size) {
    let sum = 0;
    for (let at = start; at < start + size; at += 1) sum += Math.abs(samples[at] ?? 0);
    if (sum >= quietest) continue;
    quietest = sum;
    place = start + Math.floor(size / 2);
  }
  return place;
}
