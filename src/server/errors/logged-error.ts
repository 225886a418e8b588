import { AudiobookError, systemCode } from '../../core/errors.ts';

/** Returns an error as the log records it: with its stack but without its message, which could quote a book or a secret. */
export function loggedError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = error instanceof AudiobookError ? error.code : systemCode(error);
  return {
    type: error.name,
    code,
    at: stackLines(error),
    cause: error.cause === undefined ? undefined : loggedError(error.cause),
  };
}

/** Returns the lines of the stack, without the message. */
export function stackLines(error: unknown): readonly string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines.flatMap((line) => /^\s+at (.*)$/u.exec(line)?.slice(1) ?? []);
}
