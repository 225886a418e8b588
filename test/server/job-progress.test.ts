import { describe, expect, it } from 'vitest';
import { progressCounter } from '../../src/server/jobs/job-progress.ts';

describe('the progress of a job', () => {
  it('shows since when and until when it waits for the speech provider, and why', () => {
    const { count, current } = progressCounter(() => 0);
    count({ type: 'provider-wait', reason: 'Refused.', sinceMs: 0, untilMs: 300_000 });
    expect(current().waiting).toEqual({
      reason: 'Refused.',
      since: '1970-01-01T00:00:00.000Z',
      until: '1970-01-01T00:05:00.000Z',
    });
    count({ type: 'provider-ready', waitedMs: 1000 });
    expect(current().waiting).toBeUndefined();
  });
});
