import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { AskRedis } from '../records/ask-redis.ts';
import { ProviderCalls } from '../records/provider-calls.ts';
import type { CallSums } from '../records/provider-calls.ts';
import { readQueues } from './read-queues.ts';
import type { ReadQueues } from './read-queues.ts';

/** The sources of all metrics of one response. */
interface Measured extends ReadQueues {
  readonly calls: ReadonlyMap<string, CallSums>;
}

/** Milliseconds for which values are reused: all metrics of one response are read together. */
const keepMs = 1000;

/** Registers metrics of the queue and its workers, which are read from Redis with each answer. Without Redis, they are left out. */
export function watchCluster(registry: Registry, ask: AskRedis): void {
  const read = once(async () => await measure(ask));
  const registers = [registry];
  const depth = new Gauge({
    name: 'audiobook_queue_jobs',
    help: 'Books, and parts of books by provider, in the queues of all workers.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      depth.reset();
      for (const { name: queue, waiting, running } of (await read())?.queues ?? []) {
        depth.set({ queue, state: 'waiting' }, waiting);
        depth.set({ queue, state: 'running' }, running);
      }
    },
  });
  const workers = new Gauge({
    name: 'audiobook_workers',
    help: 'Workers of the queue.',
    labelNames: [],
    registers,
    async collect() {
      const measured = await read();
      if (measured) workers.set(measured.workers.length);
      else workers.remove();
    },
  });
  countCalls(registers, read);
}

function countCalls(registers: Registry[], read: () => Promise<Measured | undefined>): void {
  const sums = [
    { name: 'calls', help: 'Calls of speech providers by all workers.', of: ({ calls }: CallSums) => calls },
    { name: 'seconds', help: 'Seconds that these calls took together.', of: ({ seconds }: CallSums) => seconds },
  ];
  for (const { name, help, of } of sums) {
    const counter = new Counter({
      name: `audiobook_cluster_provider_${name}_total`,
      help,
      labelNames: ['provider'],
      registers,
      async collect() {
        counter.reset();
        for (const [provider, one] of (await read())?.calls ?? []) counter.inc({ provider }, of(one));
      },
    });
  }
  const errors = new Counter({
    name: 'audiobook_cluster_provider_errors_total',
    help: 'Failed calls of speech providers by all workers.',
    labelNames: ['provider', 'code'],
    registers,
    async collect() {
      errors.reset();
      for (const [provider, one] of (await read())?.calls ?? []) {
        for (const [code, count] of Object.entries(one.errors)) errors.inc({ provider, code }, count);
      }
    },
  });
}

async function measure(ask: AskRedis): Promise<Measured | undefined> {
  try {
    const calls = await new ProviderCalls(ask).read();
    return { ...(await ask(readQueues)), calls };
  } catch {
    // A metric that cannot be measured now does not hold up the others.
    return undefined;
  }
}

/** Returns a function that reads at most once while what was read is used. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<Value> | undefined;
  let readMs = -Infinity;
  return async () => {
    const now = performance.now();
    if (!last || now - readMs > keepMs) {
      readMs = now;
      last = read();
    }
    return await last;
  };
}
