import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AudiobookError, systemCode } from '../core/errors.ts';
import { answerRefused } from './refused-request.ts';
import type { SharedFeed } from './events/shared-feed.ts';
import type { Limits } from './server-settings.ts';

/** The address and the limits of a service. */
export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /**
   * Descriptor of a socket that another process listens on and keeps open, such as systemd. Connections wait in it while one
   * service stops and the next one starts.
   */
  readonly socket?: number | undefined;
}

/** A service that listens. */
export interface Listening {
  readonly url: string;
  /**
   * Accepts no more books, lets running jobs finish within the grace period, and sends the responses still due. Jobs can be
   * followed and fetched until the period is over, except over new connections to a socket of another process, which wait for
   * the next service.
   */
  stop(work: Ending, graceMs: number): Promise<void>;
}

/** A resource that ends with the service. */
export interface Ending {
  readonly jobs: { close(graceMs: number): Promise<void> };
  readonly events: Pick<SharedFeed, 'close'>;
}

/** Listens for requests. Throws `bad-value` when the address or the socket cannot be used. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  options: ListenOptions,
  limits: Limits,
): Promise<Listening> {
  // Node looks for slow headers at intervals: twice within their time limit.
  const server = createServer({ connectionsCheckingInterval: limits.headerMs / 2 });
  // With `Expect: 100-continue`, a caller learns of a refusal before it sends the book.
  for (const event of ['request', 'checkContinue']) server.on(event, handle);
  refuseUnreadable(server);
  // Only headers have a time limit here: `watchUpload` watches bodies, and a conversion may take hours.
  server.headersTimeout = limits.headerMs;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 10_000;
  const url = await startListening(server, options);
  return {
    url,
    async stop({ jobs, events }, graceMs) {
      if (options.socket !== undefined) leaveSocket(server);
      await jobs.close(graceMs);
      events.close();
      await closeServer(server);
    },
  };
}

/** Responds to what is not a request, or only a part of one. */
function refuseUnreadable(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  const keep = ({ socket }: IncomingMessage, response: ServerResponse) => void responses.set(socket, response);
  for (const event of ['request', 'checkContinue']) server.prependListener(event, keep);
  server.on('clientError', (error: Error, socket: Duplex) => answerRefused(error, socket, responses.get(socket)));
}

/** What to do about the usual reasons why a service cannot listen. */
const listenAdvice: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program listens there. End it, or choose another port with --port.',
  EACCES: 'Choose a port from 1024 on with --port, or give the program the right to lower ones.',
  EADDRNOTAVAIL: 'Choose an address of this machine with --host.',
  ENOTFOUND: 'Choose an address of this machine with --host.',
};

/** Makes a server listen, and returns its address. Throws `bad-value` when the address or the socket cannot be used. */
export async function startListening(server: Server, { host, port, socket }: ListenOptions): Promise<string> {
  if (socket === undefined) server.listen(port, host);
  else server.listen({ fd: socket });
  try {
    await once(server, 'listening');
  } catch (cause) {
    const place = socket === undefined ? `${host}:${port}` : `the inherited socket ${socket}`;
    const code = systemCode(cause) ?? '';
    const advice = Object.hasOwn(listenAdvice, code) ? ` ${listenAdvice[code]}` : '';
    throw new AudiobookError('bad-value', `Cannot listen on ${place} (${code}).${advice}`, { cause });
  }
  const address = server.address();
  if (typeof address === 'string') return `unix:${address}`;
  const found = address ?? { address: host, port };
  const name = found.address.includes(':') ? `[${found.address}]` : found.address;
  return `http://${name}:${found.port}`;
}

/** Accepts no more connections and ends each one after its next response: the caller then reaches the next service. */
function leaveSocket(server: Server): void {
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Connection', 'close');
  });
  server.close();
  server.closeIdleConnections();
}

/** Closes a server when its last responses have left, or after two seconds. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    if (server.listening) server.close(() => resolve());
    else server.once('close', resolve).getConnections((_error, count) => count === 0 && resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), lastResponsesMs);
  await closed;
  clearTimeout(timer);
}

const lastResponsesMs = 2000;
