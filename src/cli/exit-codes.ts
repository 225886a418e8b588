import type { ErrorCode } from '../core/errors.ts';

/** The exit code of every error (docs/specification.md, "Exit codes"). An error code without one does not compile. */
export const exitCodes = {
  internal: 1,
  usage: 2,
  'bad-value': 2,
  'file-not-found': 3,
  'tool-missing': 4,
  'provider-unavailable': 5,
  'provider-failed': 6,
  'model-unavailable': 5,
  'model-failed': 6,
  'download-failed': 6,
  'media-failed': 7,
  'output-failed': 7,
  'book-damaged': 8,
  'book-unsupported': 8,
  'book-drm': 8,
  'book-no-text': 8,
  'book-too-large': 8,
  'book-password': 8,
  incomplete: 9,
  canceled: 130,
} as const satisfies Record<ErrorCode, number>;
