import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Script } from '../../../pipeline/script/scripts.ts';
import { RequestError } from '../../errors/request-error.ts';

/** Returns the entity tag of a script: a strong one, of all that callers see (RFC 9110, 8.8.3). */
export function scriptTag(script: Script): string {
  return `"${createHash('sha256').update(JSON.stringify(script)).digest('base64url')}"`;
}

/** Throws `precondition-failed` for a request whose `If-Match` names other tags only (RFC 9110, 13.1.1). */
export function requireTag(request: Request, tag: string): void {
  const expected = request.get('if-match')?.trim();
  if (expected === undefined || expected === '*') return;
  // A weak tag, W/"…", matches nothing here.
  if (expected.split(',').some((one) => one.trim() === tag)) return;
  const message = 'The script was changed since it was read. Read it again, and send the change with its new ETag.';
  throw new RequestError('precondition-failed', message);
}
