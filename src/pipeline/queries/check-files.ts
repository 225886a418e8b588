import { checkAcx } from '../../audio/loudness/check-acx.ts';
import type { AcxReport } from '../../audio/loudness/check-acx.ts';
import type { Settings } from '../../core/settings.ts';
import { findFfmpeg } from '../tools/find-ffmpeg.ts';

/** A measured file. */
export interface CheckedFile extends AcxReport {
  readonly file: string;
}

/** Measures audio files against ACX's requirements, one after the other. Throws as `checkAcx` does. */
export async function* checkFiles(
  files: readonly string[],
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<CheckedFile, void, undefined> {
  const ffmpeg = await findFfmpeg(settings);
  for (const file of files) yield { file, ...(await checkAcx(file, ffmpeg, signal)) };
}
