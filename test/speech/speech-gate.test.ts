import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import { AdaptiveConcurrency } from '../../src/speech/gate/adaptive-concurrency.ts';
import { CircuitBreaker } from '../../src/speech/gate/circuit-breaker.ts';
import { SpeechGate, gatePolicy } from '../../src/speech/gate/speech-gate.ts';
import { OverloadedError, SpoiledAudioError } from '../../src/speech/call/provider-errors.ts';

const { signal } = new AbortController();
const call = { size: 100, signal };

function answers(level: AdaptiveConcurrency, count: number, cost: number): void {
  for (let answer = 0; answer < count; answer += 1) level.onSuccess(cost);
}

function fail(circuit: CircuitBreaker, atMs: number): void {
  circuit.onFailure(circuit.onStart(), atMs);
}

describe('the level of concurrency', () => {
  test('grows to the maximum while answers stay as quick as they were', () => {
    const level = new AdaptiveConcurrency({ start: 2, max: 8 });
    expect(level.level).toBe(2);
    answers(level, 10, 1);
    expect(level.level).toBe(8);
  });

  test('stops growing when more requests only make each of them slower', () => {
    const level = new AdaptiveConcurrency({ start: 1, max: 100 });
    // A service that speaks two texts at a time: beyond that, all wait for each other.
    for (let answer = 0; answer < 500; answer += 1) level.onSuccess(Math.max(1, level.level / 2));
    expect(level.level).toBeLessThanOrEqual(8);
  });

  test('halves once when all that is in flight is refused together, and then grows by one a round', () => {
    const level = new AdaptiveConcurrency({ start: 8, max: 8 });
    for (let refusal = 0; refusal < 8; refusal += 1) level.onThrottle();
    expect(level.level).toBe(4);
    answers(level, 6, 1);
    expect(level.level).toBe(5);
    level.onThrottle();
    expect(level.level).toBe(2);
  });

  test('stays where the user fixed it', () => {
    const level = new AdaptiveConcurrency({ start: 3, max: 3, min: 3 });
    level.onThrottle();
    expect(level.level).toBe(3);
  });
});

describe('the circuit', () => {
  const policy = { failuresToOpen: 3, firstOpenMs: 100, maxOpenMs: 300 };

  test('opens after failures in a row, lets one probe through, and closes when that is answered', () => {
    const circuit = new CircuitBreaker(policy);
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

  test('waits longer after every probe that fails, up to a limit', () => {
    const circuit = new CircuitBreaker(policy);
    for (let count = 0; count < 3; count += 1) fail(circuit, 0);
    fail(circuit, 100);
    expect(circuit.waitMs(100)).toBe(200);
    fail(circuit, 300);
    fail(circuit, 600);
    expect(circuit.waitMs(600)).toBe(300);
  });

  test('stays closed while some requests are answered', () => {
    const circuit = new CircuitBreaker(policy);
    for (let count = 0; count < 20; count += 1) {
      fail(circuit, 0);
      if (count % 2) circuit.onResponse();
    }
    expect(circuit.waitMs(0)).toBe(0);
  });

  test('a late failure of a request from before does not pass for the probe', () => {
    const circuit = new CircuitBreaker(policy);
    const late = circuit.onStart();
    for (let count = 0; count < 3; count += 1) fail(circuit, 0);
    circuit.onStart();
    circuit.onFailure(late, 100);
    expect(circuit.waitMs(100)).toBe(Infinity);
  });

  test('a probe that is given up makes room for another', () => {
    const circuit = new CircuitBreaker(policy);
    for (let count = 0; count < 3; count += 1) fail(circuit, 0);
    circuit.onAbort(circuit.onStart());
    expect(circuit.waitMs(100)).toBe(0);
  });
});

describe('the gate', () => {
  test('lets no more in than the level, first come first served', async () => {
    const gate = new SpeechGate({ start: 2, max: 2 });
    let inside = 0;
    let most = 0;
    const order: number[] = [];
    const work = async (number: number): Promise<void> => {
      order.push(number);
      most = Math.max(most, (inside += 1));
      await delay(2);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 10 }, (_unused, number) => gate.run(() => work(number), call)));
    expect(most).toBe(2);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('nobody goes in while the service has asked for a pause', async () => {
    const gate = new SpeechGate({ start: 4, max: 4 });
    const refused = new OverloadedError('busy', { retryAfterMs: 80 });
    await expect(gate.run(() => Promise.reject(refused), call)).rejects.toBe(refused);
    const startedMs = performance.now();
    await gate.run(async () => undefined, call);
    expect(performance.now() - startedMs).toBeGreaterThan(60);
  });

  test('an abort frees the place in the queue', async () => {
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

  test('goes on after an outage', async () => {
    const circuit = { failuresToOpen: 3, firstOpenMs: 20, maxOpenMs: 40 };
    const gate = new SpeechGate({ start: 4, max: 4 }, { ...gatePolicy, circuit });
    let asked = 0;
    const untilMs = performance.now() + 100;
    const service = async (): Promise<string> => {
      asked += 1;
      await delay(1);
      if (performance.now() < untilMs) throw new AudiobookError('provider-failed', 'down', { retryable: true });
      return 'up';
    };
    const speak = async (): Promise<string> => {
      for (;;) {
        const answer = await gate.run(service, call).catch(() => undefined);
        if (answer !== undefined) return answer;
      }
    };
    const spoken = await Promise.all(Array.from({ length: 6 }, speak));
    expect(spoken).toEqual(Array.from({ length: 6 }, () => 'up'));
    expect(asked).toBeLessThan(20);
  });

  test('gives up for good when a run fails more often than it succeeds', async () => {
    const circuit = { failuresToOpen: 1000, firstOpenMs: 1, maxOpenMs: 1 };
    const gate = new SpeechGate({ start: 1, max: 1 }, { ...gatePolicy, circuit, maxFailures: 5 });
    const failing = () =>
      gate.run(() => Promise.reject(new AudiobookError('provider-failed', 'down', { retryable: true })), call);
    for (let count = 0; count < 5; count += 1) await expect(failing()).rejects.toMatchObject({ retryable: true });
    await expect(failing()).rejects.toMatchObject({ retryable: false, message: expect.stringContaining('run again') });
  });

  test('spoiled audio is an answer: it opens no circuit and lowers no level', async () => {
    const gate = new SpeechGate(
      { start: 4, max: 4 },
      { ...gatePolicy, circuit: { failuresToOpen: 2, firstOpenMs: 60_000, maxOpenMs: 60_000 } },
    );
    for (let count = 0; count < 5; count += 1) {
      await gate.run(() => Promise.reject(new SpoiledAudioError('short')), call).catch(() => undefined);
    }
    expect(await gate.run(async () => 'in', call)).toBe('in');
    expect(gate.level).toBe(4);
  });
});
