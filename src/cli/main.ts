import { AudiobookError, systemCode, toAudiobookError } from '../core/errors.ts';
import { completionQuery } from './completion/completion-query.ts';
import { exitCodes } from './exit-codes.ts';
import type { ProcessContext } from './process-context.ts';
import { errorLines } from './view/error-lines.ts';

/** Runs one command line and returns the exit code. A failure is printed on stderr. */
export async function main(context: ProcessContext): Promise<number> {
  const debug = context.argv.includes('--debug');
  try {
    const [first] = context.argv;
    if (first === completionQuery) {
      const { answerCompletion } = await import('./completion/answer-completion.ts');
      await answerCompletion(context);
      return 0;
    }
    const { runCommandLine } = await import('./run-command-line.ts');
    return await runCommandLine(context);
  } catch (thrown) {
    // Who listened has left, as `| head` does.
    if (systemCode(context.signal.reason) === 'EPIPE') return 0;
    const error = context.signal.aborted ? stopped(thrown) : toAudiobookError(thrown);
    for (const line of errorLines(error, { debug })) context.stderr.write(`${line}\n`);
    return exitCodes[error.code];
  }
}

function stopped(cause: unknown): AudiobookError {
  return new AudiobookError('canceled', 'Stopped. Run the same command again to continue.', { cause });
}
