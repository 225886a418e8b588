import type { AudiobookError } from '../../core/errors.ts';
import { formatDuration } from '../../core/strings/format-duration.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import { exitCodes } from '../exit-codes.ts';
import { isWhole } from './report-lines.ts';

/** The outcome of one book of a run. */
export type Outcome =
  | { readonly report: ConversionReport }
  /** There is an audiobook of it already. */
  | { readonly skipped: string }
  | { readonly error: AudiobookError }
  /** Its plan or its scripts were made. */
  | { readonly exitCode: number };

/** The outcome of a book with its path as it is shown. */
export type BookResult = Outcome & { readonly book: string };

/** A line of the table at the end of a run with many books. */
export interface BatchRow {
  readonly state: 'made' | 'skipped' | 'failed';
  readonly cells: readonly string[];
}

/** Returns the line of a book. It holds nothing else of a report. */
export function batchRow(result: BookResult): BatchRow {
  return { state: stateOf(result), cells: [result.book, ...cellsOf(result)].map(oneLine) };
}

/** Returns the table at the end of a run with many books: a line for each, and their numbers. */
export async function batchTable(rows: readonly BatchRow[]): Promise<string> {
  // Loaded when it is needed: the width of letters takes long to load, and a conversion of one book shows no table.
  const { formatTable } = await import('./format-table.ts');
  const counts = (['made', 'skipped', 'failed'] as const).flatMap((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0 ? [] : [`${count} ${state}`];
  });
  return `${formatTable(rows.map(({ cells }) => cells))}${counts.join(', ')}\n`;
}

/** Returns the exit code of a run: the highest of its books. */
export function worstExitCode(results: readonly Outcome[]): number {
  return Math.max(0, ...results.map(exitCodeOf));
}

function stateOf(result: BookResult): BatchRow['state'] {
  if ('skipped' in result) return 'skipped';
  return 'error' in result ? 'failed' : 'made';
}

function cellsOf(result: BookResult): readonly string[] {
  if ('report' in result) {
    const { report } = result;
    return [isWhole(report) ? 'made' : 'incomplete', formatDuration(report.seconds), report.output];
  }
  if ('skipped' in result) return ['skipped', '', result.skipped];
  return 'error' in result ? ['failed', '', result.error.message] : [];
}

function exitCodeOf(result: Outcome): number {
  if ('error' in result) return exitCodes[result.error.code];
  if ('exitCode' in result) return result.exitCode;
  return 'report' in result && !isWhole(result.report) ? exitCodes.incomplete : 0;
}

/** Names of files and messages may hold anything. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}
