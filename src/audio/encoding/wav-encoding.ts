import { open } from 'node:fs/promises';
import { throwIfCanceled } from '../../core/errors.ts';
import { sampleBytes } from '../../core/pcm.ts';
import { commitFile } from './audio-encoding.ts';
import type { AudioEncoding, CommitFile } from './audio-encoding.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { outputError } from '../../core/files/output-error.ts';
import { growableHeaderBytes, wavHeader } from '../../core/wav-header.ts';

/** Options of `openWavEncoding`. */
export interface WavOptions {
  readonly path: string;
  readonly sampleRate: number;
  readonly signal: AbortSignal;
  /** Default: `commitFile`. */
  readonly commit?: CommitFile | undefined;
}

/** Opens an uncompressed WAV file, RF64 above 4 GB. It has no tags and no chapters. */
export async function openWavEncoding(options: WavOptions): Promise<AudioEncoding> {
  const { path, sampleRate, signal, commit = commitFile } = options;
  const partial = await openAtomicFile(path);
  const handle = await open(partial.path, 'r+');
  let position = growableHeaderBytes;
  const writeAll = async (bytes: Uint8Array, at: number): Promise<void> => {
    throwIfCanceled(signal);
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await handle
        .write(bytes, done, bytes.length - done, at + done)
        .catch((thrown: unknown) => {
          throw outputError(thrown, path);
        });
      done += bytesWritten;
    }
  };
  return {
    async write(samples) {
      const bytes = sampleBytes(samples);
      await writeAll(bytes, position);
      position += bytes.length;
    },
    startChapter: () => undefined,
    async end() {
      await writeAll(wavHeader({ sampleRate, dataBytes: position - growableHeaderBytes, isGrowable: true }), 0);
      await handle.close();
    },
    async finish({ totalSamples }) {
      await commit(partial);
      return [{ path, bytes: position, seconds: totalSamples / sampleRate }];
    },
    async [Symbol.asyncDispose]() {
      await handle.close();
      await partial[Symbol.asyncDispose]();
    },
  };
}
