import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import type { ProgressEvent } from '../../src/core/progress.ts';
import { OverloadedError } from '../../src/speech/call/provider-errors.ts';
import { preflight } from '../../src/pipeline/open/preflight.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

const request = { speakers: [{ voice: 'sine', language: 'en' }], signal: new AbortController().signal };
const warn = (): void => undefined;

describe('preflight', () => {
  it('says that it failed, instead of quoting a word that is in no book', async () => {
    const provider = toneProvider({
      before: () => {
        throw new AudiobookError('provider-failed', 'Bad gateway');
      },
    });
    await expect(preflight(provider, request, { mode: 'strict', warn })).rejects.toMatchObject({
      code: 'provider-failed',
      message: 'Bad gateway. It failed in the check before the run.',
    });
  });

  it('ends within two minutes when the provider hangs', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const provider = toneProvider({
      before: () => {
        vi.advanceTimersByTime(55_000);
        throw new OverloadedError('It sent no complete response within 55 s.');
      },
    });
    const error = { message: 'It sent no complete response within 55 s. It failed in the check before the run.' };
    await expect(preflight(provider, request, { mode: 'strict', warn })).rejects.toMatchObject(error);
    expect(provider.spoken).toHaveLength(2);
  });

  it('reports that it waits, and that the provider responds again', async () => {
    const provider = toneProvider({
      before: (_request, call) => {
        if (call === 1) throw new AudiobookError('provider-failed', 'Busy.', { retryable: true });
      },
    });
    const events: ProgressEvent[] = [];
    await preflight(provider, request, { mode: 'strict', warn, onProgress: (event) => events.push(event) });
    expect(events).toEqual([
      { type: 'provider-wait', reason: 'Busy.', sinceMs: expect.any(Number) },
      { type: 'provider-ready', waitedMs: expect.any(Number) },
    ]);
  });

  it('reports that it waits while the provider does not answer', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const provider = toneProvider({ before: async () => await new Promise((resolve) => setTimeout(resolve, 20_000)) });
    const events: ProgressEvent[] = [];
    const checked = preflight(provider, request, { mode: 'strict', warn, onProgress: (event) => events.push(event) });
    await vi.advanceTimersByTimeAsync(15_000);
    const reason = 'It has not answered the check before the run yet.';
    expect(events).toEqual([{ type: 'provider-wait', reason, sinceMs: expect.any(Number) }]);
    await vi.advanceTimersByTimeAsync(5000);
    await checked;
    expect(events).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes a failure on as a warning when it is not strict', async () => {
    const provider = toneProvider({
      before: () => {
        throw new AudiobookError('provider-failed', 'Bad gateway');
      },
    });
    const warnings: string[] = [];
    await preflight(provider, request, { mode: 'warn', warn: (message) => warnings.push(message) });
    expect(warnings).toEqual(['The check before the run failed: Bad gateway. It failed in the check before the run.']);
  });
});
