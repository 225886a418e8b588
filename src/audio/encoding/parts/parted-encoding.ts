import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { openAtomicFile } from '../../../core/files/atomic-file.ts';
import { outputError } from '../../../core/files/output-error.ts';
import type { AudioEncoding, EncodingOptions, FinishedSound, WrittenFile } from '../audio-encoding.ts';
import { meterEncoded } from '../encoded-meter.ts';
import type { PartCodec } from './part-codec.ts';
import { PartedEncoder } from './parted-encoder.ts';

/** Appends bytes to the encoded file. Throws the errors of `outputError`. */
export type WriteEncoded = (bytes: Buffer) => Promise<void>;

/** Returns what appends to an open file. `target` names the output in messages. */
export function appendTo(file: FileHandle, target: string): WriteEncoded {
  return async (bytes) => {
    await file.writeFile(bytes).catch((thrown: unknown) => {
      throw outputError(thrown, target);
    });
  };
}

/** Writes the frames of a format, and notes what its headers and tables will say of them. */
export interface FrameSink {
  /** Writes frames. `headers` are those of the stream. Returns the bytes that a decoder takes. */
  add(frames: readonly Buffer[], headers: readonly Buffer[]): Promise<Uint8Array>;
  /** Writes what was held back, of audio of this many encoded samples. Returns the bytes that a decoder takes. */
  end?(samples: number): Promise<Uint8Array>;
}

/** A format that is encoded in parts. */
export interface PartedFormat {
  readonly codec: PartCodec;
  /** ffmpeg's name of the container of what `sink` returns. */
  readonly demuxer: string;
  readonly sink: FrameSink;
  /** Writes the finished files. `encoded` is the file with the frames. */
  readonly finish: (encoded: string, encoder: PartedEncoder, sound: FinishedSound) => Promise<readonly WrittenFile[]>;
}

/** Opens an encoding whose frames are written to a temporary file while audio arrives, and measured. `format` makes the files of it. */
export async function openPartedEncoding(
  options: EncodingOptions,
  format: (write: WriteEncoded) => PartedFormat,
): Promise<AudioEncoding> {
  const encoded = await openAtomicFile(options.path);
  const file = await open(encoded.path, 'r+');
  const { codec, demuxer, sink, finish } = format(appendTo(file, options.path));
  const decoded = meterEncoded({ ...options, demuxer, sampleRate: codec.outputRate });
  const encoder = new PartedEncoder(options, codec, async (frames) => {
    await decoded.add(await sink.add(frames, encoder.headers));
  });
  let samples = 0;
  return {
    frameInput: encoder.frameInput,
    async write(added) {
      samples += added.length;
      await encoder.write(added);
    },
    startChapter: () => encoder.startChapter(),
    spans: () => encoder.spans(),
    async end() {
      await encoder.end();
      if (sink.end) await decoded.add(await sink.end(encoder.outputSamples(samples)));
      await file.close();
      await decoded.end();
    },
    finish: async (sound) => await finish(encoded.path, encoder, sound),
    async [Symbol.asyncDispose]() {
      await encoder[Symbol.asyncDispose]();
      await decoded[Symbol.asyncDispose]();
      await file.close();
      await encoded[Symbol.asyncDispose]();
    },
  };
}
