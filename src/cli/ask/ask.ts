import { AudiobookError } from '../../core/errors.ts';
import type { ProcessContext } from '../process-context.ts';

type Prompts = typeof import('@inquirer/prompts');

/** The context of every prompt: the terminal and the signal that ends it. */
interface PromptContext {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

/** Time to answer a question, in milliseconds: a terminal may be left alone. */
const answerMs = 30 * 60_000;

/** Asks one question at the terminal. Throws `canceled` on Ctrl-C and when no answer comes. */
export async function ask<T>(
  { stdin: input, stderr: output, signal }: Pick<ProcessContext, 'stdin' | 'stderr' | 'signal'>,
  question: (prompts: Prompts, context: PromptContext) => Promise<T>,
): Promise<T> {
  const prompts = await import('@inquirer/prompts');
  try {
    return await question(prompts, { input, output, signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) });
  } catch (thrown) {
    // Ctrl-C at the question reaches the prompt, not the process.
    const isEnded = thrown instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(thrown.name);
    throw isEnded ? new AudiobookError('canceled', 'Canceled.', { cause: thrown }) : thrown;
  }
}
