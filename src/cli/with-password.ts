import { AudiobookError } from '../core/errors.ts';
import { bookChoices } from '../pipeline/options/reading-options.ts';
import { ask } from './ask/ask.ts';
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
    const message = 'Password of the book';
    return await work(
      await ask(context, async ({ password }, terminal) => await password({ message, mask: true }, terminal)),
    );
  }
}

/** Runs `work` with what the options of a command choose about a book, and with a password that is asked for where it is needed. */
export async function withChoices<T>(
  context: ProcessContext,
  options: Parameters<typeof bookChoices>[0],
  work: (choices: ReturnType<typeof bookChoices> & { readonly signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  return await withPassword(context, options.password, async (password) => {
    return await work({ ...bookChoices({ ...options, password }), signal });
  });
}
