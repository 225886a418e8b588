/** Every way in which the program can fail. Both doors map each code: exit codes in `cli/`, HTTP statuses in `server/`. */
export type ErrorCode =
  | 'internal'
  | 'usage'
  | 'bad-value'
  | 'file-not-found'
  | 'tool-missing'
  | 'provider-unavailable'
  | 'provider-failed'
  | 'model-unavailable'
  | 'model-failed'
  | 'media-failed'
  | 'output-failed'
  | 'book-damaged'
  | 'book-unsupported'
  | 'book-drm'
  | 'book-no-text'
  | 'book-too-large'
  | 'book-password'
  | 'incomplete'
  | 'canceled';

export interface ErrorOptions {
  /** What happened underneath. */
  readonly cause?: unknown;
  /** Whether the same call can succeed later. Decided where the status is known; `false` when left out. */
  readonly retryable?: boolean;
  /** How long the other side asked us to wait before the next try, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** The one error class: a message for a person, a `code` for a script, a `cause` for a developer. */
export class AudiobookError extends Error {
  override readonly name = 'AudiobookError';
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The error that an aborted signal stands for: the first cause wins, an ordinary abort is `canceled`. */
export function canceled(signal: AbortSignal): AudiobookError {
  if (signal.reason instanceof AudiobookError) return signal.reason;
  return new AudiobookError('canceled', 'Canceled.', { cause: signal.reason });
}

/** Throws `canceled` when the signal has been aborted. */
export function throwIfCanceled(signal: AbortSignal): void {
  if (signal.aborted) throw canceled(signal);
}

/** Any thrown thing as an `AudiobookError`; what nobody foresaw is `internal`, a bug. */
export function toAudiobookError(thrown: unknown): AudiobookError {
  if (thrown instanceof AudiobookError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AudiobookError('internal', message, { cause: thrown });
}

/** The system error code (`ENOENT`, `ENOSPC`, …) of a thrown thing, if it has one. */
export function systemCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
