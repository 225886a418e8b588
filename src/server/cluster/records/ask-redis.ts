import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { RequestError } from '../../errors/request-error.ts';

/** Sends commands to Redis and returns the answer. */
export type AskRedis = <Answer>(command: (client: Redis) => Promise<Answer>) => Promise<Answer>;

/** Returns a function that waits for Redis for as long as it takes. */
export function withoutTimeLimit(client: Redis): AskRedis {
  return async (command) => await command(client);
}

/**
 * Returns a function that waits for Redis for a time in milliseconds, and not at all while the connection is lost: the caller of
 * a request should get an error soon. Throws `queue-unavailable`.
 */
export function withTimeLimit(client: Redis, ms: number): AskRedis {
  return async (command) => {
    if (client.status !== 'ready') throw unavailable();
    const timer = new AbortController();
    const late = delay(ms, undefined, timer).then(() => Promise.reject(unavailable()));
    late.catch(() => undefined);
    try {
      return await Promise.race([command(client), late]);
    } finally {
      timer.abort();
    }
  };
}

function unavailable(): RequestError {
  return new RequestError('queue-unavailable', 'The queue of the service cannot be reached. Try again later.');
}
