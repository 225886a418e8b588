import path from 'node:path';
import type { Pcm } from '../../core/pcm.ts';
import { channelSplitter } from '../loudness/channel-splitter.ts';
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
  const split = channelSplitter(1);
  const output = async (chunk: Buffer): Promise<void> => {
    for (const samples of split(chunk)) await onSound({ samples, sampleRate });
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
