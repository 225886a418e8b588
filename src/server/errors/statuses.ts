import type { ErrorCode } from '../../core/errors.ts';
import type { RequestErrorCode } from './request-error.ts';

/** HTTP status of every error code (docs/specification.md, "Errors"). A new code does not compile until it is listed. */
export const statuses = {
  internal: 500,
  usage: 400,
  'bad-value': 400,
  'file-not-found': 500,
  'tool-missing': 500,
  'provider-unavailable': 503,
  'provider-failed': 502,
  'model-unavailable': 503,
  'model-failed': 502,
  'download-failed': 502,
  'media-failed': 500,
  'output-failed': 500,
  'book-damaged': 415,
  'book-unsupported': 415,
  'book-drm': 415,
  'book-no-text': 415,
  'book-too-large': 413,
  'book-password': 415,
  incomplete: 500,
  canceled: 499,
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-slow': 408,
  'not-finished': 409,
  'not-failed': 409,
  'wrong-state': 409,
  gone: 410,
  'precondition-failed': 412,
  'upload-too-large': 413,
  'wrong-media-type': 415,
  'bad-range': 416,
  'missing-field': 422,
  'idempotency-mismatch': 422,
  'too-many-attempts': 429,
  busy: 429,
  'quota-exceeded': 429,
  'shutting-down': 503,
  'queue-unavailable': 503,
  'disk-full': 507,
} as const satisfies Record<ErrorCode | RequestErrorCode, number>;

/** Codes that an error response may contain. */
export type FailureCode = keyof typeof statuses;

/** Values of `Retry-After`, in seconds. */
export const retryAfterSeconds: Partial<Record<FailureCode, number>> = {
  'too-many-attempts': 15,
  busy: 15,
  'quota-exceeded': 600,
  'shutting-down': 15,
  'queue-unavailable': 5,
  'not-finished': 10,
  'disk-full': 600,
};
