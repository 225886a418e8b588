import path from 'node:path';
import type { Pcm } from '../../core/pcm.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { startFfmpeg } from './start-ffmpeg.ts';

/** Surroundings of `decodeSpeech`. */
export interface DecodeOptions {
  readonly ffmpeg: Ffmpeg;
  /** In Hz. */
  readonly sampleRate: number;
  /** Receives pieces of the sound in order. ffmpeg waits for it. */
  readonly onSound: (pcm: Pcm) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Decodes an audio file as mono. Throws as `startFfmpeg` does. */
export async function decodeSpeech(
  file: string,
  { ffmpeg, sampleRate, onSound, signal }: DecodeOptions,
): Promise<void> {
  let odd: Buffer = Buffer.alloc(0);
  const output = async (chunk: Buffer): Promise<void> => {
    const bytes = Buffer.concat([odd, chunk]);
    const whole = bytes.length - (bytes.length % 2);
    odd = bytes.subarray(whole);
    // A copy: a chunk need not begin at an even address.
    const copy = new Uint8Array(bytes.subarray(0, whole));
    await onSound({ samples: new Int16Array(copy.buffer), sampleRate });
  };
  const outputOptions = ['-map', '0:a:0', '-ac', '1', '-ar', String(sampleRate), '-f', 's16le'];
  await using decoder = startFfmpeg({
    ffmpeg,
    signal,
    input: path.resolve(file),
    inputOptions: [],
    outputOptions,
    output,
  });
  await decoder.end();
}
