import { reportPath } from '../../pipeline/output/output-paths.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import { exitCodes } from '../exit-codes.ts';

/** The end of a run, as passed to commands and webhooks. */
export interface Outcome {
  readonly status: 'done' | 'incomplete' | 'failed' | 'canceled';
  readonly exitCode: number;
  /** Why it failed. */
  readonly message?: string | undefined;
  readonly seconds: number;
  /** The words of the command line that name books. */
  readonly books: readonly string[];
  /** One result per book. */
  readonly results: readonly {
    readonly book: string;
    readonly output: string;
    readonly report: string;
    readonly complete: boolean;
    readonly warnings: readonly string[];
  }[];
}

/** The end of a run. */
export interface RunEnd extends Pick<Outcome, 'exitCode' | 'message' | 'seconds' | 'books'> {
  readonly reports: readonly ConversionReport[];
}

/** Returns the outcome of a run. */
export function outcomeOf({ reports, ...end }: RunEnd): Outcome {
  const results = reports.map(({ book, output, complete, warnings }) => {
    return { book: book.file, output, report: reportPath(output), complete, warnings };
  });
  return { status: statusOf(end.exitCode), ...end, results };
}

function statusOf(exitCode: number): Outcome['status'] {
  if (exitCode === 0) return 'done';
  if (exitCode === exitCodes.incomplete) return 'incomplete';
  return exitCode === exitCodes.canceled ? 'canceled' : 'failed';
}

/** Returns the outcome as variables of an environment. Lists have a line per entry. */
export function outcomeVariables({ status, exitCode, message = '', books, results }: Outcome): Record<string, string> {
  return {
    AUDIOBOOK_STATUS: status,
    AUDIOBOOK_EXIT_CODE: String(exitCode),
    AUDIOBOOK_MESSAGE: message,
    AUDIOBOOK_BOOKS: books.join('\n'),
    AUDIOBOOK_OUTPUTS: results.map(({ output }) => output).join('\n'),
  };
}
