import { fetchWithoutTimeout } from './fetch-without-timeout.ts';

/** Where a service of language models is. */
export interface ModelService {
  /** Address without a trailing slash. */
  readonly baseUrl: string;
  /** Bearer token, where the service requires one. */
  readonly apiKey?: string | undefined;
}

/** Calls a service. A body is posted as JSON. Throws what the connection throws. */
export async function callService(
  { baseUrl, apiKey }: ModelService,
  path: string,
  { json, signal }: { readonly json?: unknown; readonly signal: AbortSignal },
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  const post = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) };
  return await fetchWithoutTimeout(`${baseUrl}${path}`, { headers, signal, ...post });
}
