import { didYouMean } from './strings/closest-names.ts';

/** All error codes. The CLI maps them to exit codes, the server to HTTP statuses. */
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
  | 'download-failed'
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

/** Options of an `AudiobookError`. */
export interface ErrorOptions {
  /** The underlying error. */
  readonly cause?: unknown;
  /** The same call can succeed later. Default: `false`. */
  readonly retryable?: boolean | undefined;
  /** Delay that the service requested before the next attempt, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
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

/** Options of `invalidValue`. */
export interface InvalidValueOptions {
  /** `usage` where the command line is at fault rather than a value. Default: `bad-value`. */
  readonly code?: 'bad-value' | 'usage' | undefined;
  readonly cause?: unknown;
  /** Accepted values. The closest ones are asked about. */
  readonly names?: Iterable<string> | undefined;
}

/**
 * Returns the error for a bad value: `Invalid bitrate '5q'. Expected 8k to 512k, for example 192k.`
 * `expected` completes the sentence "Expected …" and has no full stop. Long values are cut to 100 characters.
 */
export function invalidValue(
  name: string,
  value: unknown,
  expected: string,
  { code = 'bad-value', cause, names = [] }: InvalidValueOptions = {},
): AudiobookError {
  const shown = String(value).slice(0, 100);
  const message = `Invalid ${name} '${shown}'. Expected ${expected}.${didYouMean(shown, names)}`;
  return new AudiobookError(code, message, { cause });
}

/** Returns the error an aborted signal carries, or `canceled` for an ordinary abort. */
export function canceled(signal: AbortSignal): AudiobookError {
  if (signal.reason instanceof AudiobookError) return signal.reason;
  return new AudiobookError('canceled', 'Canceled.', { cause: signal.reason });
}

/** Throws `canceled` when the signal has been aborted. */
export function throwIfCanceled(signal: AbortSignal): void {
  if (signal.aborted) throw canceled(signal);
}

/** What a machine has too little of, or does not permit. It is nobody's bug wherever it happens. */
const refusals = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM']);

/**
 * Returns the thrown value as an `AudiobookError`. What the machine refused becomes `output-failed`, and anything unexpected
 * `internal`.
 */
export function toAudiobookError(thrown: unknown): AudiobookError {
  if (thrown instanceof AudiobookError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (refusals.has(systemCode(thrown) ?? '')) {
    return new AudiobookError('output-failed', `The system reports ${message}.`, { cause: thrown });
  }
  if (isOutOfMemory(thrown)) {
    const advice = 'Not enough memory. Free some, or raise the limit of this process (ulimit -v).';
    return new AudiobookError('output-failed', advice, { cause: thrown });
  }
  return new AudiobookError('internal', message, { cause: thrown });
}

/** V8 has no code for it. */
function isOutOfMemory(thrown: unknown): boolean {
  return thrown instanceof RangeError && /could not allocate memory|allocation failed/iu.test(thrown.message);
}

/** Returns the system error code (`ENOENT`, `ENOSPC`, …) of a thrown value, or undefined. */
export function systemCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
