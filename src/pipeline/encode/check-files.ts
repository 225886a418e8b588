import { checkAcx } from '../../audio/acx/check-acx.ts';
import type { AcxReport } from '../../audio/acx/check-acx.ts';
import type { Settings } from '../../core/settings.ts';
import { findFfmpeg } from '../../audio/ffmpeg/find-ffmpeg.ts';

/** A measured file. */
export interface CheckedFile extends AcxReport {
  readonly file: string;
}

/** Measures audio files against ACX's requirements and against the first of them. Throws as `checkAcx` does. */
export async function* checkFiles(
  files: readonly string[],
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<CheckedFile, void, undefined> {
  const ffmpeg = await findFfmpeg(settings);
  let first: AcxReport | undefined;
  for (const file of files) {
    const report = await checkAcx(file, ffmpeg, signal);
    first ??= report;
    yield { file, ...report, problems: [...report.problems, ...differences(report, first)] };
  }
}

/** Returns the differences to the first file. ACX takes only files that are alike. */
function differences(report: AcxReport, first: AcxReport): string[] {
  const problems: string[] = [];
  if (report.channels.length !== first.channels.length) {
    problems.push(`it is ${channelName(report)}, but the first file is ${channelName(first)}`);
  }
  if (report.sampleRate !== first.sampleRate) {
    problems.push(`its sample rate is ${report.sampleRate} Hz, but that of the first file is ${first.sampleRate} Hz`);
  }
  return problems;
}

/** Returns `mono` or `stereo`. */
export function channelName({ channels }: Pick<AcxReport, 'channels'>): string {
  return channels.length === 1 ? 'mono' : 'stereo';
}
