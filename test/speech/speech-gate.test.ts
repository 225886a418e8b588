import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import { AdaptiveConcurrency } from '../../src/core/gate/adaptive-concurrency.ts';
import { CircuitBreaker } from '../../src/core/gate/circuit-breaker.ts';
import { gatePolicyFor } from '../../src/speech/gate/gate-policy.ts';
import { SpeechGate } from '../../src/speech/gate/speech-gate.ts';
import { OverloadedError, SpoiledAudioError } from '../../src/speech/call/provider-errors.ts';

const { signal } = new AbortController();
const call = { size: 100, signal };
const policy = gatePolicyFor(60_000);

function respond(level: AdaptiveConcurrency, count: number, cost: number): void {
  for (let response = 0; response < count; response += 1) level.onSuccess(cost);
}

function fail(circuit: CircuitBreaker, atMs: number): void {
  circuit.onFailure(circuit.onStart(), atMs);
}

describe('AdaptiveConcurrency', () => {
  it('grows to the maximum while responses stay as fast as they were', () => {
    const level = new AdaptiveConcurrency({ start: 2, max: 8 });
    expect(level.level).toBe(2);
    respond(level, 10, 1);
    expect(level.level).toBe(8);
  });

  it('stops growing when more requests only slow each other down', () => {
    const level = new AdaptiveConcurrency({ start: 1, max: 100 });
    // The service handles two requests at a time; more only wait for each other.
    for (let answer = 0; answer < 500; answer += 1) level.onSuccess(Math.max(1, level.level / 2));
    expect(level.level).toBeLessThanOrEqual(8);
  });

  it('halves once when all requests in flight are refused, then grows by one per round', () => {
    const level = new AdaptiveConcurrency({ start: 8, max: 8 });
    for (let refusal = 0; refusal < 8; refusal += 1) level.onThrottle();
    expect(level.level).toBe(4);
    respond(level, 6, 1);
    expect(level.level).toBe(5);
    level.onThrottle();
    expect(level.level).toBe(2);
  });

  it('stays at a fixed level', () => {
    const level = new AdaptiveConcurrency({ start: 3, max: 3, min: 3 });
    level.onThrottle();
    expect(level.level).toBe(3);
  });
});

describe('CircuitBreaker', () => {
  const circuitPolicy = { failuresToOpen: 3, firstOpenMs: 100, maxOpenMs: 300 };

  it('opens after failures in a row, lets one probe through, and closes when it succeeds', () => {
    const circuit = new CircuitBreaker(circuitPolicy);
    fail(circuit, 0);
    fail(circuit, 0);
    expect(circuit.waitMs(0)).toBe(0);
    fail(circuit, 0);
    expect(circuit.waitMs(10)).toBe(90);
    expect(circuit.waitMs(100)).toBe(0);
    expect(circuit.onStart()).toBe('probe');
    expect(circuit.waitMs(100)).toBe(Infinity);
    circuit.onResponse();
    expect(circuit.waitMs(100)).toBe(0);
  });

  it('waits longer after every probe that fails, up to a limit', () => {
    const circuit = new CircuitBreaker(circuitPolicy);
    for (let count = 0; count < 3; count += 1) fail(circuit, 0);
    fail(circuit, 100);
    expect(circuit.waitMs(100)).toBe(200);
    fail(circuit, 300);
    fail(circuit, 600);
    expect(circuit.waitMs(600)).toBe(300);
  });

  it('opens after two failures that are far apart, as of requests that hang', () => {
    const circuit = new CircuitBreaker(circuitPolicy);
    fail(circuit, 0);
    expect(circuit.isOpen).toBe(false);
    fail(circuit, 300);
    expect(circuit.isOpen).toBe(true);
  });

  it('opens after one failure with a long pause', () => {
    const circuit = new CircuitBreaker(circuitPolicy);
    circuit.onFailure(circuit.onStart(), 0, { pauseMs: 20_000 });
    expect(circuit.isOpen).toBe(true);
  });

  it('stays closed while some requests succeed', () => {
    const circuit = new CircuitBreaker(circuitPolicy);
    for (let count = 0; count < 20; count += 1) {
      fail(circuit, 0);
      if (count % 2) circuit.onResponse();
    }
    expect(circuit.waitMs(0)).toBe(0);
  });

  it('does not mistake a late failure of an earlier request for the probe', () => {
    const circuit = new CircuitBreaker(circuitPolicy);
    const late = circuit.onStart();
    for (let count = 0; count < 3; count += 1) fail(circuit, 0);
    circuit.onStart();
    circuit.onFailure(late, 100);
    expect(circuit.waitMs(100)).toBe(Infinity);
  });

  it('allows another probe after an aborted one', () => {
    const circuit = new CircuitBreaker(circuitPolicy);
    for (let count = 0; count < 3; count += 1) fail(circuit, 0);
    circuit.onAbort(circuit.onStart());
    expect(circuit.waitMs(100)).toBe(0);
  });
});

