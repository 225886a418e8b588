import type { Job } from 'bullmq';
import { toAudiobookError } from '../../../core/errors.ts';
import type { ErrorCode } from '../../../core/errors.ts';

/** Failures of a machine, or of a service for a while. Another attempt at a book or a bad value ends in the same way. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'internal',
  'output-failed',
  'media-failed',
  'provider-unavailable',
  'model-unavailable',
]);

/** Reports whether a run that failed is to be tried again, perhaps by another worker. */
export function canRetry({ attemptsMade, opts }: Pick<Job, 'attemptsMade' | 'opts'>, thrown: unknown): boolean {
  return passing.has(toAudiobookError(thrown).code) && attemptsMade + 1 < (opts.attempts ?? 1);
}
