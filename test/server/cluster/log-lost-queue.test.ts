import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logLostQueue } from '../../../src/server/cluster/queue/log-lost-queue.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

it('logs an outage of the queue every half minute, not each attempt to reach it', () => {
  const lines: string[] = [];
  const onError = logLostQueue(pino({}, { write: (line) => void lines.push(line) }), 'the queue cannot be reached');
  for (let second = 0; second < 60; second += 1) {
    onError(new Error('ECONNREFUSED'));
    vi.advanceTimersByTime(1000);
  }
  expect(lines).toHaveLength(2);
});
