import { describe, expect, it } from 'vitest';
import { formFields } from '../../src/server/fields/form-fields.ts';
import { parseFields } from '../../src/server/fields/parse-fields.ts';
import { startLocalJobs } from '../helpers/local-jobs.ts';

describe('the password of a book', () => {
  it('is kept until its job has ended', async () => {
    // No job starts.
    const { jobs, worker, create } = await startLocalJobs({ conversionsAtOnce: 0 });
    const job = await create({ password: 'open sesame' });
    const { id } = job.record;
    expect([worker.passwordOf(id), (await jobs.get(id))?.password]).toEqual(['open sesame', 'open sesame']);
    await jobs.cancel(job);
    expect([job.record.state, worker.passwordOf(id)]).toEqual(['canceled', undefined]);
  });

  it('may be the word null, which leaves other fields out', () => {
    const fields = { password: 'null', max_chapters: 'null', tts_provider: '' };
    for (const group of [formFields.audiobook, formFields.plan]) {
      expect(parseFields(group, fields)).toEqual({ password: 'null' });
    }
  });
});
