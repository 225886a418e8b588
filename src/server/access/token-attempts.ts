import { isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { RequestError } from '../errors/request-error.ts';

/** Wrong tokens that an address may send at once, and the time after which it may send one more, in milliseconds. */
const perAddress = { most: 20, msForOne: 15_000 };

/** The same for all addresses that sent wrong tokens, together. */
const total = { most: 1000, msForOne: 300 };

/** Addresses that are remembered. Those that sent none for the longest time are forgotten first. */
const maxAddresses = 10_000;

/** Options of `TokenAttempts`. */
export interface TokenAttemptsOptions {
  readonly logger: Pick<Logger, 'warn'>;
  /** Monotonic clock, in milliseconds. Default: that of the process. */
  readonly now?: (() => number) | undefined;
}

/**
 * Limits wrong tokens, by address and in total. An address that used up its own limit is refused whatever it sends, so that it
 * cannot go on guessing. When the total is used up, only addresses that sent a wrong token lately are refused: a caller with the
 * right token, at an address of its own, never is.
 */
export class TokenAttempts {
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #now: () => number;
  readonly #total: Allowance;
  /** Those that sent wrong tokens lately. The one that sent the last is last. */
  readonly #addresses = new Map<string, Allowance>();

  constructor({ logger, now = () => performance.now() }: TokenAttemptsOptions) {
    this.#logger = logger;
    this.#now = now;
    this.#total = new Allowance(total, now());
  }

  /** Returns what `find` returns for a token from an address; undefined counts as wrong. Throws `too-many-attempts`. */
  check<Found>(address: string | undefined, find: () => Found | undefined): Found | undefined {
    const network = networkOf(address);
    const nowMs = this.#now();
    const own = this.#addresses.get(network);
    if (own && !(own.isLeft(nowMs) && this.#total.isLeft(nowMs))) {
      throw new RequestError('too-many-attempts', 'Too many wrong tokens came from this address. Try again later.');
    }
    const found = find();
    if (found === undefined) this.#count(network, own ?? new Allowance(perAddress, nowMs));
    return found;
  }

  #count(network: string, own: Allowance): void {
    const nowMs = this.#now();
    this.#total.take(nowMs);
    own.take(nowMs);
    if (!own.isLeft(nowMs)) this.#logger.warn({ address: network }, 'too many wrong tokens from an address');
    this.#addresses.delete(network);
    this.#addresses.set(network, own);
    for (const [other, allowance] of this.#addresses) {
      if (this.#addresses.size <= maxAddresses && !allowance.isFull(nowMs)) break;
      this.#addresses.delete(other);
    }
  }
}

interface Rate {
  readonly most: number;
  readonly msForOne: number;
}

/** A number of attempts that are left, which grows back with time. */
class Allowance {
  readonly #rate: Rate;
  #left: number;
  #atMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate;
    this.#left = rate.most;
    this.#atMs = nowMs;
  }

  isLeft(nowMs: number): boolean {
    return this.#grown(nowMs) >= 1;
  }

  isFull(nowMs: number): boolean {
    return this.#grown(nowMs) >= this.#rate.most;
  }

  take(nowMs: number): void {
    this.#left = Math.max(0, this.#grown(nowMs) - 1);
    this.#atMs = nowMs;
  }

  #grown(nowMs: number): number {
    const { most, msForOne } = this.#rate;
    return Math.min(most, this.#left + (nowMs - this.#atMs) / msForOne);
  }
}

/** Returns an IPv4 address, or the first 64 bits of an IPv6 address: one machine has all addresses that share them. */
function networkOf(address = ''): string {
  const mapped = /^::ffff:(?<v4>[\d.]+)$/iu.exec(address)?.groups?.['v4'];
  const [plain = ''] = address.split('%');
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? address;
  const expanded = plain.replace('::', `:${'0:'.repeat(9 - plain.split(':').length)}`);
  return `${expanded.split(':').slice(0, 4).join(':')}::/64`;
}
