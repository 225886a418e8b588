import type { Request, Response } from 'express';
import { basePathOf } from '../base-path.ts';

/** Makes the addresses in a feed: absolute, and with the token of the feed where it has one. */
export type FeedAddress = (route: string, query?: Readonly<Record<string, string | undefined>>) => string;

/** Returns the addresses for the feed that a request asks for. */
export function feedAddress(request: Request, response: Response, token: string | undefined): FeedAddress {
  const base = `${request.protocol}://${request.host}${basePathOf(response)}`;
  return (route, query = {}) => {
    const given = Object.entries({ ...query, token }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const parameters = new URLSearchParams(given).toString();
    return parameters === '' ? `${base}${route}` : `${base}${route}?${parameters}`;
  };
}
