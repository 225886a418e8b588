import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { hiddenSibling } from '../../core/files/atomic-file.ts';
import { isSameFile } from '../../core/files/require-other-file.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { ConversionRequest } from '../conversion.ts';
import { sourceSha256 } from '../read/book-source.ts';
import type { BookSource } from '../read/book-source.ts';
import { relatedReportPaths, reportPath } from './output-paths.ts';

/** A file that a run wrote. */
export interface MadeFile {
  readonly path: string;
  readonly bytes: number;
}

/** Files that earlier runs made from the same book. */
export interface EarlierResults {
  /** Files of this result. */
  readonly own: readonly MadeFile[];
  /** Files of results with the same name and another format or layout. */
  readonly related: readonly MadeFile[];
  /** Reports about the same book. */
  readonly reports: readonly string[];
}

/** The part of a report, or of the record of a run, that says what was made from which book. */
const recordSchema = z.object({
  output: z.string().optional(),
  book: z.object({ file: z.string(), files: z.array(z.string()).optional(), sha256: z.string().optional() }),
  files: z.array(z.object({ path: z.string(), bytes: z.number() })),
});

/** Returns the path of the record of a run that has not written its report yet. */
export function runRecordPath(output: string): string {
  return hiddenSibling(output, 'run.json');
}

/**
 * Finds what earlier runs made from the same book, by the reports beside the output. The book is the same when its path or
 * its content is; one of several files, when they share a file. Folders that were moved as a whole are recognized.
 */
export async function findEarlierResults({
  output,
  ...source
}: BookSource & Pick<ConversionRequest, 'output'>): Promise<EarlierResults> {
  const own: MadeFile[] = [];
  const related: MadeFile[] = [];
  const reports: string[] = [];
  for (const file of [runRecordPath(output), ...relatedReportPaths(output)]) {
    const record = await readRecord(file);
    if (!record || !(await isSameBook(record.book, source))) continue;
    reports.push(file);
    const isOwn = file === runRecordPath(output) || (file === reportPath(output) && isAbout(record, output));
    (isOwn ? own : related).push(...record.files.map((made) => ({ ...made, path: movedPath(made, record, output) })));
  }
  return { own, related, reports };
}

/** Reports whether a file may be replaced: it is absent, empty or unchanged since an earlier run made it. */
export async function isReplaceable(file: string, { own, related, reports }: EarlierResults): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (!found || found.size === 0 || reports.includes(file)) return true;
  return [...own, ...related].some(({ path: made, bytes }) => made === file && bytes === found.size);
}

type Made = z.infer<typeof recordSchema>;

async function readRecord(file: string): Promise<Made | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const parsed = recordSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

async function isSameBook(book: Made['book'], source: BookSource): Promise<boolean> {
  // A file by itself is another book than the same file among others.
  if ((book.files === undefined) !== (source.oneBook === undefined)) return false;
  if (await hasSameFile(book, source)) return true;
  return book.sha256 !== undefined && book.sha256 === (await sourceSha256(source));
}

/** A file may have been added, removed or renamed since. */
async function hasSameFile(book: Made['book'], { bookFile, oneBook }: BookSource): Promise<boolean> {
  if (!oneBook) return await isSameFile(book.file, bookFile);
  const made = new Set(book.files?.map((file) => path.resolve(file)));
  return oneBook.files.some((file) => made.has(path.resolve(file)));
}

/**
 * Reports whether a report is about this output. `book.report.json` of earlier versions, which do not name their output, may
 * be about `book.mp3` instead of the folder `book`.
 */
function isAbout(record: Made, output: string): boolean {
  if (record.output !== undefined) return path.basename(record.output) === path.basename(output);
  return record.files.some((made) => made.path === output || path.dirname(made.path) === output);
}

/** Returns where a file is now when the folder of its output was moved. */
function movedPath(made: MadeFile, { output: recorded }: Made, output: string): string {
  if (recorded === undefined) return made.path;
  return path.resolve(path.dirname(output), path.relative(path.dirname(recorded), made.path));
}
