import { stat } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { sampleBytes } from '../../core/pcm.ts';
import { pcmInputOptions } from '../encoding/audio-encoding.ts';
import type { AudioEncoding, EncodingOptions } from '../encoding/audio-encoding.ts';
import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';
import { readFlacHead } from './flac-head.ts';
import { writeFlac } from './tag-flac.ts';

/** Opens a FLAC file (lossless). It is encoded while audio arrives and tagged when the chapters are known. */
export async function openFlacEncoding(options: EncodingOptions): Promise<AudioEncoding> {
  const { path, sampleRate, ffmpeg, signal } = options;
  const encoded = await openAtomicFile(path);
  const encoder = startFfmpeg({
    ffmpeg,
    signal,
    inputOptions: pcmInputOptions(sampleRate),
    outputOptions: [
      '-c:a',
      'flac',
      '-sample_fmt',
      's16',
      '-frame_size',
      String(frameSamples(sampleRate)),
      '-f',
      'flac',
    ],
    output: encoded.path,
  });
  return {
    write: async (samples) => await encoder.write(sampleBytes(samples)),
    startChapter: () => undefined,
    end: async () => await encoder.end(),
    async finish({ totalSamples, chapters, track }) {
      const { samples } = await readFlacHead(encoded.path);
      if (samples !== totalSamples)
        throw new AudiobookError('media-failed', 'The encoder wrote less audio than it was given.');
      await writeFlac(encoded.path, { ...options, chapters, track });
      const { size } = await stat(path);
      return [{ path, bytes: size, seconds: totalSamples / sampleRate }];
    },
    async [Symbol.asyncDispose]() {
      await encoder[Symbol.asyncDispose]();
      await encoded[Symbol.asyncDispose]();
    },
  };
}

/** Returns the samples of a frame: about a tenth of a second, as ffmpeg chooses them for most sample rates. */
function frameSamples(sampleRate: number): number {
  return sampleRate < 32_000 ? 2304 : 4608;
}
