import { rmdir } from 'node:fs/promises';
import path from 'node:path';
import { canceled, toAudiobookError } from '../../core/errors.ts';
import type { AudiobookError } from '../../core/errors.ts';
import { makeFolders } from '../../core/files/make-folder.ts';
import { outputError } from '../../core/files/output-error.ts';
import type { ProgressEvent } from '../../core/progress.ts';
import { checkRequest } from '../../pipeline/check-request.ts';
import { convert } from '../../pipeline/convert.ts';
import type { ConversionTools, NarrationRequest } from '../../pipeline/conversion.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { sourceSha256 } from '../../pipeline/read/book-source.ts';
import type { BookSource } from '../../pipeline/read/book-source.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import { prepareTools } from '../../pipeline/open/prepare-tools.ts';
import { seriesSpeech } from '../series/series-speech.ts';
import type { NamedSpeech } from '../series/series-speech.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import type { runOptions } from '../run-options.ts';
import { batchRow, batchTable, worstExitCode } from '../view/batch-table.ts';
import type { BatchResult } from '../view/batch-table.ts';
import { errorLines } from '../view/error-lines.ts';
import { openProgressView } from '../view/open-progress-view.ts';
import { fileLines } from '../view/report-lines.ts';
import { withPassword } from '../with-password.ts';
import type { batchOptions } from './batch-options.ts';
import { finishedBooks } from './finished-books.ts';
import { freeRequest } from './free-request.ts';
import type { UnnamedConversion } from './free-request.ts';

/** Options of `convertBooks`. */
export type BatchRun = OptionValues<typeof batchOptions & typeof runOptions> & {
  readonly conversion: UnnamedConversion;
  /** The voice that the flags name, when it is remembered for the series. */
  readonly series?: NamedSpeech | undefined;
  readonly onReport?: ((report: ConversionReport) => void) | undefined;
};

/**
 * Converts books one after the other, each to a file named after it, and prints a table at the end. A book that fails does not
 * stop the others. Returns the highest exit code of the books. Throws `canceled`, and what concerns all books: a provider or
 * a tool that is missing.
 */
export async function convertBooks(
  context: ProcessContext,
  books: readonly BookSource[],
  run: BatchRun,
): Promise<number> {
  const { signal, stderr } = context;
  let view = await openProgressView(context, run);
  const onProgress = (event: ProgressEvent): void => view.onProgress(event);
  const results: BatchResult[] = [];
  try {
    const settings = await loadProcessSettings(context, view.warn);
    const { cacheFolder, stateFolder } = context;
    await using tools = await prepareTools({
      ...run.conversion,
      settings,
      cacheFolder,
      stateFolder,
      signal,
      onProgress,
    });
    const say = (message: string): void => view.print(message);
    const warn = (message: string): void => view.warn(message);
    const batch = { ...(await openBatch(context, run, tools)), say, warn };
    for (const [index, book] of books.entries()) {
      if (signal.aborted) throw canceled(signal);
      const shown = book.oneBook?.title ?? path.relative(context.workingFolder, book.bookFile);
      view.print(`Book ${index + 1} of ${books.length}: ${shown}`);
      const result = await convertOne(book, shown, batch);
      // Each book has a progress of its own.
      view.close();
      printResult(result, context, run);
      results.push(result);
      if ('report' in result) run.onReport?.(result.report);
      view = await openProgressView(context, run);
    }
  } finally {
    view.close();
  }
  if (!run.quiet) stderr.write(await batchTable(results.map(batchRow)));
  return worstExitCode(results);
}

interface Batch {
  readonly context: ProcessContext;
  readonly run: BatchRun;
  readonly tools: ConversionTools;
  readonly say: (message: string) => void;
  readonly warn: (message: string) => void;
  /** Folder for the audiobooks. */
  readonly folder: string;
  /** Outputs by the books of this run that have them, as file systems compare names. */
  readonly taken: Map<string, string>;
  /** Finished audiobooks by the SHA-256 of their books. Only with `skipExisting`. */
  readonly finished: Map<string, string> | undefined;
}

async function openBatch(
  context: ProcessContext,
  run: BatchRun,
  tools: ConversionTools,
): Promise<Omit<Batch, 'say' | 'warn'>> {
  const folder = run.outFolder ?? context.workingFolder;
  const depth = run.name?.parts.length ?? 1;
  const finished = run.skipExisting ? await finishedBooks(folder, depth) : undefined;
  return { context, run, tools, folder, taken: new Map(), finished };
}

async function convertOne(book: BookSource, shown: string, batch: Batch): Promise<BatchResult> {
  const { context, run, finished } = batch;
  try {
    const sha256 = finished && (await sourceSha256(book).catch(() => undefined));
    const existing = sha256 === undefined ? undefined : finished?.get(sha256);
    if (existing !== undefined) return { book: shown, skipped: existing };
    const report = await withPassword(
      context,
      run.conversion.password,
      async (password) => await convertNamed(book, { ...run.conversion, password }, batch),
    );
    if (report.complete) finished?.set(report.book.sha256, report.output);
    return { book: shown, report };
  } catch (thrown) {
    if (context.signal.aborted) throw thrown;
    return { book: shown, error: toAudiobookError(thrown) };
  }
}

async function convertNamed(book: BookSource, conversion: UnnamedConversion, batch: Batch): Promise<ConversionReport> {
  const { folder, run, context, taken } = batch;
  const isTaken = (output: string): boolean => (taken.get(comparable(output)) ?? book.bookFile) !== book.bookFile;
  const { signal } = context;
  const request = await freeRequest(book, conversion, { folder, template: run.name, isTaken, signal });
  taken.set(comparable(request.output), book.bookFile);
  return await inItsFolder(request, async () => {
    await checkRequest(request);
    return await convertRemembered(request, batch);
  });
}

/** Converts with the voice of the series, where it is remembered. The provider is that of the whole run. */
async function convertRemembered(
  request: NarrationRequest,
  { context, run, tools, say, warn }: Batch,
): Promise<ConversionReport> {
  if (!run.series) return await convert(request, tools);
  const { settings, signal, chosen } = tools;
  const { stateFolder } = context;
  const fixedProvider = chosen.provider.id;
  const speech = await seriesSpeech(request, run.series, { settings, stateFolder, signal, say, warn, fixedProvider });
  const report = await convert(speech.request, tools);
  await speech.keep(report);
  return report;
}

/** File systems may not distinguish capitals or compositions of letters. */
function comparable(file: string): string {
  return file.normalize('NFC').toLowerCase();
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

function printResult(
  result: BatchResult,
  { stdout, stderr, argv }: ProcessContext,
  { json, quiet }: Pick<BatchRun, 'json' | 'quiet'>,
): void {
  if ('report' in result) {
    if (json) stdout.write(`${JSON.stringify(result.report)}\n`);
    else if (!quiet) stdout.write(fileLines(result.report));
  }
  if ('error' in result) stderr.write(failureText(result.book, result.error, argv.includes('--debug')));
}

function failureText(book: string, error: AudiobookError, debug: boolean): string {
  const [first = '', ...others] = errorLines(error, { debug });
  const named = first.replace(/^audiobook: /u, `audiobook: ${book}: `);
  return [named, ...others].map((line) => `${line}\n`).join('');
}
