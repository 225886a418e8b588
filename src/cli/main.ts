import { AudiobookError, toAudiobookError } from '../core/errors.ts';
import { exitCodes } from './exit-codes.ts';
import { errorLines } from './view/error-lines.ts';
import type { Host } from './host.ts';
import { runCommandLine } from './program.ts';

/** Runs one command line and answers the exit code; every failure ends as one line on stderr. */
export async function main(host: Host): Promise<number> {
  const debug = host.argv.includes('--debug');
  try {
    return await runCommandLine(host);
  } catch (thrown) {
    const error = host.signal.aborted ? stopped(thrown) : toAudiobookError(thrown);
    for (const line of errorLines(error, debug)) host.stderr.write(`${line}\n`);
    return exitCodes[error.code];
  }
}

function stopped(cause: unknown): AudiobookError {
  return new AudiobookError('canceled', 'Stopped. Run the same command again to go on from here.', { cause });
}
