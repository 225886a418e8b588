import type { AudiobookError } from '../../core/errors.ts';
import type { InboxEvent } from '../../inbox/watch-inbox.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ProcessContext } from '../process-context.ts';
import { batchRow, batchTable } from './batch-table.ts';
import type { BatchRow } from './batch-table.ts';
import { errorText } from './error-lines.ts';
import { doneLine, isWhole } from './report-lines.ts';
import { writeLines } from './write-lines.ts';

/** The lines that a watch prints, and its exit code. */
export interface InboxLines {
  readonly onEvent: (event: InboxEvent<ConversionReport>) => void;
  /** Returns the highest exit code of the books so far. */
  worstExitCode(): number;
  /** Prints the table of the books so far, when there were several. */
  end(): Promise<void>;
}

/** A watch may go on for months. Its table has the latest books. */
const maxRows = 1000;

/** Prints one line per book: audiobooks, or reports as JSON, on stdout; everything else on stderr, at the end a table. With `quiet`, failures alone. */
export function inboxLines(
  { stdout, stderr, argv }: ProcessContext,
  { quiet = false, json = false }: { readonly quiet?: boolean | undefined; readonly json?: boolean | undefined },
): InboxLines {
  let worst = 0;
  let rows: readonly BatchRow[] = [];
  const debug = argv.includes('--debug');
  const note = (line: string): void => {
    if (!quiet) writeLines(stderr, `${line}\n`);
  };
  const complain = (error: AudiobookError, name?: string): void => {
    worst = Math.max(worst, exitCodes[error.code]);
    writeLines(stderr, errorText(error, { name, debug }));
  };
  const onEvent: InboxLines['onEvent'] = (event) => {
    if (event.type === 'done') rows = [...rows, batchRow({ book: event.name, report: event.result })].slice(-maxRows);
    if (event.type === 'failed') rows = [...rows, batchRow({ book: event.name, error: event.error })].slice(-maxRows);
    if (event.type === 'returned') note(`${event.name} was returned to the inbox.`);
    else if (event.type === 'left') note(`${event.name} stays in the inbox: ${event.reason}`);
    else if (event.type === 'trouble') complain(event.error);
    else if (event.type === 'failed') complain(event.error, event.name);
    else {
      if (!isWhole(event.result)) worst = Math.max(worst, exitCodes.incomplete);
      if (json) stdout.write(`${JSON.stringify(event.result)}\n`);
      else if (!quiet) stdout.write(`${doneLine(event.name, event.result)}\n`);
    }
  };
  const end = async (): Promise<void> => {
    if (rows.length > 1 && !quiet) stderr.write(await batchTable(rows));
  };
  return { onEvent, worstExitCode: () => worst, end };
}
