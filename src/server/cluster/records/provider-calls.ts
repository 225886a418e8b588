import type { ProviderCall } from '../../metrics.ts';
import type { AskRedis } from './ask-redis.ts';
import { keyPrefix } from './redis-keys.ts';
import { Steady } from '../../worker/steady.ts';

/** The sums of all workers' requests to a provider, since Redis has them. */
export interface CallSums {
  readonly calls: number;
  /** Time that all calls took together. */
  readonly seconds: number;
  /** Number of failed calls by the code of the error. */
  readonly errors: Readonly<Record<string, number>>;
}

/** Shortest time between two writes, in milliseconds. */
const flushMs = 1000;

const key = `${keyPrefix}calls`;

/** Counts the calls of speech providers of all workers, in Redis. */
export class ProviderCalls {
  readonly #ask: AskRedis;
  readonly #steady: Steady;
  /** The sums that Redis does not have yet, by the name of their field. */
  #added = new Map<string, number>();

  constructor(ask: AskRedis) {
    this.#ask = ask;
    this.#steady = new Steady(async () => await this.#flush(), flushMs);
  }

  /** Counts a call. Redis learns of it within a second. */
  add({ provider, seconds, failed }: ProviderCall): void {
    this.#add(`${provider}:calls`, 1);
    this.#add(`${provider}:seconds`, seconds);
    if (failed !== undefined) this.#add(`${provider}:error:${failed}`, 1);
    this.#steady.changed();
  }

  /** Returns the sums of each provider that was called. */
  async read(): Promise<ReadonlyMap<string, CallSums>> {
    const sums = new Map<string, CallSums>();
    for (const [field, text] of Object.entries(await this.#ask((client) => client.hgetall(key)))) {
      const [provider = '', name, code = ''] = field.split(':');
      const before = sums.get(provider) ?? { calls: 0, seconds: 0, errors: {} };
      const value = Number(text);
      sums.set(provider, {
        ...before,
        ...(name === 'error' ? { errors: { ...before.errors, [code]: value } } : { [name ?? '']: value }),
      });
    }
    return sums;
  }

  /** Waits until Redis knows of all calls. */
  async settled(): Promise<void> {
    await this.#steady.settled();
  }

  #add(field: string, value: number): void {
    this.#added.set(field, (this.#added.get(field) ?? 0) + value);
  }

  async #flush(): Promise<void> {
    const added = this.#added;
    this.#added = new Map();
    await this.#ask(async (client) => {
      const changes = [...added].map(async ([field, value]) => await client.hincrbyfloat(key, field, value));
      return await Promise.all(changes);
    });
  }
}
