import { rmdir } from 'node:fs/promises';
import path from 'node:path';
import { throwIfCanceled, toAudiobookError } from '../../core/errors.ts';
import { makeFolders } from '../../core/files/make-folder.ts';
import { outputError } from '../../core/files/output-error.ts';
import { checkRequest } from '../../pipeline/check-request.ts';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import type { BookSource } from '../../pipeline/read/book-source.ts';
import type { JobRecord } from '../../server/jobs/job-record.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import { seriesSpeech } from './series-speech.ts';
import type { NamedSpeech, SeriesSpeech } from './series-speech.ts';
import { batchRow, batchTable, worstExitCode } from '../view/batch-table.ts';
import type { BookResult, Outcome } from '../view/batch-table.ts';
import { errorText } from '../view/error-lines.ts';
import { messageView } from '../view/open-progress-view.ts';
import { printReport } from '../view/report-lines.ts';
import { withAnswers } from '../with-answers.ts';
import { conversionRequest } from '../../pipeline/conversion-request.ts';
import { freeRequest } from './book-request.ts';
import { writeLines } from '../view/write-lines.ts';
import type { RunOptions } from './book-request.ts';
import { convertAlone, convertInBatch, leaveToQueue } from './convert-book.ts';
import { openBatch } from './open-batch.ts';
import type { Batch } from './open-batch.ts';

/** A run over the books of a command line. */
export interface BookRun {
  readonly options: RunOptions;
  /** Whether a language model writes scripts. */
  readonly narrated: boolean;
  /** Whether each book gets the first free name in a folder, a line in a table, and its failure stops no other. Default: `false`. */
  readonly isBatch?: boolean | undefined;
  /** Takes the audio instead of a file. */
  readonly stream?: NarrationRequest['stream'];
  /** The voice that the flags name, when it is remembered for the series. */
  readonly series?: NamedSpeech | undefined;
  /** The options as a queue gets them. Undefined where this machine converts the book. */
  readonly fields?: JobRecord['fields'] | undefined;
  readonly onReport: (report: ConversionReport) => void;
}

/**
 * Runs books one after the other and prints what is made of each: the written files or the report, its scripts, or its plan. Returns
 * the highest exit code. Throws `canceled`, what concerns all books, and, but in a batch, what a book fails with.
 */
export async function runBooks(context: ProcessContext, books: readonly BookSource[], run: BookRun): Promise<number> {
  const { signal, stderr, workingFolder } = context;
  const { options } = run;
  await using batch = run.isBatch ? await openBatch(context, options) : undefined;
  const results: BookResult[] = [];
  for (const [index, book] of books.entries()) {
    throwIfCanceled(signal);
    const name = shownName(book, workingFolder);
    if (batch) messageView(stderr, options).print(`Book ${index + 1} of ${books.length}: ${name}`);
    const result = await (batch ? tryBook(context, book, { ...run, batch, name }) : runBook(context, book, run));
    if ('report' in result) {
      printReport(context, result.report, options);
      run.onReport(result.report);
    }
    results.push({ book: name, ...result });
  }
  if (batch && !options.quiet && saysMore(results)) writeLines(stderr, await batchTable(results.map(batchRow)));
  return worstExitCode(results);
}

/** Reports whether a table says more than was printed: the failure of a single book was. */
function saysMore(results: readonly BookResult[]): boolean {
  return results.length > 1 || results.some((result) => !('error' in result));
}

function shownName({ oneBook, address, bookFile }: BookSource, workingFolder: string): string {
  return oneBook?.title ?? address ?? path.relative(workingFolder, bookFile);
}

/** Runs a book of a batch, unless its audiobook is there. Prints its failure. */
async function tryBook(
  context: ProcessContext,
  book: BookSource,
  run: BookRun & { readonly batch: Batch; readonly name: string },
): Promise<Outcome> {
  const { batch, name } = run;
  try {
    const existing = await batch.finishedAs(book);
    if (existing !== undefined) return { skipped: existing };
    const made = await runBook(context, book, run);
    if ('report' in made) batch.keep(made.report);
    return made;
  } catch (thrown) {
    if (context.signal.aborted) throw thrown;
    const error = toAudiobookError(thrown);
    writeLines(context.stderr, errorText(error, { name, debug: context.argv.includes('--debug') }));
    return { error };
  }
}

type OpenRun = BookRun & { readonly batch?: Batch };

async function runBook(context: ProcessContext, book: BookSource, run: OpenRun): Promise<Outcome> {
  return await withAnswers(context, run.options, async (answers) => {
    const options = { ...run.options, ...answers };
    const request = await requestOf(context, book, { ...run, options });
    const make = async (): Promise<Outcome> => await endBook(context, request, { ...run, options });
    return run.batch ? await inItsFolder(request, make) : await make();
  });
}

async function requestOf(context: ProcessContext, book: BookSource, run: OpenRun): Promise<NarrationRequest> {
  const { options, narrated, stream, batch } = run;
  const { workingFolder: folder, signal } = context;
  if (!batch)
    return { ...conversionRequest(book, options, { folder, defaultFormat: narrated ? 'm4b' : 'mp3' }), stream };
  const isTaken = (output: string): boolean => batch.isTaken(output, book);
  const request = await freeRequest(book, options, { folder: batch.folder, template: options.name, isTaken, signal });
  batch.take(request.output, book);
  return request;
}

/** Brings a book to its end: a plan, scripts, what a queue makes of it, or an audiobook that this machine makes. */
async function endBook(context: ProcessContext, asked: NarrationRequest, run: OpenRun): Promise<Outcome> {
  const { options, narrated, fields, batch } = run;
  const { dryRun, scriptsOnly } = options;
  if (scriptsOnly && !dryRun) {
    const { runScripts } = await import('./run-scripts.ts');
    return { exitCode: await runScripts(context, asked, options) };
  }
  if (!dryRun) await checkRequest(asked);
  const { request, provider = options.provider, keep } = await withSeries(context, asked, run);
  const given = { ...options, provider, narrated };
  if (dryRun) {
    const { showPlan } = await import('./show-plan.ts');
    return { exitCode: await showPlan(context, request, given) };
  }
  const here = async (): Promise<ConversionReport> => {
    if (batch) return await convertInBatch(context, request, { ...batch, options });
    return await convertAlone(context, request, given);
  };
  const report = fields ? await leaveToQueue(context, request, { ...given, fields }) : await here();
  await keep?.(report);
  return { report };
}

/** Returns the request with what is remembered of the series of the book, when it is asked for. */
async function withSeries(
  context: ProcessContext,
  request: NarrationRequest,
  { options, series, batch }: OpenRun,
): Promise<Pick<SeriesSpeech, 'request'> & Partial<SeriesSpeech>> {
  if (!series) return { request };
  const { stateFolder, signal, stderr } = context;
  const { print: say, warn } = messageView(stderr, options);
  // The run itself gives the warnings.
  const settings = batch?.tools.settings ?? (await loadProcessSettings(context, () => undefined));
  const fixedProvider = batch?.tools.chosen.provider.id;
  return await seriesSpeech(request, series, { settings, stateFolder, signal, say, warn, fixedProvider });
}

/** Makes the folders of an output. Those that stay empty because the work fails are removed. */
async function inItsFolder<T>({ output }: NarrationRequest, work: () => Promise<T>): Promise<T> {
  const folder = path.dirname(output);
  try {
    await makeFolders(folder);
  } catch (thrown) {
    throw outputError(thrown, folder);
  }
  try {
    return await work();
  } catch (thrown) {
    await rmdir(folder).catch(() => undefined);
    throw thrown;
  }
}
