import { setMaxListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoResponseError, ServiceDownError } from '../../src/speech/call/provider-errors.ts';
import { gatePolicyFor } from '../../src/speech/gate/gate-policy.ts';
import type { KnownService } from '../../src/speech/gate/gate-policy.ts';
import type { OutageNotice } from '../../src/speech/gate/outage.ts';
import { SpeechGate } from '../../src/speech/gate/speech-gate.ts';

const secondMs = 1000;
const minuteMs = 60_000;
const forever = Infinity;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Options extends KnownService {
  readonly patienceMs?: number;
  readonly concurrency?: number;
  /** Deadline of each request. */
  readonly deadlineMs?: number;
  /** Returns how long a request takes, counted from 1. */
  readonly takesMs: (request: number) => number;
}

/** Speaks 20 segments with a service that may never respond. */
function openService({ patienceMs = 5 * minuteMs, concurrency = 4, deadlineMs = 193_000, takesMs, ...known }: Options) {
  const notices: OutageNotice[] = [];
  const ready: number[] = [];
  const gate = new SpeechGate({ start: concurrency, max: concurrency }, gatePolicyFor(patienceMs, known), {
    onWait: (notice) => notices.push(notice),
    onReady: (waitedMs) => ready.push(waitedMs),
  });
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  let requests = 0;
  let spoken = 0;
  const errors: { readonly error: unknown; readonly atMs: number }[] = [];
  const startMs = Date.now();
  const request = async (): Promise<void> => {
    requests += 1;
    const ms = takesMs(requests);
    await new Promise((resolve, reject) => {
      if (ms <= deadlineMs) setTimeout(resolve, ms);
      else setTimeout(() => reject(new NoResponseError('No complete response within 193 s.')), deadlineMs);
    });
  };
  const speak = async (): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await gate.run(request, { size: 1000, signal, deadlineMs });
        spoken += 1;
        return;
      } catch (error) {
        if (error instanceof NoResponseError && attempt < 6) continue;
        errors.push({ error, atMs: Date.now() - startMs });
        return;
      }
    }
  };
  const all = Promise.all(Array.from({ length: 20 }, speak));
  return { notices, ready, controller, all, errors, spoken: () => spoken, requests: () => requests };
}

describe('a service that hangs from the start', () => {
  it('ends the run within two minutes, and is reported before', async () => {
    const service = openService({ takesMs: () => forever });
    const sinceMs = Date.now();
    await vi.advanceTimersByTimeAsync(30 * secondMs);
    const reason = 'No request has been answered since.';
    expect(service.notices).toEqual([{ reason, sinceMs, untilMs: sinceMs + 110 * secondMs }]);
    await vi.advanceTimersByTimeAsync(80 * secondMs);
    await service.all;
    expect(service.errors).toHaveLength(20);
    for (const { error, atMs } of service.errors) {
      expect(error).toBeInstanceOf(ServiceDownError);
      expect(String(error)).toMatch(/has not answered any request for 1 min 50 s\. .*run again.* TTS_TIMEOUT/u);
      expect(atMs).toBeLessThan(2 * minuteMs);
    }
  });

  it('has twice the timeout that the user has set', async () => {
    const service = openService({ takesMs: () => forever, timeoutMs: 3 * minuteMs, deadlineMs: 9 * minuteMs });
    await vi.advanceTimersByTimeAsync(6 * minuteMs - secondMs);
    expect(service.errors).toEqual([]);
    await vi.advanceTimersByTimeAsync(secondMs);
    expect(service.errors).toHaveLength(20);
  });

  it('is waited for when the patience is infinite', async () => {
    const service = openService({ takesMs: (request) => (request < 9 ? forever : 1), patienceMs: Infinity });
    await vi.advanceTimersByTimeAsync(60 * minuteMs);
    await service.all;
    expect(service.spoken()).toBe(20);
    expect(service.notices[0]?.untilMs).toBeUndefined();
    expect(service.ready).toHaveLength(1);
  });
});

describe('a service that hangs from the first long text on', () => {
  it.each([1, 4])('ends the run after the patience with %i requests at a time', async (concurrency) => {
    const service = openService({ takesMs: () => forever, isChecked: true, concurrency });
    const sinceMs = Date.now();
    await vi.advanceTimersByTimeAsync(30 * secondMs);
    expect(service.notices[0]).toMatchObject({ sinceMs, untilMs: sinceMs + 5 * minuteMs });
    await vi.advanceTimersByTimeAsync(270 * secondMs);
    await service.all;
    expect(service.errors).toHaveLength(20);
    expect(String(service.errors[0]?.error)).toMatch(/5 min 00 s\. Finished segments are kept/u);
    expect(vi.getTimerCount()).toBeLessThan(concurrency + 1);
  });

  it('has at least the time of its own request', async () => {
    const service = openService({ takesMs: () => 8 * minuteMs, isChecked: true, deadlineMs: 9 * minuteMs });
    await vi.advanceTimersByTimeAsync(60 * minuteMs);
    await service.all;
    expect([service.spoken(), service.errors.length]).toEqual([20, 0]);
  });
});

describe('a service that hangs in the middle of a run', () => {
  it('ends the run when the patience has passed since its last response', async () => {
    const service = openService({ takesMs: (request) => (request < 9 ? 5 * secondMs : forever) });
    await vi.advanceTimersByTimeAsync(10 * secondMs + 5 * minuteMs - secondMs);
    expect([service.spoken(), service.errors.length]).toEqual([8, 0]);
    await vi.advanceTimersByTimeAsync(secondMs);
    await service.all;
    expect(service.errors).toHaveLength(12);
  });

  it('goes on after the machine slept, which aged the wall clock and broke the requests in flight', async () => {
    const service = openService({ takesMs: (request) => (request > 8 && request < 13 ? forever : 5 * secondMs) });
    await vi.advanceTimersByTimeAsync(20 * secondMs);
    vi.setSystemTime(Date.now() + 480 * minuteMs);
    await vi.advanceTimersByTimeAsync(20 * minuteMs);
    await service.all;
    expect([service.spoken(), service.errors.length]).toEqual([20, 0]);
  });

  it('loses nothing and says so when it responds again', async () => {
    const service = openService({ takesMs: (request) => (request > 8 && request < 13 ? forever : 5 * secondMs) });
    await vi.advanceTimersByTimeAsync(20 * minuteMs);
    await service.all;
    expect([service.spoken(), service.errors.length]).toEqual([20, 0]);
    expect(service.ready).toHaveLength(1);
  });
});

describe('a slow service', () => {
  it('is not reported when it is as slow as before', async () => {
    const service = openService({ takesMs: () => 50 * secondMs, concurrency: 1 });
    await vi.advanceTimersByTimeAsync(40 * secondMs);
    expect(service.notices).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20 * minuteMs);
    await service.all;
    expect(service.notices).toHaveLength(1);
    expect(service.spoken()).toBe(20);
  });

  it('is no longer watched after an abort', async () => {
    const service = openService({ takesMs: () => forever, deadlineMs: forever });
    await vi.advanceTimersByTimeAsync(secondMs);
    service.controller.abort();
    await vi.advanceTimersByTimeAsync(60 * minuteMs);
    expect(service.notices).toEqual([]);
  });
});
