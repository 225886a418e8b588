import { AudiobookError, systemCode, toAudiobookError } from '../core/errors.ts';
import { completionQuery } from './completion/completion-query.ts';
import { exitCodes } from './exit-codes.ts';
import type { OutputStream, ProcessContext } from './process-context.ts';
import { errorLines } from './view/error-lines.ts';
import { writeLines } from './view/write-lines.ts';

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
    if (isProgramHelp(context.argv) && (await printProgramHelp(context.stdout))) return 0;
    const [{ runCommandLine }, { withCommand }] = await Promise.all([
      import('./run-command-line.ts'),
      import('./implied-command.ts'),
    ]);
    return await runCommandLine({ ...context, argv: withCommand(context) });
  } catch (thrown) {
    // The reader of the pipe has left, as with `| head`.
    if (systemCode(context.signal.reason) === 'EPIPE') return 0;
    const error = context.signal.aborted ? stopped(thrown) : toAudiobookError(thrown);
    for (const line of errorLines(error, { debug })) writeLines(context.stderr, `${line}\n`);
    return exitCodes[error.code];
  }
}

/** Reports whether a command line asks for the list of commands and nothing else. */
function isProgramHelp(argv: readonly string[]): boolean {
  return argv.length === 0 || (argv.length === 1 && ['--help', '-h', 'help'].includes(argv[0] ?? ''));
}

/** Prints the list of commands without loading the rest of the program. Returns false when lines must be wrapped for it. */
async function printProgramHelp(stdout: OutputStream): Promise<boolean> {
  const { pipedColumns, programHelp } = await import('./tables/program-help.ts');
  const help = programHelp(stdout.columns ?? pipedColumns);
  if (help !== undefined) stdout.write(help);
  return help !== undefined;
}

function stopped(cause: unknown): AudiobookError {
  return new AudiobookError('canceled', 'Stopped. Run the same command again to continue.', { cause });
}