describe('SpeechGate', () => {
  it('admits no more than the level, first come, first served', async () => {
    const gate = new SpeechGate({ start: 2, max: 2 });
    let inside = 0;
    let max = 0;
    const order: number[] = [];
    const work = async (number: number): Promise<void> => {
      order.push(number);
      max = Math.max(max, (inside += 1));
      await delay(2);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 10 }, (_unused, number) => gate.run(() => work(number), call)));
    expect(max).toBe(2);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('admits urgent requests before others that wait', async () => {
    const gate = new SpeechGate({ start: 1, max: 1 }, policy);
    const order: string[] = [];
    const request = (name: string, isUrgent = false): Promise<void> =>
      gate.run(
        async () => {
          order.push(name);
          await delay(5);
        },
        { ...call, isUrgent },
      );
    await Promise.all([request('first'), request('second'), request('third'), request('again', true)]);
    expect(order).toEqual(['first', 'again', 'second', 'third']);
  });

  it('admits no request during a pause that the service demanded', async () => {
    const gate = new SpeechGate({ start: 4, max: 4 });
    const refused = new OverloadedError('busy', { retryAfterMs: 80 });
    await expect(gate.run(() => Promise.reject(refused), call)).rejects.toBe(refused);
    const startedMs = performance.now();
    await gate.run(async () => undefined, call);
    expect(performance.now() - startedMs).toBeGreaterThan(60);
  });

  it('frees the place of an aborted request in the queue', async () => {
    const gate = new SpeechGate({ start: 1, max: 1 });
    const controller = new AbortController();
    const finish = new AbortController();
    const first = gate.run(
      () => new Promise<void>((resolve) => finish.signal.addEventListener('abort', () => resolve())),
      call,
    );
    const second = gate.run(async () => 'second', { size: 1, signal: controller.signal });
    const third = gate.run(async () => 'third', call);
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'canceled' });
    finish.abort();
    await first;
    expect(await third).toBe('third');
  });

  it('continues after an outage', async () => {
    const circuit = { failuresToOpen: 3, firstOpenMs: 20, maxOpenMs: 40 };
    const gate = new SpeechGate({ start: 4, max: 4 }, { ...policy, circuit });
    let requests = 0;
    const untilMs = performance.now() + 100;
    const service = async (): Promise<string> => {
      requests += 1;
      await delay(1);
      if (performance.now() < untilMs) throw new AudiobookError('provider-failed', 'down', { retryable: true });
      return 'up';
    };
    const speak = async (): Promise<string> => {
      for (;;) {
        const response = await gate.run(service, call).catch(() => undefined);
        if (response !== undefined) return response;
      }
    };
    const spoken = await Promise.all(Array.from({ length: 6 }, speak));
    expect(spoken).toEqual(Array.from({ length: 6 }, () => 'up'));
    expect(requests).toBeLessThan(20);
  });

  it('fails for good when a run fails more often than it succeeds', async () => {
    const circuit = { failuresToOpen: 1000, firstOpenMs: 1, maxOpenMs: 60_000 };
    const gate = new SpeechGate({ start: 1, max: 1 }, { ...policy, circuit, maxFailures: 5 });
    const failing = () =>
      gate.run(() => Promise.reject(new AudiobookError('provider-failed', 'down', { retryable: true })), call);
    for (let count = 0; count < 5; count += 1) await expect(failing()).rejects.toMatchObject({ retryable: true });
    await expect(failing()).rejects.toMatchObject({ retryable: false, message: expect.stringContaining('run again') });
  });

  it('counts spoiled audio as a failure of the service, and still reports each one', async () => {
    const circuit = { failuresToOpen: 3, firstOpenMs: 60_000, maxOpenMs: 60_000 };
    const gate = new SpeechGate({ start: 4, max: 4 }, { ...policy, circuit });
    let requests = 0;
    const silent = (): Promise<never> => {
      requests += 1;
      return Promise.reject(new SpoiledAudioError('The audio is silent.'));
    };
    for (let count = 0; count < 3; count += 1) {
      await expect(gate.run(silent, call)).rejects.toThrow('silent');
    }
    const controller = new AbortController();
    const next = gate.run(silent, { size: 1, signal: controller.signal });
    controller.abort();
    await expect(next).rejects.toMatchObject({ code: 'canceled' });
    expect(requests).toBe(3);
    expect(gate.level).toBe(4);
  });
});
