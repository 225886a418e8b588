import { correctionsSpoken } from '../jobs/job-record.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import type { Records } from '../jobs/ports/records.ts';

/**
 * Makes the book of a job, and again while it was corrected meanwhile: the last time, all corrections are spoken. What sounds as before is
 * read from the segment store. Throws what `make` throws.
 */
export async function untilCorrected<Outcome>(
  record: JobRecord,
  records: Pick<Records, 'change'>,
  make: (record: JobRecord) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await make(record);
  const corrected = await records.change(record.id, correctionsSpoken, { holds: true });
  return corrected ? await untilCorrected(corrected.record, records, make) : outcome;
}
