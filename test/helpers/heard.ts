import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { systemFfmpeg } from '../audio/sound.ts';
import { expect } from 'vitest';

/** Samples per second of what is compared. */
export const heardRate = 24_000;

/** Returns the loud and the quiet pieces of 20 ms of a file, a stream or an address, as ffmpeg hears them. */
export async function heard(address: string): Promise<readonly boolean[]> {
  const options = address.endsWith('.m3u8') ? ['-live_start_index', '0'] : [];
  const { path: ffmpeg } = await systemFfmpeg;
  const { stdout } = await promisify(execFile)(
    ffmpeg,
    ['-v', 'error', ...options, '-i', address, '-f', 's16le', '-ar', String(heardRate), '-ac', '1', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 1e8 },
  );
  return loudPieces(stdout);
}

/** Returns the loud and the quiet pieces of 20 ms of mono PCM with 16 bits at `heardRate`. */
export function loudPieces(pcm: Buffer): readonly boolean[] {
  const samples = new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + (pcm.length & ~1)));
  const size = heardRate / 50;
  return Array.from({ length: Math.floor(samples.length / size) }, (_, piece) =>
    samples.subarray(piece * size, (piece + 1) * size).some((sample) => Math.abs(sample) > 1000),
  );
}

/** Returns how much of one is as in the other: 0 to 1. Fails when they are not of one length. */
export function agreement(one: readonly boolean[], other: readonly boolean[]): number {
  expect(Math.abs(one.length - other.length)).toBeLessThan(5);
  return one.filter((loud, at) => loud === other[at]).length / one.length;
}
