import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { formFields } from '../../src/server/fields/form-fields.ts';
import { parseFields } from '../../src/server/fields/parse-fields.ts';
import { JobAges } from '../../src/server/jobs/job-ages.ts';
import { jobPaths, makeJobFolders, newJobId } from '../../src/server/jobs/job-paths.ts';
import { Jobs } from '../../src/server/jobs/jobs.ts';
import { limitsFrom } from '../../src/server/server-settings.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('the password of a book', () => {
  it('is kept until its job has ended', async () => {
    const folder = await temporaryFolder();
    // No job starts.
    const limits = { ...limitsFrom(settingsFrom([{}])), conversionsAtOnce: 0 };
    const logger = pino({ enabled: false });
    const jobs = new Jobs(
      {
        folder,
        limits,
        logger,
        redact: (text) => text,
        run: () => Promise.reject(new Error('never')),
        ages: await JobAges.open(folder),
      },
      [],
    );
    jobs.start();
    const id = newJobId();
    await makeJobFolders(jobPaths(folder, id));
    const upload = { name: 'book.pdf', bytes: 1 };
    const request = { id, kind: 'synthesize', waitedFor: false, upload, fields: {} } as const;
    const { job } = await jobs.create({ ...request, password: 'open sesame' });
    expect(job.password).toBe('open sesame');
    await jobs.cancel(job);
    expect([job.record.state, job.password]).toEqual(['canceled', undefined]);
  });

  it('may be the word null, which leaves other fields out', () => {
    const fields = { password: 'null', max_chapters: 'null', tts_provider: '' };
    for (const group of [formFields.audiobook, formFields.plan]) {
      expect(parseFields(group, fields)).toEqual({ password: 'null' });
    }
  });
});
