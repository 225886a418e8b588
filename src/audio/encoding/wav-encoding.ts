import { open } from 'node:fs/promises';
import { throwIfCanceled } from '../../core/errors.ts';
import { commitFile, sampleBytes } from './audio-encoding.ts';
import type { AudioEncoding, CommitFile } from './audio-encoding.ts';
import { gainOfSteps } from '../loudness/gain-step.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { outputError } from '../../core/files/output-error.ts';
import { rewriteFile } from './rewrite-file.ts';
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
    regain: async (steps) => await rewriteFile(partial, sampleChanger(steps), signal),
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

/** Multiplies all whole samples after the header. Returns the number of processed bytes. */
function sampleChanger(steps: number): (bytes: Buffer) => number {
  const gain = gainOfSteps(steps);
  let header = growableHeaderBytes;
  return (bytes) => {
    const end = bytes.length - (bytes.length % 2);
    for (let at = header; at < end; at += 2) bytes.writeInt16LE(Math.round(bytes.readInt16LE(at) * gain), at);
    header = 0;
    return end;
  };
}
