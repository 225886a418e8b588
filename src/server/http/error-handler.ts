import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { toFailure } from '../errors/failure.ts';
import type { Failure, Redact } from '../errors/failure.ts';
import { RequestError } from '../errors/request-error.ts';
import { retryAfterSeconds, statuses } from '../errors/statuses.ts';

/** Returns the handler that responds to errors with `{"detail","code"}` and the status of the code (docs/specification.md, "Errors"). */
export function errorHandler(logger: Logger, redact: Redact): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const failure = toFailure(asRequestError(thrown), redact);
    if (failure.code === 'internal')
      logger.error({ request: response.get('X-Request-Id'), err: thrown }, 'request failed unexpectedly');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    for (const name of ['content-disposition', 'content-length', 'etag', 'last-modified']) response.removeHeader(name);
    void sendFailure(request, response, failure);
  };
}

/** Sends an error response without waiting for the rest of the request body. */
export async function sendFailure(request: Request, response: Response, failure: Failure): Promise<void> {
  const { code } = failure;
  const body = Buffer.from(JSON.stringify(bodyOf(request, failure)));
  response.status(statuses[code]).type('json').set('Content-Length', String(body.length));
  const seconds = retryAfterSeconds[code];
  if (seconds !== undefined) response.set('Retry-After', String(seconds));
  if (code === 'unauthorized') response.set('WWW-Authenticate', 'Bearer');
  if (request.complete || !hasBody(request)) {
    response.end(body);
    return;
  }
  // Closing at once would reset the connection, and the caller could lose the response.
  response.set('Connection', 'close').write(body);
  request.resume();
  await Promise.race([once(request, 'close').catch(() => undefined), delay(lingerMs)]);
  response.end();
}

/** Below `/v1/`, errors have the shape of OpenAI's. */
function bodyOf(request: Request, { code, detail }: Failure): object {
  if (!request.path.startsWith('/v1/')) return { detail, code };
  const status = statuses[code];
  const type = status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error';
  return { error: { message: detail, type, param: null, code } };
}

const lingerMs = 1000;

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

/** Converts the errors of Express and its middleware, which have a `status` (an invalid path, an invalid range). */
function asRequestError(thrown: unknown): unknown {
  const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 0;
  if (status === 413) return new RequestError('upload-too-large', 'The body is too large.');
  if (status === 412) return new RequestError('precondition-failed', 'The file is not the one that If-Match names.');
  if (status === 416) return new RequestError('bad-range', 'The range is outside the file.');
  if (status === 404) return new RequestError('not-found', 'Unknown path.');
  if (status >= 400 && status < 500) return new RequestError('malformed', 'The request is malformed.');
  return thrown;
}
