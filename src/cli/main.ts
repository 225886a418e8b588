import { AudiobookError, toAudiobookError } from '../core/errors.ts';
import { exitCodes } from './exit-codes.ts';
import type { ProcessContext } from './process-context.ts';
import { runCommandLine } from './run-command-line.ts';
import { errorLines } from './view/error-lines.ts';

/** Runs one command line and returns the exit code. A failure is printed on stderr. */
export async function main(context: ProcessContext): Promise<number> {
  const debug = context.argv.includes('--debug');
  try {
    return await runCommandLine(context);
  } catch (thrown) {
    const error = context.signal.aborted ? stopped(thrown) : toAudiobookError(thrown);
    for (const line of errorLines(error, { debug })) context.stderr.write(`${line}\n`);
    return exitCodes[error.code];
  }
}

function stopped(cause: unknown): AudiobookError {
  return new AudiobookError('canceled', 'Stopped. Run the same command again to continue.', { cause });
}
