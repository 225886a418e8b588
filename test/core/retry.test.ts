import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import { backoffMs, retry } from '../../src/core/retry.ts';

const policy = { attempts: 6, firstDelayMs: 1000, maxDelayMs: 60_000 };
const { signal } = new AbortController();

function failure(retryAfterMs?: number): AudiobookError {
  return new AudiobookError('provider-failed', 'Too many requests', { retryable: true, retryAfterMs });
}

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

describe('backoffMs', () => {
  it('is at least what the service asks for, up to ten minutes', () => {
    expect(backoffMs(policy, 1, 300_000)).toBe(300_000);
    expect(backoffMs(policy, 1, 3_600_000)).toBe(600_000);
  });

  it('doubles with each attempt up to the longest delay, of which chance takes a part', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    expect([1, 2, 3, 7, 20].map((attempt) => backoffMs(policy, attempt))).toEqual([500, 1000, 2000, 30_000, 30_000]);
  });
});

describe('retry', () => {
  it('ends when a service asks for more than ten minutes, and names the time', async () => {
    const work = vi.fn<() => Promise<never>>(async () => {
      throw failure(3_600_000);
    });
    await expect(retry(work, policy, signal)).rejects.toMatchObject({
      code: 'provider-failed',
      retryable: false,
      message:
        'Too many requests. The service asks to wait for 1 h 00 min, longer than the 10 min 00 s that are waited for.',
    });
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('begins no attempt after the time for all attempts', async () => {
    const work = vi.fn<() => Promise<never>>(async () => {
      vi.advanceTimersByTime(55_000);
      throw failure();
    });
    const timed = { ...policy, firstDelayMs: 1, maxAttemptsMs: 60_000 };
    await expect(retry(work, timed, signal)).rejects.toThrow('Too many requests');
    expect(work).toHaveBeenCalledTimes(2);
  });
});
