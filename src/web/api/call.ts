import { signal } from '@preact/signals';
import type { ErrorBody } from './types.ts';

/** A request that failed: with the code and words of the service, or because the service could not be reached. */
export class ApiError extends Error {
  readonly code: string;
  /** 0 when there was no response. */
  readonly status: number;

  constructor(status: number, { code, detail }: ErrorBody) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/** Whether the service asked for a token. */
export const needsToken = signal(false);

/** Returns the whole address of a path of the service, such as `jobs/ID`. The service writes the base into the page. */
export function addressOf(path: string): string {
  return new URL(path.replace(/^\//u, ''), document.baseURI).href;
}

/** Sends a request and returns the body of the response. Throws `ApiError`. */
export async function call<Body>(path: string, init: RequestInit = {}): Promise<Body> {
  const response = await send(path, init);
  // The types are made from the document that the service checks its responses against.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (response.status === 204 ? undefined : await response.json()) as Body;
}

/** Sends a request and returns the response. Throws `ApiError`. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has('Accept')) headers.set('Accept', 'application/json');
  const response = await fetch(addressOf(path), { ...init, headers }).catch((error: unknown) => {
    throw init.signal?.aborted ? error : unreachable();
  });
  if (response.ok) return response;
  throw errorOf(response.status, await response.text());
}

/** Returns the error for a response. A missing token makes the page ask for it. */
export function errorOf(status: number, body: string): ApiError {
  if (status === 401) needsToken.value = true;
  return new ApiError(status, parseError(body, status));
}

/** Returns the error for a request without a response. */
export function unreachable(): ApiError {
  return new ApiError(0, { code: 'unreachable', detail: 'The service cannot be reached.' });
}

function parseError(body: string, status: number): ErrorBody {
  try {
    const parsed: unknown = JSON.parse(body);
    if (isErrorBody(parsed)) return parsed;
  } catch {
    // A proxy sends pages of its own.
  }
  return { code: 'unknown', detail: `The service answered with status ${status}.` };
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'detail' in value && 'code' in value;
}
