import type { CookieOptions, Request, Response } from 'express';
import { basePathOf } from '../base-path.ts';

const cookieName = 'audiobook_session';

/** Returns the grant in the cookie of a request. */
export function sessionGrant({ headers }: Request): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
}

/** Sets the cookie of a page that is logged in, for `seconds`. */
export function setSession(request: Request, response: Response, grant: string, seconds: number): void {
  response.cookie(cookieName, grant, { ...attributes(request, response), maxAge: seconds * 1000 });
}

/** Removes the cookie. */
export function clearSession(request: Request, response: Response): void {
  response.clearCookie(cookieName, attributes(request, response));
}

/** No script can read it, and no page of another site sends it. */
function attributes({ secure }: Request, response: Response): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', secure, path: basePathOf(response) || '/', encode: String };
}
