import { open, stat } from 'node:fs/promises';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { sampleBytes } from '../../core/pcm.ts';
import type { AudioEncoding, EncodingOptions, WrittenFile } from '../encoding/audio-encoding.ts';
import { PartedEncoder } from '../encoding/parts/parted-encoder.ts';
import type { PartCodec } from '../encoding/parts/part-codec.ts';
import { writeFlac } from '../encoding/tagged-file.ts';
import { OggSplitter } from '../ogg/ogg-splitter.ts';
import { FlacFrameFile } from './flac-frame-file.ts';

/** Opens a FLAC file (lossless). It is encoded while audio arrives and tagged when the chapters are known. */
export async function openFlacEncoding(options: EncodingOptions): Promise<AudioEncoding> {
  const { path, sampleRate } = options;
  const encoded = await openAtomicFile(path);
  const file = await open(encoded.path, 'r+');
  const frames = new FlacFrameFile(file, path, { sampleRate, frameSamples: flacFrameSamples(sampleRate) });
  const encoder = new PartedEncoder(options, flacCodec(sampleRate), async (added) => await frames.add(added));
  return {
    async write(samples) {
      frames.hear(sampleBytes(samples));
      await encoder.write(samples);
    },
    startChapter: () => undefined,
    spans: () => encoder.spans(),
    async end() {
      await encoder.end();
      await frames.end();
      await file.close();
    },
    async finish({ totalSamples, chapters, track }) {
      await writeFlac(encoded.path, { ...options, chapters, track });
      const { size } = await stat(path);
      return [{ path, bytes: size, seconds: totalSamples / sampleRate }] satisfies WrittenFile[];
    },
    async [Symbol.asyncDispose]() {
      await encoder[Symbol.asyncDispose]();
      await file.close();
      await encoded[Symbol.asyncDispose]();
    },
  };
}

/** Returns how FLAC is encoded in parts. No frame depends on another, so that the sound is the one of a single encoder. */
function flacCodec(sampleRate: number): PartCodec {
  const frameSamples = flacFrameSamples(sampleRate);
  const codec = ['-c:a', 'flac', '-sample_fmt', 's16', '-frame_size', String(frameSamples)];
  return {
    // Ogg pages show where frames begin; the frames themselves do not.
    outputOptions: [...codec, '-flush_packets', '0', '-f', 'ogg'],
    outputRate: sampleRate,
    frameSamples,
    leadFrames: 0,
    tailFrames: 0,
    // Encoding takes as little as finding the frames again would.
    isCopyable: false,
    splitter: () => new OggSplitter(),
  };
}

/** Returns the samples of a frame: about a tenth of a second, as ffmpeg chooses them for most sample rates. */
function flacFrameSamples(sampleRate: number): number {
  return sampleRate < 32_000 ? 2304 : 4608;
}
