import type { OptionValues } from '../../pipeline/options/option.ts';
import type { ProcessContext } from '../process-context.ts';
import type { runOptions } from '../run-options.ts';

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

/**
 * Reports whether a person is there for questions that take the place of a command line: both sides are terminals, and the screen
 * knows movements.
 */
export function mayAskForCommand(context: ProcessContext, options: OptionValues<typeof runOptions>): boolean {
  return mayAsk(context, options) && context.stdout.isTTY && context.environment['TERM'] !== 'dumb';
}
