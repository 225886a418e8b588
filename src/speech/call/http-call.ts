import { AudiobookError, canceled } from '../../core/errors.ts';
import { connectionReason } from '../../core/failed-response.ts';
import { untilAborted } from '../../core/deadline.ts';
import { httpFailure } from './http-failure.ts';

export interface HttpAnswer {
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export interface HttpCall {
  /** The service, for a person. */
  readonly who: string;
  /** Covers the headers and the whole body. */
  readonly signal: AbortSignal;
  /** JSON to post; a GET when left out. */
  readonly json?: unknown;
}

/** Far above the sound of any one segment; what is longer is not an answer but an attack or an accident. */
const maxBytes = 128 * 1024 * 1024;

/** One call and its whole body. Throws `provider-failed`: retryable for a broken connection and by status, else not. */
export async function httpCall(url: string, { who, signal, json }: HttpCall): Promise<HttpAnswer> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
  try {
    const response = await untilAborted(fetch(url, { signal, ...(json !== undefined && post) }), signal);
    const bytes = await wholeBody(response, signal);
    if (response.ok) return { headers: response.headers, bytes };
    const { status, headers } = response;
    throw httpFailure({ who, status, headers, body: new TextDecoder().decode(bytes) });
  } catch (thrown) {
    throw asConnectionError(thrown, who, signal);
  }
}

/** A JSON answer. Throws like `httpCall`, and when the answer is no JSON. */
export async function httpJson(url: string, call: HttpCall): Promise<unknown> {
  const { bytes } = await httpCall(url, call);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new AudiobookError('provider-failed', `${call.who} answered ${url} with something that is no JSON.`, {
      cause,
    });
  }
}

/** The whole body of an answer, at most 128 MiB, no longer than the signal allows. */
export async function wholeBody(response: Response, signal: AbortSignal): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await untilAborted(reader.read(), signal);
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length <= maxBytes) continue;
    await reader.cancel();
    throw new AudiobookError('provider-failed', `The answer is longer than ${maxBytes} bytes.`, { retryable: true });
  }
  return Buffer.concat(parts, length);
}

/** What was thrown around a connection as our error: an abort keeps its reason, everything unknown is a broken connection. */
export function asConnectionError(thrown: unknown, who: string, signal: AbortSignal): AudiobookError {
  if (thrown instanceof AudiobookError) return thrown;
  if (signal.aborted) return canceled(signal);
  return new AudiobookError('provider-failed', `${who} cannot be reached or broke off: ${connectionReason(thrown)}.`, {
    retryable: true,
    cause: thrown,
  });
}
