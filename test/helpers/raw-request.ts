import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface RawOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Written piece by piece until the answer is there; left out, nothing but the head is sent. */
  readonly body?: () => Iterable<string | Uint8Array>;
}

/** A request that `fetch` would not send: a `Host` of one's choice, a body that never ends, a length that is a lie. */
export async function rawRequest(url: string, { method = 'GET', headers = {}, body }: RawOptions): Promise<RawAnswer> {
  return await new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false });
    let answered = false;
    outgoing.on('response', (response) => {
      answered = true;
      const { statusCode: status = 0, headers: found } = response;
      const whole = text(response).finally(() => outgoing.destroy());
      resolve(whole.then((answer) => ({ status, headers: found, body: answer })));
    });
    outgoing.on('error', (error) => (answered ? undefined : reject(error)));
    outgoing.flushHeaders();
    if (method === 'GET') outgoing.end();
    else if (body) void send(body());

    async function send(pieces: Iterable<string | Uint8Array>): Promise<void> {
      for (const piece of pieces) {
        if (answered || outgoing.destroyed) return;
        if (!outgoing.write(piece))
          await new Promise((drained) => outgoing.once('drain', drained).once('close', drained));
      }
      outgoing.end();
    }
  });
}

/** Writes bytes to a port and answers what comes back until the other side closes. */
export async function rawBytes(port: number, bytes: string | Uint8Array): Promise<string> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk));
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });
}
