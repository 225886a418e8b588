import type { Redis } from 'ioredis';
import { untilAborted } from '../../../core/deadline.ts';
import { AudiobookError, canceled, invalidValue, systemCode } from '../../../core/errors.ts';

/** Options of `connectRedis`. */
export interface ConnectRedisOptions {
  readonly signal: AbortSignal;
  /** Called when a connection fails later. It is made again without end. */
  readonly onError: (error: Error) => void;
  /** Time for the first connection, in milliseconds. Default: 10 s. */
  readonly timeoutMs?: number | undefined;
}

/** Longest pause between two attempts to connect again, in milliseconds. */
const maxPauseMs = 2000;

/**
 * Connects to the Redis server of a queue. Commands wait while the connection is lost. Throws `bad-value` for an address that is not
 * one of Redis, `tool-missing` when the packages are not installed, and `output-failed` when the server does not answer.
 */
export async function connectRedis(address: string, options: ConnectRedisOptions): Promise<Redis> {
  const { signal, onError, timeoutMs = 10_000 } = options;
  const shown = checkedAddress(address);
  const { Redis: Client } = await loadRedis();
  const client = new Client(address, {
    lazyConnect: true,
    // BullMQ waits for jobs in commands that block.
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(attempt * 100, maxPauseMs),
  });
  let last: Error | undefined;
  client.on('error', (error: Error) => {
    last = error;
    onError(error);
  });
  try {
    // The client tries again by itself, also when the first attempt fails.
    client.connect().catch(() => undefined);
    await untilAborted(client.ping(), AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    return client;
  } catch (thrown) {
    client.disconnect();
    if (signal.aborted) throw canceled(signal);
    const reason = systemCode(last) ?? last?.message ?? 'no answer';
    const message = `The queue ${shown} cannot be reached (${reason}). Start Redis, or correct the address.`;
    throw new AudiobookError('output-failed', message, { cause: thrown });
  }
}

/** Loads the optional packages of the queue. Throws `tool-missing` without them. */
export async function loadBullmq(): Promise<typeof import('bullmq')> {
  return await load(() => import('bullmq'));
}

async function loadRedis() {
  return await load(() => import('ioredis'));
}

async function load<Module>(importPackage: () => Promise<Module>): Promise<Module> {
  try {
    return await importPackage();
  } catch (cause) {
    if (systemCode(cause) !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new AudiobookError('tool-missing', 'A queue needs two packages: npm install bullmq ioredis', { cause });
  }
}

/** Returns the address without its password. */
function checkedAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isRedis = url !== undefined && /^rediss?:$/u.test(url.protocol) && url.hostname !== '';
  if (!isRedis || !/^(?:\/\d*)?$/u.test(url.pathname)) {
    const shown = address.replace(/\/\/[^/@]*@/u, '//…@');
    throw invalidValue('queue', shown, 'redis://host:6379, or rediss:// for TLS');
  }
  return `${url.protocol}//${url.host}${url.pathname}`;
}
