import { AudiobookError, canceled } from '../../core/errors.ts';
import { asSentence } from '../../core/strings/as-sentence.ts';
import { messageText } from '../../core/http/failed-response.ts';

/** Returns what the SDK threw as our error. */
export function s3Failure(thrown: unknown, address: string, signal: AbortSignal): AudiobookError {
  if (signal.aborted) return canceled(signal);
  if (thrown instanceof AudiobookError) return thrown;
  const { name, message, status } = failureOf(thrown);
  if (name === 'NoSuchBucket') return bucketMissing(address, thrown);
  const said = status === undefined ? message : `${name} (${status}): ${message}`;
  const advice =
    status === 401 || status === 403 || name.startsWith('Credentials')
      ? ' Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; the account must be allowed to list, read, write and delete.'
      : '';
  const what = `The storage ${address} cannot be used: ${asSentence(messageText(said))}`;
  return new AudiobookError('output-failed', what + advice, { cause: thrown });
}

/** Returns the error for a bucket that does not exist. */
export function bucketMissing(address: string, cause: unknown): AudiobookError {
  const message = `The bucket of the storage ${address} does not exist. Make it, or set AUDIOBOOK_STORAGE.`;
  return new AudiobookError('file-not-found', message, { cause });
}

/** Reports whether the store says that there is no such object. A missing bucket is another matter. */
export function isAbsent(thrown: unknown): boolean {
  const { name, status } = failureOf(thrown);
  return name === 'NoSuchKey' || (status === 404 && name !== 'NoSuchBucket');
}

/** Reports whether a conditional write found the key taken. */
export function isTaken(thrown: unknown): boolean {
  return failureOf(thrown).status === 412;
}

/** Reports whether the store does not know what was asked, such as conditional writes. */
export function isUnsupported(thrown: unknown): boolean {
  return failureOf(thrown).status === 501;
}

/** Reports whether two writes met. The same request can succeed now. */
export function isConflict(thrown: unknown): boolean {
  return failureOf(thrown).status === 409;
}

/** Reports whether a range begins after the end of an object. */
export function isAfterEnd(thrown: unknown): boolean {
  return failureOf(thrown).status === 416;
}

interface Failure {
  readonly name: string;
  readonly message: string;
  readonly status: number | undefined;
}

function failureOf(thrown: unknown): Failure {
  if (!(thrown instanceof Error)) return { name: '', message: String(thrown), status: undefined };
  const metadata = '$metadata' in thrown && typeof thrown.$metadata === 'object' ? thrown.$metadata : undefined;
  const status = metadata && 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined;
  return { name: thrown.name, message: thrown.message, status: typeof status === 'number' ? status : undefined };
}
