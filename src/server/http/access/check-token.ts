import type { Request, RequestHandler, Response } from 'express';
import { maySee } from '../../access/caller.ts';
import type { Caller } from '../../access/caller.ts';
import type { Callers } from '../../access/callers.ts';
import type { Feeds } from '../../access/feeds.ts';
import type { Grants } from '../../access/grants.ts';
import type { TokenAttempts } from '../../access/token-attempts.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { RequestError } from '../../errors/request-error.ts';
import { sessionGrant } from './session-cookie.ts';

/** The options for finding a caller. */
export interface CheckTokenOptions {
  readonly callers: Pick<Callers, 'find'>;
  readonly attempts: Pick<TokenAttempts, 'check'>;
  readonly grants: Pick<Grants, 'check'>;
  readonly feeds: Pick<Feeds, 'find'>;
}

/** Access without a token or a cookie. */
export interface OtherAccess {
  /** Signed links. */
  readonly linkable?: boolean | undefined;
  /** Tokens of feeds. */
  readonly feed?: boolean | undefined;
}

/**
 * Returns middleware that finds the caller by the bearer token, by the cookie of a page or, where they may, by a signed link or the
 * token of a feed. Throws `unauthorized`, `too-many-attempts`, and `forbidden` when a page of another site uses the cookie.
 */
export function checkToken(
  options: CheckTokenOptions,
  { linkable = false, feed = false }: OtherAccess,
): RequestHandler {
  return (request, response, next) => {
    const caller =
      (linkable ? byLink(request, options) : undefined) ??
      (feed ? byFeed(request, options) : undefined) ??
      byToken(request, options);
    if (!caller) {
      throw new RequestError(
        'unauthorized',
        'Missing or wrong token. Send the header "Authorization: Bearer <token>", or log in with POST /session.',
      );
    }
    response.locals[callerKey] = caller;
    next();
  };
}

const callerKey = 'caller';

/** Returns what a signed link to a file of a job is for. Without a name, it is the result. */
export function linkUse(id: string, name = '') {
  return { purpose: 'link', subject: `${id}/${name}` } as const;
}

/** A session opens everything that its token opens. */
export const sessionUse = { purpose: 'session', subject: '' } as const;

function byLink({ query, params }: Request, { grants }: CheckTokenOptions): Caller | undefined {
  const { grant } = query;
  if (typeof grant !== 'string') return undefined;
  const { name } = params;
  return grants.check(grant, linkUse(String(params['id']), typeof name === 'string' ? name : undefined));
}

function byFeed({ query }: Request, { feeds }: CheckTokenOptions): Caller | undefined {
  const { token } = query;
  return typeof token === 'string' ? feeds.find(token) : undefined;
}

/** Wrong tokens are counted; what is signed or missing cannot be guessed. */
function byToken(request: Request, options: CheckTokenOptions): Caller | undefined {
  const find = (): Caller | undefined => findCaller(request, options);
  return bearerToken(request) === undefined ? find() : options.attempts.check(request.ip, find);
}

function bearerToken({ headers }: Request): string | undefined {
  return /^Bearer +(\S+) *$/iu.exec(headers.authorization ?? '')?.[1];
}

/** Returns who sends a request now, by its bearer token or its cookie: tokens may be revoked while it is served. Throws as `checkToken`. */
export function findCaller(
  request: Request,
  { callers, grants }: Pick<CheckTokenOptions, 'callers' | 'grants'>,
): Caller | undefined {
  const given = bearerToken(request);
  const cookie = given === undefined ? sessionGrant(request) : undefined;
  const known = cookie === undefined ? undefined : grants.check(cookie, sessionUse);
  if (!known) return callers.find(given);
  requireOwnPage(request);
  return known;
}

/** A browser adds the cookie to whatever a page sends, so a request that changes something must come from a page of ours. */
function requireOwnPage(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.get('sec-fetch-site');
  const { origin } = request.headers;
  const isOwn = site === undefined ? isOfHost(origin, request.host) : site === 'same-origin';
  if (!isOwn) throw new RequestError('forbidden', 'Only pages of this service may use its cookie to change something.');
}

function isOfHost(origin: string | undefined, host: string): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

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

/** Returns middleware that lets only jobs pass that the caller may see; those of others are unknown. Throws `not-found`. */
export function requireOwnJob(jobs: Pick<Jobs, 'get'>): RequestHandler {
  return async (request, response, next) => {
    const job = await jobs.get(String(request.params['id']));
    if (!job || !maySee(callerOf(response), job.record.owner)) throw new RequestError('not-found', 'Unknown job.');
    next();
  };
}
