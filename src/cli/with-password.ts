import { AudiobookError } from '../core/errors.ts';
import type { ProcessContext } from './process-context.ts';

/** Runs `work` with the given password. When the book needs another one, asks for it once at the terminal and runs again. */
export async function withPassword<T>(
  context: ProcessContext,
  given: string | undefined,
  work: (password: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await work(given);
  } catch (error) {
    const isTerminal = context.stdin.isTTY && context.stderr.isTTY;
    if (!isTerminal || !(error instanceof AudiobookError) || error.code !== 'book-password') throw error;
    const { password } = await import('@inquirer/prompts');
    const message = 'Password of the book';
    const { stdin: input, stderr: output, signal } = context;
    return await work(await password({ message, mask: true }, { input, output, signal }).catch(throwCanceled));
  }
}

/** Ctrl-C at the question reaches the prompt, not the process. */
function throwCanceled(error: unknown): never {
  if (error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')) {
    throw new AudiobookError('canceled', 'Canceled.', { cause: error });
  }
  throw error;
}
