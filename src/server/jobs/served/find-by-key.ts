import { RequestError } from '../../errors/request-error.ts';
import type { JobRecord } from '../job-record.ts';

/**
 * Returns the job that was made with an idempotency key, unless it lacked the right password. Throws `idempotency-mismatch`
 * when the key belongs to a different request.
 */
export function findByKey<Item extends { readonly record: JobRecord }>(
  jobs: readonly Item[],
  idempotency: JobRecord['idempotency'],
): Item | undefined {
  if (!idempotency) return undefined;
  const earlier = jobs.find(
    ({ record }) => record.idempotency?.key === idempotency.key && record.failure?.code !== 'book-password',
  );
  if (!earlier || earlier.record.idempotency?.fingerprint === idempotency.fingerprint) return earlier;
  throw new RequestError(
    'idempotency-mismatch',
    'The Idempotency-Key was already used for a different request. Use a new one.',
  );
}
