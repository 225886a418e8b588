import path from 'node:path';
import { openAtomicFile } from '../../../core/files/atomic-file.ts';
import { makeFolder } from '../../../core/files/make-folder.ts';
import { AudiobookError } from '../../../core/errors.ts';
import type { NarrationRequest } from '../../../pipeline/conversion.ts';
import type { OutputClaim } from '../../../pipeline/output/claim-output.ts';
import type { ConversionReport } from '../../../pipeline/report/report.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { JobFiles } from '../files/job-files.ts';

/** Options of `fetchResult`. */
export interface FetchResultOptions {
  readonly request: NarrationRequest;
  readonly claim: OutputClaim;
  readonly files: JobFiles;
  readonly signal: AbortSignal;
}

/** The prefix of all files that a worker writes, where a run on this machine uses the name of its output. */
const workerName = 'audiobook';

/**
 * Writes the files of a finished job to the places where a run on this machine would write them, and its report beside them. Returns
 * the report. Throws `bad-value` for a file that may not be replaced, and as `JobFiles.download` does.
 */
export async function fetchResult(
  { id, report, files: made = [] }: JobRecord,
  { request, claim, files, signal }: FetchResultOptions,
): Promise<ConversionReport> {
  const places = made.map(({ file }) => localPath(file, request));
  await claim.check(places);
  if (request.layout === 'chapters') await makeFolder(request.output);
  for (const [at, { file }] of made.entries()) {
    await using target = await openAtomicFile(places[at] ?? '');
    await files.download(id, `result/${file}`, { target: target.path, signal });
    await claim.commit(target);
  }
  const whole = localReport(report, { made, places, request, claim });
  await claim.finish(whole);
  return whole;
}

/** Returns where a file of a worker belongs on this machine. Throws `output-failed` for one that no worker writes. */
function localPath(file: string, { output, format, layout }: NarrationRequest): string {
  const names = file.split(/[/\\]/u);
  const rest = file.slice(workerName.length);
  if (!file.startsWith(workerName) || names.includes('..')) {
    throw new AudiobookError(
      'output-failed',
      `A worker has made the file '${file}', which this version does not know.`,
    );
  }
  if (layout === 'chapters' && names.length > 1) return path.join(output, ...names.slice(1));
  if (rest === `.${format}`) return output;
  const { dir, name } = path.parse(output);
  return path.join(dir, name + rest);
}

interface LocalReport {
  readonly made: NonNullable<JobRecord['files']>;
  readonly places: readonly string[];
  readonly request: NarrationRequest;
  readonly claim: OutputClaim;
}

/** Returns the report of a worker with the paths of this machine, which it does not have. */
function localReport(published: JobRecord['report'], { made, places, request, claim }: LocalReport): ConversionReport {
  // Only this program writes reports.
  const report: ConversionReport = JSON.parse(JSON.stringify(published ?? {}));
  const acx = report.acx?.map(({ file, problems }) => {
    const at = made.findIndex((one) => file.endsWith(path.basename(one.file)));
    return { file: places[at] ?? file, problems };
  });
  return {
    ...report,
    output: path.resolve(request.output),
    book: { ...report.book, file: path.resolve(request.bookFile), sha256: claim.bookSha256 },
    files: report.files.map((file, at) => ({ ...file, path: places[at] ?? '' })),
    ...(acx && { acx }),
  };
}
