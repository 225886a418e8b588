import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A response with its body as text. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface RawOptions {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Written piece by piece until the response arrives. Without it, only the headers are sent. */
  readonly body?: () => Iterable<string | Uint8Array>;
}

/** Sends a request that `fetch` would refuse: any `Host`, an endless body, a wrong length. */
export async function rawRequest(
  url: string,
  { method = 'GET', headers = {}, body }: RawOptions,
): Promise<RawResponse> {
  return await new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false });
    let responded = false;
    outgoing.on('response', (response) => {
      responded = true;
      const { statusCode: status = 0, headers: found } = response;
      const whole = text(response).finally(() => outgoing.destroy());
      resolve(whole.then((received) => ({ status, headers: found, body: received })));
    });
    outgoing.on('error', (error) => (responded ? undefined : reject(error)));
    const closed = new Promise((resolveClosed) => outgoing.once('close', resolveClosed));
    outgoing.flushHeaders();
    if (method === 'GET') outgoing.end();
    else if (body) void send(body());

    async function send(pieces: Iterable<string | Uint8Array>): Promise<void> {
      for (const piece of pieces) {
        if (responded || outgoing.destroyed) return;
        if (!outgoing.write(piece))
          await Promise.race([new Promise((drained) => outgoing.once('drain', drained)), closed]);
      }
      outgoing.end();
    }
  });
}

/** Writes bytes to a port and returns everything received until the other side closes. */
export async function rawBytes(port: number, bytes: string | Uint8Array): Promise<string> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk) => (received += chunk));
    socket.on('error', () => undefined).on('close', () => resolve(received));
  });
}
