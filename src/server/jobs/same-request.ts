import { RequestError } from '../errors/request-error.ts';
import type { JobRecord } from './job-record.ts';
import type { StoredJob } from './ports/records.ts';

/**
 * Returns a job that was made with the same idempotency key, unless it lacked the right password. Throws `idempotency-mismatch` when
 * the key belongs to a different request.
 */
export function sameRequest(earlier: StoredJob, idempotency: JobRecord['idempotency']): StoredJob | undefined {
  const { record } = earlier;
  if (record.failure?.code === 'book-password') return undefined;
  if (record.idempotency?.fingerprint === idempotency?.fingerprint) return earlier;
  throw new RequestError(
    'idempotency-mismatch',
    'The Idempotency-Key was already used for a different request. Use a new one.',
  );
}
