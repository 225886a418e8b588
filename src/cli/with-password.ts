import { AudiobookError } from '../core/errors.ts';
import type { Host } from './host.ts';

/**
 * Runs `work` with the password that was given; when the book wants another and somebody sits at the terminal, asks
 * for it once and runs again.
 */
export async function withPassword<T>(
  host: Host,
  given: string | undefined,
  work: (password: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await work(given);
  } catch (error) {
    const canAsk = host.stdin.isTTY && host.stderr.isTTY;
    if (!canAsk || !(error instanceof AudiobookError) || error.code !== 'book-password') throw error;
    const { password } = await import('@inquirer/prompts');
    const message = 'Password of the book';
    return await work(
      await password({ message, mask: true }, { input: host.stdin, output: host.stderr, signal: host.signal }),
    );
  }
}
