import type { RequestHandler } from 'express';
import { setTimeout as delay } from 'node:timers/promises';

/** The handlers that still work. The response may be over, or its caller gone, while a handler removes its files. */
export class PendingHandlers {
  readonly #pending = new Map<Promise<unknown>, string>();

  /** Returns the handler of an operation, which is pending from its call to its end. */
  watch(operation: string, handler: RequestHandler): RequestHandler {
    return async (request, response, next) => {
      const work = (async () => await handler(request, response, next))();
      this.#pending.set(work, operation);
      try {
        await work;
      } finally {
        this.#pending.delete(work);
      }
    };
  }

  /** Waits until no handler is pending, at most for a time in milliseconds. Returns the operations of those that are left. */
  async settled(ms: number): Promise<readonly string[]> {
    const timer = new AbortController();
    const late = delay(ms, undefined, timer).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.#pending.keys()), late]);
    timer.abort();
    return [...this.#pending.values()];
  }
}
