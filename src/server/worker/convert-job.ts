import { mkdir } from 'node:fs/promises';
import type { Book } from '../../core/book.ts';
import { toAudiobookError } from '../../core/errors.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { Settings } from '../../core/settings.ts';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { keepBook } from '../../pipeline/read/keep-book.ts';
import { writeScripts } from '../../pipeline/script/write-scripts.ts';
import { BookStream } from '../../pipeline/encode/book-stream.ts';
import { TimedTextFile } from '../../pipeline/time/timed-text-file.ts';
import { prepareTools } from '../../pipeline/open/prepare-tools.ts';
import type { RecordedPart } from '../../pipeline/encode/recording.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import { conversions } from './conversions.ts';
import type { Conversion } from './conversions.ts';
import { formFields } from '../fields/form-fields.ts';
import { fieldValues } from '../fields/parse-fields.ts';
import { jobRequest } from './job-request.ts';
import { removeUnfinished } from '../jobs/job-paths.ts';
import type { JobPaths } from '../jobs/job-paths.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { packResults } from './pack-results.ts';
import type { PackedResults } from './pack-results.ts';
import type { WorkerEvent, WorkerRequest } from './worker-messages.ts';
import { measuredProvider } from './measured-provider.ts';

/** The tools of a conversion in its worker. */
export interface JobTools {
  readonly settings: Settings;
  readonly cacheFolder: string;
  readonly stateFolder?: string | undefined;
  readonly limits: WorkerRequest['limits'];
  /** Password of the book. */
  readonly password: string | undefined;
  readonly signal: AbortSignal;
  readonly emit: (event: WorkerEvent) => void;
}

/** The result of a conversion. Its report has paths and must not be sent to callers. */
export interface Converted extends PackedResults {
  readonly report: ConversionReport;
}

/** Runs the conversion of a job. Returns undefined when it ends with its scripts. Throws what the conversion throws. */
export async function convertJob(record: JobRecord, paths: JobPaths, job: JobTools): Promise<Converted | undefined> {
  const { settings, cacheFolder, stateFolder, signal, emit } = job;
  const values = { ...fieldValues(formFields.job, record.fields), password: job.password };
  const { request, run } = conversionOf(record, jobRequest({ ...record, paths }, values, job.limits), values);
  await mkdir(paths.result, { recursive: true, mode: 0o700 });
  // A killed process leaves partial files.
  await removeUnfinished(paths.result);
  const onProgress: ProgressListener = (event) => emit({ type: 'progress', event });
  const { coverFile, tags } = request;
  const onBook = async (book: Book): Promise<void> => await keepBook(book, paths.book, { coverFile, tags, signal });
  if (values.scriptsOnly && !record.speak) {
    await writeScripts(request, { settings, signal, onProgress, onBook });
    return undefined;
  }
  const { provider: id } = values;
  await using tools = await prepareTools({ settings, provider: id, cacheFolder, stateFolder, signal, onProgress });
  const { chosen } = tools;
  emit({ type: 'provider', id: chosen.provider.id, byDefault: chosen.byDefault });
  const provider = measuredProvider(chosen.provider, (call) => emit({ type: 'call', ...call }));
  if (values.listen) await mkdir(paths.stream, { recursive: true, mode: 0o700 });
  const onFailure = (thrown: unknown): void => onProgress({ type: 'warning', message: noStream(thrown) });
  await using stream = new BookStream({ folder: paths.stream, ffmpeg: tools.ffmpeg, signal, onFailure });
  const timings = new TimedTextFile(paths.timings);
  const onRecorded = (part: RecordedPart): void => {
    stream.add(part);
    timings.add(part);
  };
  const report = await run(request, { ...tools, onBook, onRecorded, chosen: { ...chosen, provider } });
  await timings.finish();
  await stream.finish();
  return { ...(await packResults(report, paths.result)), report };
}

function noStream(thrown: unknown): string {
  return `The book cannot be heard before it is finished: ${toAudiobookError(thrown).message}`;
}

/**
 * Returns the conversion of a job. One with scripts speaks them, even if they are the text of the book: someone may have edited
 * them.
 */
export function conversionOf(
  { kind }: JobRecord,
  request: NarrationRequest,
  { scriptsOnly }: OptionValues<typeof formFields.job>,
): { readonly request: NarrationRequest; readonly run: Conversion['run'] } {
  if (!scriptsOnly) return { request, run: conversions[kind].run };
  const asScripts = kind === 'audiobook' ? request : { ...request, task: 'direct' as const, promptText: undefined };
  return { request: asScripts, run: conversions.audiobook.run };
}
