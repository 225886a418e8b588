import { setMaxListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import { OverloadedError, ServiceDownError } from '../../src/speech/call/provider-errors.ts';
import { gatePolicyFor } from '../../src/speech/gate/gate-policy.ts';
import type { OutageNotice } from '../../src/speech/gate/outage.ts';
import { SpeechGate } from '../../src/speech/gate/speech-gate.ts';

const minuteMs = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Outcome {
  readonly spoken: number[];
  readonly errors: AudiobookError[];
}

/** A service whose answers a test chooses, and a gate that keeps its requests back. */
function openService(patienceMs: number, respond: (request: number) => Promise<void> | void) {
  const notices: OutageNotice[] = [];
  const ready: number[] = [];
  const gate = new SpeechGate({ start: 4, max: 4 }, gatePolicyFor(patienceMs), {
    onWait: (notice) => notices.push(notice),
    onReady: (waitedMs) => ready.push(waitedMs),
  });
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const outcome: Outcome = { spoken: [], errors: [] };
  let requests = 0;
  const speak = async (number: number, sample?: () => Promise<unknown>): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await gate.run(async () => await respond((requests += 1)), { size: 100, signal: controller.signal, sample });
        outcome.spoken.push(number);
        return;
      } catch (thrown) {
        const error = thrown as AudiobookError;
        if (error.retryable && attempt < 6) continue;
        outcome.errors.push(error);
        return;
      }
    }
  };
  return {
    notices,
    ready,
    controller,
    outcome,
    requests: () => requests,
    speak,
    speakAll: (count: number) => Promise.all(Array.from({ length: count }, (_unused, number) => speak(number))),
  };
}

function fail(): never {
  throw new AudiobookError('provider-failed', 'The connection was closed: ECONNRESET.', { retryable: true });
}

function failFrom(first: number): (request: number) => void {
  return (request) => {
    if (request >= first) fail();
  };
}

describe('a service that dies in the middle of a run', () => {
  it('ends the run when it has been down for as long as the patience, with the reason', async () => {
    const service = openService(5 * minuteMs, failFrom(7));
    const all = service.speakAll(40);
    await vi.advanceTimersByTimeAsync(5 * minuteMs - 1000);
    expect(service.outcome.errors).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    await all;
    const { spoken, errors } = service.outcome;
    expect([spoken.length, errors.length]).toEqual([6, 34]);
    for (const error of errors) {
      expect(error).toBeInstanceOf(ServiceDownError);
      expect(error.message).toMatch(/ECONNRESET\. The service has been down for 5 min 00 s\. .*TTS_PATIENCE/u);
    }
    expect(service.requests()).toBeLessThan(30);
  });

  it('reports since when and until when it is waited for, and why', async () => {
    const service = openService(5 * minuteMs, failFrom(7));
    const sinceMs = Date.now();
    void service.speakAll(40);
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(service.notices[0]).toEqual({
      reason: 'The connection was closed: ECONNRESET.',
      sinceMs,
      untilMs: sinceMs + 5 * minuteMs,
    });
    expect(service.notices.length).toBeLessThan(8);
    service.controller.abort();
  });

  it.each([-1440, 1440])('is waited for as long when the wall clock jumps by %i minutes', async (jump) => {
    const service = openService(5 * minuteMs, failFrom(7));
    const all = service.speakAll(40);
    await vi.advanceTimersByTimeAsync(minuteMs);
    vi.setSystemTime(Date.now() + jump * minuteMs);
    await vi.advanceTimersByTimeAsync(4 * minuteMs - 1000);
    expect(service.outcome.errors).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    await all;
    expect(service.outcome.errors[0]?.message).toContain('The service has been down for 5 min 00 s.');
    expect(new Set(service.notices.map(({ sinceMs }) => sinceMs)).size).toBe(1);
  });

  it('is not reported when it comes back within seconds', async () => {
    let isDown = true;
    const service = openService(5 * minuteMs, (request) => {
      if (isDown && request > 6) fail();
    });
    const all = service.speakAll(40);
    await vi.advanceTimersByTimeAsync(4000);
    isDown = false;
    await vi.advanceTimersByTimeAsync(minuteMs);
    await all;
    expect(service.outcome.spoken).toHaveLength(40);
    expect(service.notices).toEqual([]);
  });

  it('is waited for without end when the patience is infinite', async () => {
    let isDown = true;
    const service = openService(Infinity, (request) => {
      if (isDown && request > 6) fail();
    });
    const all = service.speakAll(40);
    await vi.advanceTimersByTimeAsync(600 * minuteMs);
    expect(service.outcome.errors).toEqual([]);
    expect(service.notices.at(-1)?.untilMs).toBeUndefined();
    isDown = false;
    await vi.advanceTimersByTimeAsync(minuteMs);
    await all;
    expect(service.outcome.spoken).toHaveLength(40);
  });

  it('loses nothing when it comes back within the patience', async () => {
    let isDown = true;
    const service = openService(5 * minuteMs, (request) => {
      if (isDown && request > 6) fail();
    });
    const all = service.speakAll(40);
    await vi.advanceTimersByTimeAsync(4 * minuteMs);
    isDown = false;
    await vi.advanceTimersByTimeAsync(minuteMs);
    await all;
    expect(service.outcome.errors).toEqual([]);
    expect(service.outcome.spoken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, number) => number));
    expect(service.ready).toEqual([expect.any(Number)]);
    expect(service.ready[0]).toBeGreaterThanOrEqual(4 * minuteMs);
  });

  it('is no longer waited for after an abort', async () => {
    const service = openService(Infinity, failFrom(7));
    const all = service.speakAll(40);
    await vi.advanceTimersByTimeAsync(minuteMs);
    service.controller.abort();
    await all;
    expect(new Set(service.outcome.errors.map(({ code }) => code))).toEqual(new Set(['canceled']));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends the run also while a request hangs', async () => {
    let hangs = false;
    const service = openService(5 * minuteMs, (request) =>
      hangs ? new Promise(() => undefined) : failFrom(7)(request),
    );
    const all = service.speakAll(40);
    await vi.advanceTimersByTimeAsync(minuteMs);
    hangs = true;
    await vi.advanceTimersByTimeAsync(5 * minuteMs);
    await all;
    expect(service.outcome.errors).toHaveLength(34);
  });
});

