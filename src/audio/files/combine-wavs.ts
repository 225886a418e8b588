import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, systemCode, throwIfCanceled } from '../../core/errors.ts';
import { requireFreeTarget } from '../../core/files/require-free-target.ts';
import type { Pcm } from '../../core/pcm.ts';
import { decodeWav } from '../../core/wav.ts';
import type { AudioEncoding, CommitFile } from '../encoding/audio-encoding.ts';
import { resample } from '../pcm/resample.ts';
import { openWavEncoding } from '../encoding/wav-encoding.ts';

/** Result of `combineWavs`. */
export interface CombinedWav {
  readonly path: string;
  readonly seconds: number;
  /** Files that could not be read, each with the reason. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

/** Options of `combineWavs`. */
export interface CombineWavsOptions {
  /** Replaces an existing output, but never one of the joined files. Default: `false`. */
  readonly force?: boolean | undefined;
}

/**
 * Joins WAV files in order, at the rate of the first readable one. One file is in memory at a time. The result lists files
 * that are missing or cannot be decoded. Throws `bad-value`, listing them all, when none can be read, and when the output
 * exists or is one of the files.
 */
export async function combineWavs(
  paths: readonly string[],
  output: string,
  signal: AbortSignal,
  { force }: CombineWavsOptions = {},
): Promise<CombinedWav> {
  const inputs = paths.map((file) => ({ name: 'a WAV to combine', path: file }));
  const requireFree = async (): Promise<void> => await requireFreeTarget(output, { inputs, force });
  await requireFree();
  const commit: CommitFile = async (file) => {
    await requireFree();
    await file.commit();
  };
  const leftOut: { path: string; reason: string }[] = [];
  let combined: AudioEncoding | undefined;
  let sampleRate = 0;
  let totalSamples = 0;
  try {
    for (const file of paths) {
      throwIfCanceled(signal);
      const wav = await readWav(file);
      if (typeof wav === 'string') {
        leftOut.push({ path: file, reason: wav });
        continue;
      }
      if (combined === undefined) sampleRate = wav.sampleRate;
      combined ??= await openWavEncoding({ path: path.resolve(output), sampleRate, signal, commit });
      const { samples } = resample(wav, sampleRate);
      await combined.write(samples);
      totalSamples += samples.length;
    }
    if (combined === undefined) throw nothingToCombine(leftOut);
    await combined.end();
    await combined.finish({ totalSamples, chapters: [], track: undefined });
  } finally {
    await combined?.[Symbol.asyncDispose]();
  }
  return { path: output, seconds: totalSamples / sampleRate, leftOut };
}

/** Returns the audio of a file, or the reason why it cannot be read. */
async function readWav(file: string): Promise<Pcm | string> {
  try {
    const wav = decodeWav(await readFile(file));
    return wav.samples.length === 0 ? 'it is empty' : wav;
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return 'the file does not exist';
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function nothingToCombine(leftOut: CombinedWav['leftOut']): AudiobookError {
  const reasons = leftOut.map((file) => `${file.path}: ${file.reason}`).join('; ');
  return new AudiobookError('bad-value', `Found no valid WAV file to combine${reasons === '' ? '' : ` (${reasons})`}.`);
}
