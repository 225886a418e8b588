import { toAudiobookError } from '../../core/errors.ts';
import type { AudiobookError } from '../../core/errors.ts';
import { CircuitBreaker } from '../../core/gate/circuit-breaker.ts';
import type { CircuitPolicy } from '../../core/gate/circuit-breaker.ts';
import type { Pcm } from '../../core/pcm.ts';
import { SpoiledAudioError } from '../call/provider-errors.ts';
import { kokoroAddresses } from './kokoro-addresses.ts';
import type { KokoroAddresses } from './kokoro-addresses.ts';

interface Server extends KokoroAddresses {
  readonly circuit: CircuitBreaker;
  inFlight: number;
  /** Spoiled results since the last row of good ones, and results since the last spoiled one. */
  spoiled: number;
  goodInRow: number;
}

/** A server is skipped after this many spoiled results: the text may be the cause of one. */
const maxSpoiled = 2;
/** Results in a row that make earlier spoiled ones forgotten. */
const forgivingResults = 20;

/** The others speak meanwhile, so one failure is enough. */
const serverPolicy: CircuitPolicy = { failuresToOpen: 1, firstOpenMs: 10_000, maxOpenMs: 640_000 };

/**
 * Several Kokoro servers as one. Each call goes to the least busy server. One that fails, or that sends spoiled results, is skipped for
 * longer each time, and tried again with one call.
 */
export class KokoroPool {
  readonly #servers: readonly Server[];
  /** The server that sent each array of samples. */
  readonly #sources = new WeakMap<Int16Array, Server>();

  constructor(baseUrls: readonly string[], policy = serverPolicy) {
    this.#servers = baseUrls.map((url) => ({
      ...kokoroAddresses(url),
      circuit: new CircuitBreaker(policy),
      inFlight: 0,
      spoiled: 0,
      goodInRow: 0,
    }));
  }

  get size(): number {
    return this.#servers.length;
  }

  /** Calls `work` with one server, and with the next when the server is at fault rather than the request. */
  async call(work: (server: KokoroAddresses) => Promise<Pcm>, signal: AbortSignal): Promise<Pcm> {
    const tried = new Set<Server>();
    for (;;) {
      const server = this.#pick(tried);
      tried.add(server);
      try {
        return await this.#callOne(server, work);
      } catch (thrown) {
        const hasOther = this.#servers.some((other) => !tried.has(other) && waitMs(other) === 0);
        if (signal.aborted || !server.circuit.isOpen || !hasOther) throw thrown;
      }
    }
  }

  /** Records that a result of `call` turned out to be unusable, against the server that sent it. */
  onSpoiled({ samples }: Pcm): void {
    const server = this.#sources.get(samples);
    if (!server) return;
    addSpoiled(server);
    // Of several results that were on their way, the first counts.
    if (server.spoiled >= maxSpoiled && waitMs(server) === 0) server.circuit.onFailure('probe', performance.now());
  }

  /** Calls `work` with all servers at once and returns the first success. Throws the first server's error when all fail. */
  async any<T>(work: (server: KokoroAddresses) => Promise<T>): Promise<T> {
    try {
      return await Promise.any(this.#servers.map(work));
    } catch (thrown) {
      throw thrown instanceof AggregateError ? thrown.errors[0] : thrown;
    }
  }

  async #callOne(server: Server, work: (server: KokoroAddresses) => Promise<Pcm>): Promise<Pcm> {
    const { circuit } = server;
    server.inFlight += 1;
    // When all are skipped, one is called before its turn. That fails as often as there are calls, so it does not count.
    const kind = waitMs(server) === 0 ? circuit.onStart() : 'regular';
    try {
      const result = await work(server);
      this.#sources.set(result.samples, server);
      server.goodInRow += 1;
      if (server.goodInRow >= forgivingResults) server.spoiled = 0;
      // Whether the result is good is seen later.
      if (server.spoiled < maxSpoiled) circuit.onResponse();
      else circuit.onAbort(kind);
      return result;
    } catch (thrown) {
      const error = toAudiobookError(thrown);
      if (error instanceof SpoiledAudioError) addSpoiled(server);
      if (isServerFault(error, server)) circuit.onFailure(kind, performance.now(), { pauseMs: error.retryAfterMs });
      else circuit.onAbort(kind);
      throw thrown;
    } finally {
      server.inFlight -= 1;
    }
  }

  /** If all are down, the one whose turn comes first is most likely to work again. */
  #pick(tried: ReadonlySet<Server>): Server {
    const [best] = this.#servers
      .filter((server) => !tried.has(server))
      .toSorted((a, b) => waitMs(a) - waitMs(b) || a.inFlight - b.inFlight);
    if (!best) throw new RangeError('A Kokoro pool needs at least one address.');
    return best;
  }
}

function waitMs({ circuit }: Server): number {
  return circuit.waitMs(performance.now());
}

function addSpoiled(server: Server): void {
  server.spoiled += 1;
  server.goodInRow = 0;
}

function isServerFault(error: AudiobookError, { spoiled }: Server): boolean {
  if (error instanceof SpoiledAudioError) return spoiled >= maxSpoiled;
  return error.code === 'provider-failed' && error.retryable;
}
