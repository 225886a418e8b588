import { toAudiobookError } from '../../core/errors.ts';
import type { AudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { withServiceDeadline } from '../call/with-service-deadline.ts';
import { httpJson } from '../call/http-call.ts';
import { SpoiledAudioError } from '../call/provider-errors.ts';
import { kokoroAddresses } from './kokoro-addresses.ts';
import type { KokoroAddresses } from './kokoro-addresses.ts';

interface Server extends KokoroAddresses {
  inFlight: number;
  /** Time of the last failure on the clock of `performance.now()`, which does not jump; undefined while the server works. */
  failedAtMs: number | undefined;
  probing: boolean;
  /** Spoiled results since the last row of good ones, and results since the last spoiled one. */
  spoiled: number;
  goodInRow: number;
}

/** A server is skipped after this many spoiled results: the text may be the cause of one. */
const maxSpoiled = 2;
/** Results in a row that make earlier spoiled ones forgotten. */
const forgivingResults = 20;
/** A server that keeps sending spoiled results is checked again at most this many times later than one that fails. */
const maxDelayFactor = 64;

/** Times of a `KokoroPool`. */
export interface PoolTiming {
  /** Time after a failure before the server is checked again. */
  readonly probeAfterMs: number;
  readonly probeTimeoutMs: number;
}

/** Several Kokoro servers as one. Each call goes to the least busy server; a failed server is skipped until it responds again. */
export class KokoroPool implements Disposable {
  readonly #servers: readonly Server[];
  readonly #timing: PoolTiming;
  readonly #closed = new AbortController();
  /** The server that sent each array of samples. */
  readonly #sources = new WeakMap<Int16Array, Server>();

  constructor(baseUrls: readonly string[], timing: PoolTiming = { probeAfterMs: 10_000, probeTimeoutMs: 5000 }) {
    this.#timing = timing;
    this.#servers = baseUrls.map((url) => ({
      ...kokoroAddresses(url),
      inFlight: 0,
      failedAtMs: undefined,
      probing: false,
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
        const hasOther = this.#servers.some((other) => !tried.has(other) && other.failedAtMs === undefined);
        if (signal.aborted || server.failedAtMs === undefined || !hasOther) throw thrown;
      }
    }
  }

  /** Records that a result of `call` turned out to be unusable, against the server that sent it. */
  onSpoiled({ samples }: Pcm): void {
    const server = this.#sources.get(samples);
    if (!server) return;
    server.spoiled += 1;
    server.goodInRow = 0;
    if (server.spoiled >= maxSpoiled) server.failedAtMs = performance.now();
  }

  /** Calls `work` with all servers at once and returns the first success. Throws the first server's error when all fail. */
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

  async #callOne(server: Server, work: (server: KokoroAddresses) => Promise<Pcm>): Promise<Pcm> {
    server.inFlight += 1;
    try {
      const result = await work(server);
      this.#sources.set(result.samples, server);
      server.goodInRow += 1;
      if (server.goodInRow >= forgivingResults) server.spoiled = 0;
      if (server.spoiled < maxSpoiled) server.failedAtMs = undefined;
      return result;
    } catch (thrown) {
      const error = toAudiobookError(thrown);
      if (error instanceof SpoiledAudioError) server.spoiled += 1;
      if (isServerFault(error, server)) server.failedAtMs = performance.now();
      throw thrown;
    } finally {
      server.inFlight -= 1;
    }
  }

  #pick(tried: ReadonlySet<Server>): Server {
    for (const server of this.#servers) void this.#probe(server);
    const untried = this.#servers.filter((server) => !tried.has(server));
    const working = untried.filter(({ failedAtMs }) => failedAtMs === undefined);
    // If all are down, the one that failed first is most likely to work again.
    const [best] = (working.length > 0 ? working : untried).toSorted(
      (a, b) => (a.failedAtMs ?? 0) - (b.failedAtMs ?? 0) || a.inFlight - b.inFlight,
    );
    if (!best) throw new RangeError('A Kokoro pool needs at least one address.');
    return best;
  }

  /** Checks in the background whether a failed server works again. */
  async #probe(server: Server): Promise<void> {
    const { probeAfterMs, probeTimeoutMs } = this.#timing;
    if (
      server.probing ||
      server.failedAtMs === undefined ||
      performance.now() - server.failedAtMs < probeAfterMs * delayFactor(server)
    )
      return;
    server.probing = true;
    try {
      const serviceName = `Kokoro at ${server.base}`;
      const options = { ms: probeTimeoutMs, serviceName, signal: this.#closed.signal };
      await withServiceDeadline((signal) => httpJson(server.voices, { serviceName, signal }), options);
      server.failedAtMs = undefined;
    } catch {
      server.failedAtMs = performance.now();
    } finally {
      server.probing = false;
    }
  }
}

function isServerFault(error: AudiobookError, { spoiled }: Server): boolean {
  if (error instanceof SpoiledAudioError) return spoiled >= maxSpoiled;
  return error.code === 'provider-failed' && error.retryable;
}

/** The check after a failure does not synthesize, so a server that sends spoiled audio passes it: it is checked ever later. */
function delayFactor({ spoiled }: Server): number {
  return Math.min(maxDelayFactor, 2 ** Math.max(0, spoiled - maxSpoiled));
}
