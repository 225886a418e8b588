import type { AudiobookError } from '../../core/errors.ts';
import { oneLine } from '../../core/strings/one-line.ts';

/** Returns what is printed for a failure: one line, and with `debug` the stack traces of the error and its causes. */
export function errorLines(error: AudiobookError, { debug }: { readonly debug: boolean }): readonly string[] {
  const first = error.code === 'canceled' ? error.message : `audiobook: ${oneLine(error.message)}`;
  if (debug) return [first, ...causes(error)];
  if (error.code !== 'internal') return [first];
  return [first, 'This is a bug. Run with --debug for the details to report.'];
}

/** Returns the same as text, with the name of the book where it is one of several. */
export function errorText(
  error: AudiobookError,
  { name, debug }: { readonly name: string | undefined; readonly debug: boolean },
): string {
  const [first = '', ...others] = errorLines(error, { debug });
  const named = name === undefined ? first : first.replace(/^audiobook: /u, `audiobook: ${name}: `);
  return [named, ...others].map((line) => `${line}\n`).join('');
}

function causes(error: unknown): string[] {
  const lines: string[] = [];
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    lines.push(...`${depth === 0 ? '' : 'caused by '}${cause.stack ?? cause.message}`.split('\n'));
  }
  return lines;
}
