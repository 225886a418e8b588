import { afterEach, describe, expect, it, vi } from 'vitest';
import { CircuitBreaker } from '../../src/core/gate/circuit-breaker.ts';
import { Gate } from '../../src/core/gate/gate.ts';

const { signal } = new AbortController();

/** Requests whose ends the test decides. */
function requests(gate: Gate) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, turn: { readonly priority?: number; readonly signal?: AbortSignal } = {}) =>
    gate.run(
      async (kind) => {
        started.push(kind === 'probe' ? `${name} probes` : name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      },
      { signal, ...turn },
    );
  return { started, ask, end: (name: string) => ends.get(name)?.() };
}

afterEach(() => vi.useRealTimers());

describe('Gate', () => {
  it('admits by priority, then in order of arrival, as many as its level', async () => {
    const { started, ask, end } = requests(new Gate({ start: 2, max: 2 }));
    const all = [ask('first', { priority: 5 }), ask('second'), ask('b', { priority: 2 }), ask('a', { priority: 1 })];
    all.push(ask('c', { priority: 2 }));
    await vi.waitFor(() => expect(started).toEqual(['first', 'second']));
    for (const name of ['first', 'second', 'a', 'b', 'c']) {
      await vi.waitFor(() => expect(started).toContain(name));
      end(name);
    }
    await Promise.all(all);
    expect(started).toEqual(['first', 'second', 'a', 'b', 'c']);
  });

  it('lets a request that is canceled leave, and the others go on', async () => {
    const controller = new AbortController();
    const { started, ask, end } = requests(new Gate({ start: 1, max: 1 }));
    const [slow, waiting, next] = [ask('slow'), ask('waiting', { signal: controller.signal }), ask('next')];
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'canceled' });
    end('slow');
    await slow;
    await vi.waitFor(() => expect(started).toEqual(['slow', 'next']));
    end('next');
    await next;
  });

  it('sends nothing within a pause', async () => {
    vi.useFakeTimers();
    const gate = new Gate({ start: 2, max: 2 });
    const { started, ask, end } = requests(gate);
    gate.pause(300);
    gate.pause(100);
    const all = Promise.all([ask('one'), ask('two')]);
    await vi.advanceTimersByTimeAsync(299);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['one', 'two']);
    end('one');
    end('two');
    await all;
  });

  it('does not wait for a pause of more than ten minutes', async () => {
    const gate = new Gate({ start: 1, max: 1 });
    gate.pause(86_400_000);
    const { started, ask, end } = requests(gate);
    const one = ask('one');
    await vi.waitFor(() => expect(started).toEqual(['one']));
    end('one');
    await one;
  });

  it('sends one request alone while its circuit is open', async () => {
    vi.useFakeTimers();
    const circuit = new CircuitBreaker({ failuresToOpen: 1, firstOpenMs: 50, maxOpenMs: 50 });
    circuit.onFailure('regular', performance.now());
    const { started, ask, end } = requests(new Gate({ start: 2, max: 2 }, circuit));
    const all = Promise.all([ask('one'), ask('two')]);
    await vi.advanceTimersByTimeAsync(50);
    expect(started).toEqual(['one probes']);
    circuit.onResponse();
    end('one');
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(['one probes', 'two']);
    end('two');
    await all;
  });
});
