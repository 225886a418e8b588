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

  it('estimates the time left by what is still to be synthesized, without the waits for the speech provider', () => {
    let ms = 0;
    const { count, current } = progressCounter(() => ms);
    const plan = { chapters: 1, segments: 10, characters: 1000, stored: 2, storedCharacters: 200 };
    count({ type: 'plan-made', ...plan });
    const spoken = { type: 'segment-spoken', chapter: 0, segment: 0, characters: 100, seconds: 1 } as const;
    count({ ...spoken, stored: true });
    count({ ...spoken, stored: true });
    expect(current().etaSeconds).toBeUndefined();
    for (let segment = 2; segment < 6; segment += 1) {
      count({ type: 'request-start', segment, characters: 100 });
      ms += 1000;
      count({ type: 'request-end', segment, characters: 100 });
      count({ ...spoken, segment, stored: false });
    }
    count({ type: 'provider-wait', reason: 'Refused.', sinceMs: 0 });
    ms += 60_000;
    expect(current().etaSeconds).toBe(4);
  });

  it('never counts more segments than it has, although chapters begin with silence', () => {
    const { count, current } = progressCounter(() => 0);
    count({ type: 'plan-made', chapters: 1, segments: 1, characters: 20, stored: 0 });
    count({ type: 'chapter-start', chapter: 0, number: 1, title: 'Noon', segments: 2 });
    const spoken = { type: 'segment-spoken', chapter: 0, stored: false } as const;
    count({ ...spoken, segment: 0, characters: 0, seconds: 0.5 });
    expect(current().segments).toEqual({ done: 0, total: 1 });
    count({ ...spoken, segment: 1, characters: 20, seconds: 1 });
    expect(current()).toMatchObject({
      segments: { done: 1, total: 1 },
      chapter: { segments: { done: 2, total: 2 } },
      audioSeconds: 1.5,
    });
  });

  it('shows which chapter is written and spoken, how far it is, and what is sent again', () => {
    const { count, current } = progressCounter(() => 0);
    count({ type: 'script-start', chapter: 1, title: 'Noon' });
    expect(current()).toMatchObject({ writing: { track: 2, title: 'Noon' }, retries: 0 });
    count({ type: 'model-retry', attempt: 1, delayMs: 1000, reason: 'Busy.' });
    expect(current()).toMatchObject({ retry: { attempt: 1, reason: 'Busy.' }, retries: 1 });
    count({ type: 'script-end', chapter: 1, title: 'Noon', origin: 'model' });
    expect([current().writing, current().retry]).toEqual([undefined, undefined]);
    count({ type: 'plan-made', chapters: 2, segments: 5, characters: 100, stored: 0, expectedSeconds: 123.4 });
    expect(current().expectedSeconds).toBe(123);
    count({ type: 'chapter-start', chapter: 1, number: 4, title: 'Noon', segments: 2 });
    const spoken = { type: 'segment-spoken', segment: 0, characters: 20, seconds: 1, stored: false } as const;
    count({ ...spoken, chapter: 0 });
    count({ type: 'segment-retry', chapter: 1, segment: 0, attempt: 1, delayMs: 0, reason: 'Reset.' });
    expect(current().chapter).toEqual({ number: 4, track: 2, title: 'Noon', segments: { done: 0, total: 2 } });
    count({ ...spoken, chapter: 1 });
    expect(current()).toMatchObject({
      chapter: { segments: { done: 1, total: 2 } },
      segments: { done: 2 },
      characters: { done: 40, total: 100 },
      percent: 40,
      audioSeconds: 2,
      retries: 2,
    });
    expect(current().retry).toBeUndefined();
  });
});
