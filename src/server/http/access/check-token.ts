import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { RequestError } from '../../errors/request-error.ts';

/** Returns middleware that requires the bearer token, compared in constant time. Accepts every request if `token` is undefined. */
export function checkToken(token: string | undefined): RequestHandler {
  const expected = token === undefined ? undefined : digest(token);
  return (request, _response, next) => {
    if (expected) {
      const [, given = ''] = /^Bearer +(\S+) *$/iu.exec(request.headers.authorization ?? '') ?? [];
      if (!timingSafeEqual(digest(given), expected)) {
        throw new RequestError(
          'unauthorized',
          'Missing or wrong token. Send the header "Authorization: Bearer <token>".',
        );
      }
    }
    next();
  };
}

/** `timingSafeEqual` needs values of equal length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
