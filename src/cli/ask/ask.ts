import { AudiobookError } from '../../core/errors.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import type { runOptions } from '../options.ts';
import type { ProcessContext } from '../process-context.ts';

/**
 * Reports whether a person is there to answer: not under cron and in services, which have no terminal, nor in CI systems, which
 * set `CI`, nor where the command line wants no questions.
 */
export function mayAsk(
  { stdin, stderr, environment }: ProcessContext,
  { quiet, json, yes }: OptionValues<typeof runOptions>,
): boolean {
  const isAutomatic = !['', 'false', '0', undefined].includes(environment['CI']?.toLowerCase());
  return stdin.isTTY && stderr.isTTY && !quiet && !json && !yes && !isAutomatic;
}

type Prompts = typeof import('@inquirer/prompts');

/** The context of every prompt: the terminal and the signal that ends it. */
interface PromptContext {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly signal: AbortSignal;
}

/** How long an answer is waited for, and what counts without one. */
interface Patience<T> {
  /** In milliseconds. Default: half an hour, because a terminal may be left alone. */
  readonly timeoutMs?: number;
  /** Default: the run is canceled. */
  readonly late?: { readonly answer: T };
}

/** Asks one question at the terminal. Throws `canceled` on Ctrl-C, and when no answer comes. */
export async function ask<T>(
  { stdin: input, stderr: output, signal }: Pick<ProcessContext, 'stdin' | 'stderr' | 'signal'>,
  question: (prompts: Prompts, context: PromptContext) => Promise<T>,
  { timeoutMs = 30 * 60_000, late }: Patience<T> = {},
): Promise<T> {
  const prompts = await import('@inquirer/prompts');
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await question(prompts, { input, output, signal: AbortSignal.any([signal, timeout]) });
  } catch (thrown) {
    // Ctrl-C at the question reaches the prompt, not the process.
    const isEnded = thrown instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(thrown.name);
    if (!isEnded) throw thrown;
    if (late && timeout.aborted && !signal.aborted) return late.answer;
    throw new AudiobookError('canceled', 'Canceled.', { cause: thrown });
  }
}

/** A question at the terminal. */
export interface YesOrNoQuestion {
  readonly message: string;
  readonly default: boolean;
  /** Time to wait for an answer, in milliseconds. Default: two minutes. */
  readonly timeoutMs?: number | undefined;
}

/** Asks at the terminal. Returns undefined when no answer came in time. Throws `canceled` on Ctrl-C. */
export async function askYesOrNo(
  context: ProcessContext,
  { message, default: initial, timeoutMs = 120_000 }: YesOrNoQuestion,
): Promise<boolean | undefined> {
  return await ask<boolean | undefined>(
    context,
    async ({ confirm }, terminal) => await confirm({ message, default: initial }, terminal),
    { timeoutMs, late: { answer: undefined } },
  );
}
