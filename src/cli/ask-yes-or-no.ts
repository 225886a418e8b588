import { AudiobookError } from '../core/errors.ts';
import type { ProcessContext } from './process-context.ts';

/** A question at the terminal. */
export interface YesOrNoQuestion {
  readonly message: string;
  readonly default: boolean;
  /** Time to wait for an answer, in milliseconds. Default: two minutes. */
  readonly timeoutMs?: number | undefined;
}

const usualTimeoutMs = 120_000;

/** Asks at the terminal. Returns undefined when no answer came in time. Throws `canceled` on Ctrl-C. */
export async function askYesOrNo(
  { stdin: input, stderr: output, signal }: ProcessContext,
  { message, default: initial, timeoutMs = usualTimeoutMs }: YesOrNoQuestion,
): Promise<boolean | undefined> {
  const { confirm } = await import('@inquirer/prompts');
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const options = { input, output, signal: AbortSignal.any([signal, timeout]) };
    return await confirm({ message, default: initial }, options);
  } catch (thrown) {
    // Ctrl-C at the question reaches the prompt, not the process.
    const isEnded = thrown instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(thrown.name);
    if (!isEnded) throw thrown;
    if (timeout.aborted && !signal.aborted) return undefined;
    throw new AudiobookError('canceled', 'Canceled.', { cause: thrown });
  }
}
