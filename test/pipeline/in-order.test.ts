import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inOrder } from '../../src/pipeline/speak/in-order.ts';

async function* failingSource(): AsyncGenerator<number> {
  yield 1;
  throw new Error('no more');
}

describe('inOrder', () => {
  it('yields results in the order of the items, whichever ends first', async () => {
    const results = inOrder([30, 5, 20, 1], 4, async (ms) => {
      await delay(ms);
      return ms;
    });
    const seen: number[] = [];
    for await (const result of results) seen.push(result);
    expect(seen).toEqual([30, 5, 20, 1]);
  });

  it('never has more than the window started and not taken', async () => {
    let started = 0;
    let taken = 0;
    let most = 0;
    const items = Array.from({ length: 50 }, (_, index) => index);
    for await (const _result of inOrder(items, 5, async () => {
      started += 1;
      most = Math.max(most, started - taken);
      await delay(1);
    })) {
      taken += 1;
    }
    expect(most).toBeLessThanOrEqual(6);
    expect(taken).toBe(50);
  });

  it('hands over what is done while a slow source makes its next item', async () => {
    const events: string[] = [];
    async function* source(): AsyncGenerator<string> {
      yield 'first';
      await delay(60);
      events.push('second is made');
      yield 'second';
    }
    for await (const result of inOrder(source(), 4, async (item) => item)) events.push(result);
    expect(events).toEqual(['first', 'second is made', 'second']);
  });

  it('throws the failure of its source after the results before it', async () => {
    const seen: number[] = [];
    const run = async (): Promise<void> => {
      for await (const item of inOrder(failingSource(), 4, async (number) => number)) seen.push(item);
    };
    await expect(run()).rejects.toThrow('no more');
    expect(seen).toEqual([1]);
  });

  it('throws the first failure in its turn, after the results before it', async () => {
    const seen: number[] = [];
    const run = async (): Promise<void> => {
      const results = inOrder([1, 2, 3, 4], 4, async (item) => {
        if (item === 3) throw new Error('three');
        await delay(5);
        return item;
      });
      for await (const item of results) seen.push(item);
    };
    await expect(run()).rejects.toThrow('three');
    expect(seen).toEqual([1, 2]);
  });

  it('waits for what it started when the reader leaves early', async () => {
    let ended = 0;
    for await (const _result of inOrder([1, 2, 3], 3, async (item) => {
      await delay(item * 5);
      ended += 1;
    })) {
      break;
    }
    expect(ended).toBe(3);
  });
});
