import { asSentence } from '../../core/strings/as-sentence.ts';
import { untilAborted } from '../../core/deadline.ts';
import { AudiobookError, canceled } from '../../core/errors.ts';
import { fetchFollowing } from '../../core/http/fetch-following.ts';
import { connectionReason } from '../../core/http/failed-response.ts';
import { httpFailure } from './http-failure.ts';
import type { FailedResponse } from './http-failure.ts';

/** One request to a service. */
export interface HttpRequest {
  /** The service, for messages. */
  readonly serviceName: string;
  /** Covers the headers and the whole body. */
  readonly signal: AbortSignal;
  /** JSON to post. Default: a GET request. */
  readonly json?: unknown;
  /** Text to post instead of JSON, with its media type. */
  readonly text?: { readonly type: string; readonly content: string } | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Returns the error for an unsuccessful status. Default: `httpFailure`. */
  readonly failure?: ((response: FailedResponse) => AudiobookError) | undefined;
}

/** Far above the audio of any one segment: a longer body is an attack or an accident. */
const maxBytes = 128 * 1024 * 1024;

/** A successful response. */
export interface HttpResponse {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

/** Sends one request and returns the whole body. Throws `provider-failed`, retryable for a broken connection and by status. */
export async function httpCall(url: string, request: HttpRequest): Promise<Uint8Array> {
  const { bytes } = await httpResponse(url, request);
  return bytes;
}

/** Sends one request like `httpCall` and returns the whole body with its type. */
export async function httpResponse(url: string, request: HttpRequest): Promise<HttpResponse> {
  const { serviceName, signal, failure = httpFailure } = request;
  try {
    const response = await untilAborted(fetchFollowing(url, { signal, ...messageOf(request) }), signal);
    const bytes = await wholeBody(response, signal);
    const { ok, status, headers } = response;
    if (ok) return { bytes, contentType: headers.get('content-type') ?? undefined };
    throw failure({ serviceName, status, headers, body: new TextDecoder().decode(bytes) });
  } catch (thrown) {
    throw asConnectionError(thrown, serviceName, signal);
  }
}

function messageOf({ json, text, headers = {} }: HttpRequest): RequestInit {
  const body = json === undefined ? text : { type: 'application/json', content: JSON.stringify(json) };
  if (!body) return { headers };
  return { method: 'POST', headers: { 'content-type': body.type, ...headers }, body: body.content };
}

/** Sends one request and returns the parsed JSON. Throws like `httpCall`, and `provider-failed` for anything but JSON. */
export async function httpJson(url: string, request: HttpRequest): Promise<unknown> {
  const bytes = await httpCall(url, request);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    const message = `${request.serviceName} answered ${url} with something other than JSON.`;
    throw new AudiobookError('provider-failed', message, { cause });
  }
}

/** Returns the whole body of a response, at most 128 MiB. Throws as soon as the signal is aborted. */
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
    throw new AudiobookError('provider-failed', `The response is longer than ${maxBytes} bytes.`, { retryable: true });
  }
  return Buffer.concat(parts, length);
}

/** Returns what a connection threw as our error: an abort keeps its reason, anything unknown is a broken connection. */
export function asConnectionError(thrown: unknown, serviceName: string, signal: AbortSignal): AudiobookError {
  if (thrown instanceof AudiobookError) return thrown;
  if (signal.aborted) return canceled(signal);
  // SDKs wrap what our own `fetch` throws.
  if (thrown instanceof Error && thrown.cause instanceof AudiobookError) return thrown.cause;
  const message = `${serviceName} cannot be reached or closed the connection: ${asSentence(connectionReason(thrown))}`;
  return new AudiobookError('provider-failed', message, { retryable: true, cause: thrown });
}
