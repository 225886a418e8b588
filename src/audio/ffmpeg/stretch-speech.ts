import { sampleBytes } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { pcmInputOptions } from '../encoding/audio-encoding.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { startFfmpeg } from './start-ffmpeg.ts';

/** Returns speech at `speed` times its speed, from 0.5 to 100, with its pitch. Throws as `startFfmpeg` does. */
export async function stretchSpeech(
  { samples, sampleRate }: Pcm,
  speed: number,
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg; readonly signal: AbortSignal },
): Promise<Pcm> {
  if (speed === 1 || samples.length === 0) return { samples, sampleRate };
  const chunks: Buffer[] = [];
  const raw = pcmInputOptions(sampleRate);
  await using filter = startFfmpeg({
    ffmpeg,
    inputOptions: raw,
    outputOptions: ['-filter:a', `atempo=${speed}`, ...raw],
    output: (chunk) => void chunks.push(chunk),
    signal,
  });
  await filter.write(sampleBytes(samples));
  await filter.end();
  // A copy: joined chunks need not begin at an even address.
  const bytes = new Uint8Array(Buffer.concat(chunks));
  return { samples: new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2)), sampleRate };
}
