import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AudiobookError, systemCode, throwIfCanceled } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { decodeWav } from '../../core/wav.ts';
import type { AudioEncoding } from '../encoding/audio-encoding.ts';
import { resample } from '../pcm/resample.ts';
import { openWavEncoding } from '../encoding/wav-encoding.ts';

export interface CombinedWav {
  readonly path: string;
  readonly seconds: number;
  /** Files that are not in it, each with the reason. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Joins WAV files, in order, at the rate of the first that can be read; one file is in memory at a time. Files that are
 * missing or cannot be decoded are named in the result; `bad-value`, naming them all, when there is no other.
 */
export async function combineWavs(paths: readonly string[], output: string, signal: AbortSignal): Promise<CombinedWav> {
  const leftOut: { path: string; reason: string }[] = [];
  let combined: AudioEncoding | undefined;
  let sampleRate = 0;
  let totalSamples = 0;
  try {
    for (const path of paths) {
      throwIfCanceled(signal);
      const wav = await readWav(path);
      if (typeof wav === 'string') {
        leftOut.push({ path, reason: wav });
        continue;
      }
      if (combined === undefined) sampleRate = wav.sampleRate;
      combined ??= await openWavEncoding({ path: resolve(output), sampleRate, signal });
      const { samples } = resample(wav, sampleRate);
      await combined.write(samples);
      totalSamples += samples.length;
    }
    if (combined === undefined) throw noneValid(leftOut);
    await combined.end();
    await combined.finish({ totalSamples, chapters: [], track: undefined });
  } finally {
    await combined?.[Symbol.asyncDispose]();
  }
  return { path: output, seconds: totalSamples / sampleRate, leftOut };
}

/** The sound of a file, or why there is none. */
async function readWav(path: string): Promise<Pcm | string> {
  try {
    const wav = decodeWav(await readFile(path));
    return wav.samples.length === 0 ? 'it is empty' : wav;
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return 'there is no such file';
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function noneValid(leftOut: CombinedWav['leftOut']): AudiobookError {
  const reasons = leftOut.map(({ path, reason }) => `${path}: ${reason}`).join('; ');
  return new AudiobookError(
    'bad-value',
    `There is no valid WAV file to combine${reasons === '' ? '' : ` (${reasons})`}.`,
  );
}
