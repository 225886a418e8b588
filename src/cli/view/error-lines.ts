import type { AudiobookError } from '../../core/errors.ts';

/** What a person reads when a command fails: one line, and with `--debug` the stack and every cause below it. */
export function errorLines(error: AudiobookError, debug: boolean): readonly string[] {
  const first = error.code === 'canceled' ? error.message : `audiobook: ${oneLine(error.message)}`;
  if (!debug) {
    return error.code === 'internal' ? [first, 'This is a bug. Run with --debug for the details to report.'] : [first];
  }
  return [first, ...causes(error)];
}

function oneLine(message: string): string {
  return message.replaceAll(/\s*\n\s*/gu, ' ').trim();
}

function causes(error: unknown): string[] {
  const lines: string[] = [];
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    lines.push(...`${depth === 0 ? '' : 'caused by '}${cause.stack ?? cause.message}`.split('\n'));
  }
  return lines;
}
