import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { systemCode } from '../core/errors.ts';
import { RequestError } from './errors/request-error.ts';
import { statuses } from './errors/statuses.ts';

/**
 * Responds to a request that Node cannot read, which therefore never reaches the app, and closes its connection. `response` is that
 * of an earlier part of the request, if it got so far. Node's own response would have no body.
 */
export function answerRefused(error: Error, socket: Duplex, response: ServerResponse | undefined): void {
  const hasBegun = response?.headersSent === true && !response.writableFinished;
  if (!socket.writable || hasBegun) {
    socket.destroy(error);
    return;
  }
  const { code, message, status = statuses[code] } = refusalOf(error);
  const body = JSON.stringify({ detail: message, code });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // Closing at once would reset the connection, and the caller could lose the response.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

const lingerMs = 1000;

function refusalOf(error: Error): Pick<RequestError, 'code' | 'message'> & { readonly status?: number } {
  const code = systemCode(error);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new RequestError('too-slow', 'The headers of the request took too long. Send it again.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { code: 'malformed', message: 'The headers of the request are larger than 16 kB.', status: 431 };
  }
  return new RequestError('malformed', 'The request is incomplete, or is not HTTP.');
}
