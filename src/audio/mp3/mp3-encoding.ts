import { stat } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';
import { commitFile, pcmInputOptions, sampleBytes } from '../encoding/audio-encoding.ts';
import type { AudioEncoding, EncodingOptions, FinishedSound, WrittenFile } from '../encoding/audio-encoding.ts';
import { parseBitrate } from '../encoding/parse-bitrate.ts';
import { startFfmpeg } from '../ffmpeg/start-ffmpeg.ts';
import { id3Tag } from './id3-tag.ts';
import type { Id3Content } from './id3-tag.ts';
import { joinFile } from '../encoding/join-file.ts';
import { changeMp3Gain, mp3FrameBytes } from './mp3-gain.ts';
import { mp3SampleRate } from './mp3-sample-rate.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { rewriteFile } from '../encoding/rewrite-file.ts';

/** Bitrate of an MP3 without one. */
export const defaultMp3Bitrate = '192k';

/** Opens an MP3. It is encoded while audio arrives and tagged when the chapters are known. */
export async function openMp3Encoding(options: EncodingOptions): Promise<AudioEncoding> {
  const bitrate = parseBitrate(options.bitrate ?? defaultMp3Bitrate);
  const outputRate = mp3SampleRate(options.sampleRate, bitrate);
  const encoded = await openAtomicFile(options.path);
  const { ffmpeg, signal, sampleRate, path, commit = commitFile } = options;
  const encoder = startFfmpeg({
    ffmpeg,
    signal,
    inputOptions: pcmInputOptions(sampleRate),
    outputOptions: mp3OutputOptions(bitrate, outputRate),
    output: encoded.path,
  });
  return {
    write: async (samples) => await encoder.write(sampleBytes(samples)),
    startChapter: () => undefined,
    end: async () => await encoder.end(),
    regain: async (steps) => await rewriteFile(encoded, (bytes) => changeFrames(bytes, steps), signal),
    async finish(sound) {
      const seconds = sound.totalSamples / sampleRate;
      await checkLength(encoded.path, (seconds * bitrate) / 8);
      await using file = await openAtomicFile(path);
      await joinFile(file, id3Tag(id3Content(options, sound)), { path: encoded.path }, signal);
      const { size } = await stat(file.path);
      await commit(file);
      return [{ path, bytes: size, seconds }] satisfies WrittenFile[];
    },
    async [Symbol.asyncDispose]() {
      await encoder[Symbol.asyncDispose]();
      await encoded[Symbol.asyncDispose]();
    },
  };
}

/**
 * Returns the options for LAME at a constant bitrate. Level 7 is a third cheaper than the default and measures as good on
 * speech. The tag is added by `id3Tag`, the Info frame by LAME.
 */
export function mp3OutputOptions(bitrate: number, outputRate: number): readonly string[] {
  const codec = ['-c:a', 'libmp3lame', '-compression_level', '7', '-b:a', String(bitrate), '-ar', String(outputRate)];
  return [...codec, '-id3v2_version', '0', '-write_xing', '1', '-f', 'mp3'];
}

/** Changes the gain of all whole frames. Returns their length in bytes. */
function changeFrames(bytes: Buffer, steps: number): number {
  let at = 0;
  for (;;) {
    const length = mp3FrameBytes(bytes.subarray(at));
    if (length === undefined || at + length > bytes.length) return at;
    changeMp3Gain(bytes.subarray(at, at + length), steps);
    at += length;
  }
}

/** Old ffmpegs exit with code 0 after a failed write. At a constant bitrate the expected length is known. */
async function checkLength(path: string, expectedBytes: number): Promise<void> {
  const { size } = await stat(path);
  if (size >= expectedBytes * 0.99 - 4096) return;
  throw new AudiobookError('media-failed', `The encoder wrote ${size} bytes instead of ${Math.round(expectedBytes)}.`);
}

function id3Content(options: EncodingOptions, sound: FinishedSound): Id3Content {
  const { metadata, cover, sampleRate } = options;
  return { metadata, cover, sampleRate, chapters: sound.chapters, track: sound.track };
}