describe('a text that always fails', () => {
  it('fails after its attempts when another text shows that the service works', async () => {
    const service = openService(5 * minuteMs, fail);
    const speaking = service.speak(0, async () => 'audio');
    await vi.advanceTimersByTimeAsync(minuteMs);
    await speaking;
    expect(service.outcome.errors).toHaveLength(1);
    expect(service.outcome.errors[0]).not.toBeInstanceOf(ServiceDownError);
    expect(service.requests()).toBeLessThan(9);
  });

  it('waits when the other text fails as well', async () => {
    const service = openService(5 * minuteMs, fail);
    void service.speak(0, async () => fail());
    await vi.advanceTimersByTimeAsync(4 * minuteMs);
    expect(service.outcome.errors).toEqual([]);
    service.controller.abort();
  });
});

describe('Retry-After', () => {
  it('is honored up to ten minutes, even beyond the patience', async () => {
    const service = openService(5 * minuteMs, (request) => {
      if (request === 7) throw new OverloadedError('Too many requests.', { retryAfterMs: 9 * minuteMs });
    });
    const all = service.speakAll(40);
    await vi.advanceTimersByTimeAsync(9 * minuteMs - 1);
    expect(service.outcome.spoken.length).toBeLessThan(12);
    await vi.advanceTimersByTimeAsync(minuteMs);
    await all;
    expect(service.outcome.spoken).toHaveLength(40);
  });

  it('lasts as long when the wall clock is set back', async () => {
    const service = openService(5 * minuteMs, (request) => {
      if (request === 7) throw new OverloadedError('Too many requests.', { retryAfterMs: minuteMs });
    });
    const all = service.speakAll(40);
    await vi.advanceTimersByTimeAsync(1000);
    vi.setSystemTime(Date.now() - 1440 * minuteMs);
    await vi.advanceTimersByTimeAsync(2 * minuteMs);
    expect(service.outcome.spoken).toHaveLength(40);
    await all;
  });

  it('of more than ten minutes ends the run and is named', async () => {
    const service = openService(5 * minuteMs, (request) => {
      if (request === 7) throw new OverloadedError('Too many requests.', { retryAfterMs: 60 * minuteMs });
    });
    await service.speakAll(40);
    expect(service.outcome.errors[0]).toBeInstanceOf(ServiceDownError);
    expect(service.outcome.errors[0]?.message).toContain('The service asks to wait for 1 h 00 min');
  });

  it('does not make a run wait for ever when it is repeated', async () => {
    const service = openService(5 * minuteMs, () => {
      throw new OverloadedError('Too many requests.', { retryAfterMs: minuteMs });
    });
    const all = service.speakAll(40);
    await vi.advanceTimersByTimeAsync(7 * minuteMs);
    await all;
    expect(service.outcome.errors).toHaveLength(40);
    expect(service.requests()).toBeLessThan(20);
  });
});
