import { AudiobookError, systemCode } from '../../core/errors.ts';

/** An error as the log has it: where it came from, but no message, which could quote a book or a secret. */
export function loggedError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = error instanceof AudiobookError ? error.code : systemCode(error);
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    at: stackLines(error),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}

/** Where an error came from, without its message. */
export function stackLines(error: unknown): readonly string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines.flatMap((line) => /^\s+at (.*)$/u.exec(line)?.slice(1) ?? []);
}
