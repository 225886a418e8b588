import { afterEach, beforeEach } from 'vitest';
import type { Fault } from './servers/faulty-server.ts';
import { startKokoroServer } from './servers/kokoro-server.ts';
import type { KokoroServer } from './servers/kokoro-server.ts';
import { startService } from './start-service.ts';
import type { RunningService } from './start-service.ts';

/** A Kokoro server of the current test, and services that speak with it. */
export interface FaultyKokoro {
  /** Fault of every speech request from now on. */
  fault: Fault | undefined;
  readonly url: string;
  /** The speech requests of the current test. */
  readonly requests: KokoroServer['requests'];
  /** Starts a service with further settings and, for a restart, a cache folder that outlives it. */
  start(
    settings?: Readonly<Record<string, string>>,
    cacheFolder?: string,
    page?: { readonly pageFolder: string },
  ): Promise<RunningService>;
}

/** Gives each test of a file a Kokoro server of its own. `settings` are those of all services. */
export function faultyKokoro(settings: Readonly<Record<string, string>> = {}): FaultyKokoro {
  let server: KokoroServer;
  const kokoro: FaultyKokoro = {
    fault: undefined,
    get url() {
      return server.url;
    },
    get requests() {
      return server.requests;
    },
    start: async (more, cacheFolder, page) =>
      await startService({
        settings: { KOKORO_API_URL: `${server.url}/v1`, ...settings, ...more },
        ...(cacheFolder !== undefined && { cacheFolder }),
        ...page,
      }),
  };
  beforeEach(async () => {
    kokoro.fault = undefined;
    server = await startKokoroServer({ faults: () => kokoro.fault });
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
  });
  return kokoro;
}
