import { AudiobookError } from '../../../core/errors.ts';
import type { RequestErrorCode } from '../../errors/request-error.ts';
import { RequestError } from '../../errors/request-error.ts';
import type { FailureCode } from '../../errors/statuses.ts';

/** Codes that only a service has. On the command line, all of them say that the queue did not make the book. */
const serviceCodes = {
  malformed: true,
  unauthorized: true,
  forbidden: true,
  'not-found': true,
  'method-not-allowed': true,
  'too-slow': true,
  'not-finished': true,
  'not-failed': true,
  'wrong-state': true,
  gone: true,
  'precondition-failed': true,
  'upload-too-large': true,
  'wrong-media-type': true,
  'bad-range': true,
  'missing-field': true,
  'idempotency-mismatch': true,
  'too-many-attempts': true,
  busy: true,
  'quota-exceeded': true,
  'shutting-down': true,
  'queue-unavailable': true,
  'disk-full': true,
} as const satisfies Record<RequestErrorCode, true>;

/** Returns the error that a run on this machine would have thrown in place of a job that failed. */
export function failedJob({ code, detail }: { readonly code: FailureCode; readonly detail: string }): AudiobookError {
  return new AudiobookError(isOfService(code) ? 'output-failed' : code, detail);
}

/** Returns what a queue has thrown as an error of the command line. */
export function toCommandError(thrown: unknown): unknown {
  if (!(thrown instanceof RequestError)) return thrown;
  const code = thrown.code === 'malformed' ? 'bad-value' : 'output-failed';
  return new AudiobookError(code, thrown.message, { cause: thrown });
}

function isOfService(code: FailureCode): code is RequestErrorCode {
  return code in serviceCodes;
}
