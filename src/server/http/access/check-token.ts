import type { RequestHandler, Response } from 'express';
import { maySee } from '../../access/caller.ts';
import type { Caller } from '../../access/caller.ts';
import type { Callers } from '../../access/callers.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { RequestError } from '../../errors/request-error.ts';

/** Returns middleware that finds the caller by the bearer token. Throws `unauthorized`. */
export function checkToken(callers: Pick<Callers, 'find'>): RequestHandler {
  return (request, response, next) => {
    const [, given] = /^Bearer +(\S+) *$/iu.exec(request.headers.authorization ?? '') ?? [];
    const caller = callers.find(given);
    if (!caller) {
      throw new RequestError(
        'unauthorized',
        'Missing or wrong token. Send the header "Authorization: Bearer <token>".',
      );
    }
    response.locals[callerKey] = caller;
    next();
  };
}

const callerKey = 'caller';

/** Returns who sent the request. Only for operations that check the token. */
export function callerOf(response: Response): Caller {
  const caller: Caller | undefined = response.locals[callerKey];
  if (caller) return caller;
  throw new Error('The operation does not check the token.');
}

/** Middleware that lets only admins pass. Throws `forbidden`. */
export const requireAdmin: RequestHandler = (_request, response, next) => {
  if (callerOf(response).role !== 'admin') throw new RequestError('forbidden', 'This needs the token of an admin.');
  next();
};

/** Returns middleware that hides the jobs of others: they are unknown. Throws `not-found`. */
export function requireOwnJob(jobs: Pick<Jobs, 'get'>): RequestHandler {
  return (request, response, next) => {
    const job = jobs.get(String(request.params['id']));
    if (job && !maySee(callerOf(response), job.record.owner)) throw new RequestError('not-found', 'Unknown job.');
    next();
  };
}
