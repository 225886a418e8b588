import { toAudiobookError } from '../../core/errors.ts';
import type { AudiobookError } from '../../core/errors.ts';
import { withServiceDeadline } from '../call/with-service-deadline.ts';
import { httpJson } from '../call/http-call.ts';
import { SpoiledAudioError } from '../call/spoiled-audio-error.ts';
import { kokoroAddresses } from './kokoro-addresses.ts';
import type { KokoroAddresses } from './kokoro-addresses.ts';

interface Server extends KokoroAddresses {
  inFlight: number;
  /** When it failed last, while nothing says that it is well again. */
  failedAtMs: number | undefined;
  probing: boolean;
}

export interface PoolTiming {
  /** How long a server that failed is left alone before it is asked again. */
  readonly probeAfterMs: number;
  readonly probeTimeoutMs: number;
}

/** Several Kokoro servers as one: each call goes to the one with the least to do; one that fails is left out until it answers again. */
export class KokoroPool implements Disposable {
  readonly #servers: readonly Server[];
  readonly #timing: PoolTiming;
  readonly #closed = new AbortController();

  constructor(baseUrls: readonly string[], timing: PoolTiming = { probeAfterMs: 10_000, probeTimeoutMs: 5000 }) {
    this.#timing = timing;
    this.#servers = baseUrls.map((url) => ({
      ...kokoroAddresses(url),
      inFlight: 0,
      failedAtMs: undefined,
      probing: false,
    }));
  }

  get size(): number {
    return this.#servers.length;
  }

  /** Calls `work` with one server, and with another when the failure was the server's and not the request's. */
  async call<T>(work: (server: KokoroAddresses) => Promise<T>, signal: AbortSignal): Promise<T> {
    const tried = new Set<Server>();
    for (;;) {
      const server = this.#pick(tried);
      tried.add(server);
      try {
        return await this.#callOne(server, work);
      } catch (thrown) {
        const hasOther = this.#servers.some((other) => !tried.has(other) && other.failedAtMs === undefined);
        if (signal.aborted || server.failedAtMs === undefined || !hasOther) throw thrown;
      }
    }
  }

  /** Asks every server at once; the first good answer wins, the last error is thrown when there is none. */
  async any<T>(work: (server: KokoroAddresses) => Promise<T>): Promise<T> {
    try {
      return await Promise.any(this.#servers.map(work));
    } catch (thrown) {
      throw thrown instanceof AggregateError ? thrown.errors[0] : thrown;
    }
  }

  [Symbol.dispose](): void {
    this.#closed.abort();
  }

  async #callOne<T>(server: Server, work: (server: KokoroAddresses) => Promise<T>): Promise<T> {
    server.inFlight += 1;
    try {
      const result = await work(server);
      server.failedAtMs = undefined;
      return result;
    } catch (thrown) {
      if (isServersFault(toAudiobookError(thrown))) server.failedAtMs = Date.now();
      throw thrown;
    } finally {
      server.inFlight -= 1;
    }
  }

  #pick(tried: ReadonlySet<Server>): Server {
    for (const server of this.#servers) void this.#probe(server);
    const untried = this.#servers.filter((server) => !tried.has(server));
    const well = untried.filter(({ failedAtMs }) => failedAtMs === undefined);
    // When all are down the one that has been down longest is the best guess.
    const [best] = (well.length > 0 ? well : untried).toSorted(
      (a, b) => (a.failedAtMs ?? 0) - (b.failedAtMs ?? 0) || a.inFlight - b.inFlight,
    );
    if (!best) throw new RangeError('A Kokoro pool needs an address.');
    return best;
  }

  /** Looks in the background whether a server that failed is well again. */
  async #probe(server: Server): Promise<void> {
    const { probeAfterMs, probeTimeoutMs } = this.#timing;
    if (server.probing || server.failedAtMs === undefined || Date.now() - server.failedAtMs < probeAfterMs) return;
    server.probing = true;
    try {
      const who = `Kokoro at ${server.base}`;
      const options = { ms: probeTimeoutMs, what: who, signal: this.#closed.signal };
      await withServiceDeadline((signal) => httpJson(server.voices, { who, signal }), options);
      server.failedAtMs = undefined;
    } catch {
      server.failedAtMs = Date.now();
    } finally {
      server.probing = false;
    }
  }
}

/** The request is good and the server did not do it; spoiled audio may be the text's doing. */
function isServersFault(error: AudiobookError): boolean {
  return error.code === 'provider-failed' && error.retryable && !(error instanceof SpoiledAudioError);
}
