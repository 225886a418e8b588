import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';

/** Statuses whose answer has no body; `Response` refuses one. */
const bodiless = new Set([101, 204, 205, 304]);

/**
 * `fetch` for slow services: Node's own gives up after 300 s without headers or between two parts of a body, whatever
 * it was told. This one waits until its signal says otherwise. It follows no redirects, so a key goes nowhere else.
 */
export async function patientFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const { request: start } = url.protocol === 'https:' ? https : http;
  const { signal } = init;
  const incoming = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const outgoing = start(
      url,
      {
        agent: false,
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(signal && { signal }),
      },
      resolve,
    );
    outgoing.once('error', reject);
    outgoing.end(typeof init.body === 'string' ? init.body : undefined);
  });
  return asResponse(incoming);
}

function asResponse(incoming: http.IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const status = incoming.statusCode ?? 502;
  if (bodiless.has(status)) {
    incoming.resume();
    return new Response(undefined, { status, headers });
  }
  // The two declarations of a web stream, Node's and the DOM's, describe one thing.
  return new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, { status, headers });
}
