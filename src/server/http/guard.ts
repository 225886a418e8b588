import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { RequestError } from '../errors/request-error.ts';
import type { Trust } from '../server-settings.ts';

/**
 * Lets a request pass when its `Host` is one of ours and its `Origin`, if a web page sent it, is too: a page of another
 * site must not reach a service on the loopback, not even by a name that it made point there (DNS rebinding).
 */
export function checkHost(trust: Trust, loopback: boolean): RequestHandler {
  const { allowedHosts, corsOrigins } = trust;
  return (request, response, next) => {
    const host = request.headers.host?.toLowerCase() ?? '';
    const name = hostName(host);
    if (loopback && !loopbackNames.has(name) && !allowedHosts.includes(name)) {
      throw new RequestError('forbidden', 'The Host header names no host of this service.');
    }
    const { origin } = request.headers;
    if (origin !== undefined && !isSameOrigin(origin, host)) {
      if (!corsOrigins.includes(origin.toLowerCase())) {
        throw new RequestError('forbidden', 'Pages of this origin may not call the service.');
      }
      response.set({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers':
          'Content-Disposition, Location, Retry-After, X-Audiobook-Gaps, X-Audiobook-Provider, X-Request-Id',
        Vary: 'Origin',
      });
      if (request.method === 'OPTIONS') {
        response.set({
          'Access-Control-Allow-Methods': 'GET, HEAD, POST, DELETE',
          'Access-Control-Allow-Headers': 'Authorization, Idempotency-Key, Last-Event-ID, Range',
        });
        response.status(204).end();
        return;
      }
    }
    next();
  };
}

/** Lets a request pass that has the bearer token, compared in constant time; every one when no token is set. */
export function checkToken(token: string | undefined): RequestHandler {
  const wanted = token === undefined ? undefined : digest(token);
  return (request, _response, next) => {
    if (wanted) {
      const [, given = ''] = /^Bearer +(\S+) *$/iu.exec(request.headers.authorization ?? '') ?? [];
      if (!timingSafeEqual(digest(given), wanted)) {
        throw new RequestError(
          'unauthorized',
          'Wanted the header "Authorization: Bearer <token>" with the service’s token.',
        );
      }
    }
    next();
  };
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address to listen on can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  return host === '::1' || loopbackNames.has(host) || /^127(?:\.\d{1,3}){3}$/u.test(host);
}

function hostName(host: string): string {
  return host.replace(/:\d+$/u, '');
}

/** A proxy may end TLS, so the scheme is not compared. */
function isSameOrigin(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Digests have one length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
