import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { gzipHeader, emptyBlock, storedGzip } from '../../src/server/http/waiting/stored-gzip.ts';
import { rawRequest } from '../helpers/raw-request.ts';
import { faultyKokoro } from '../helpers/faulty-kokoro.ts';
import { bookForm, post, waitForJob, waitUntil } from '../helpers/start-service.ts';
import type { JobJson } from '../helpers/start-service.ts';

const kokoro = faultyKokoro({ AUDIOBOOK_PREFLIGHT: 'off' });

/** Returns the fetch of Node with limits of milliseconds instead of 300 seconds. */
function impatientFetch(ms: number): RequestInit {
  const global: unknown = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'));
  const { constructor: Agent } = global as { constructor: new (options: object) => object };
  return { dispatcher: new Agent({ headersTimeout: ms, bodyTimeout: ms }) } as RequestInit;
}

/** Every request for speech takes this long, in milliseconds. */
const speechMs = 9000;
const patienceMs = 5000;

async function passSlowly(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', method = '', headers } = request;
  const body = await buffer(request);
  if (url.includes('speech')) await delay(speechMs);
  const type = headers['content-type'] ?? '';
  const init = method === 'GET' ? {} : { method, headers: { 'content-type': type }, body: Uint8Array.from(body) };
  const answer = await fetch(kokoro.url + url, init);
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Starts a proxy before the speech server, with slow speech. */
async function startSlowSpeech(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    // The caller may have gone meanwhile, and the speech server closes connections that it has not used for long.
    passSlowly(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function wavForm(): Promise<FormData> {
  return await bookForm({ max_chapters: '1', format: 'wav' });
}

describe('a synchronous conversion that takes longer than its caller waits for bytes', () => {
  it('reaches fetch whole, because bytes that add nothing to the body come early', async () => {
    await using slow = await startSlowSpeech();
    await using service = await kokoro.start({ KOKORO_API_URL: slow.url, AUDIOBOOK_FIRST_BYTES_SECONDS: '0.5' });
    const response = await post(`${service.url}/synthesize`, await wavForm(), impatientFetch(patienceMs));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-encoding': 'gzip',
      'content-disposition': 'attachment; filename=small.wav',
      'x-audiobook-job': expect.stringMatching(/^[0-9a-f-]{36}$/u),
    });
    const early = Buffer.from(await response.arrayBuffer());
    await waitUntil(async () => (await service.jobFolders()).length === 0);
    await using late = await kokoro.start({ KOKORO_API_URL: slow.url, AUDIOBOOK_FIRST_BYTES_SECONDS: '600' });
    await expect(post(`${late.url}/synthesize`, await wavForm(), impatientFetch(patienceMs))).rejects.toThrow(
      'fetch failed',
    );
    await using prompt = await kokoro.start();
    const usual = await post(`${prompt.url}/synthesize`, await wavForm());
    expect(early.equals(Buffer.from(await usual.arrayBuffer()))).toBe(true);
    expect(usual.headers.get('content-encoding')).toBeNull();
  });

  it('waits without bytes for a caller that does not take gzip', async () => {
    await using service = await kokoro.start({ AUDIOBOOK_FIRST_BYTES_SECONDS: '0.05' });
    const response = await post(`${service.url}/synthesize`, await bookForm({ max_chapters: '1' }), {
      headers: { 'accept-encoding': 'identity' },
    });
    expect([
      response.status,
      response.headers.get('content-encoding'),
      response.headers.get('x-audiobook-job'),
    ]).toEqual([200, null, null]);
    expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')));
  });

  it('is cut off where it fails after that, and its job says why and can be retried', async () => {
    kokoro.fault = 'status-400';
    await using service = await kokoro.start({ AUDIOBOOK_FIRST_BYTES_SECONDS: '0.05' });
    const response = await post(`${service.url}/synthesize`, await bookForm());
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
    const id = response.headers.get('x-audiobook-job') ?? '';
    expect(await waitForJob(service, id, 'failed')).toMatchObject({
      error: { code: 'provider-failed' },
      canRetry: true,
    });
    kokoro.fault = undefined;
    await fetch(`${service.url}/jobs/${id}/retry`, { method: 'POST' });
    expect(await waitForJob(service, id, 'done', 'failed')).toMatchObject({ state: 'done' });
  });

  it('is canceled when the caller leaves after the first bytes', async () => {
    kokoro.fault = 'hang-before-headers';
    await using service = await kokoro.start({ AUDIOBOOK_FIRST_BYTES_SECONDS: '0.05' });
    const response = await post(`${service.url}/synthesize`, await bookForm());
    await response.body?.cancel();
    await waitUntil(async () => (await service.jobFolders()).length === 0);
    expect(await (await fetch(`${service.url}/jobs`)).json()).toEqual({ jobs: [], total: 0 });
  });
});

describe('Prefer: respond-async, wait', () => {
  it('returns the result when it is there in time', async () => {
    await using service = await kokoro.start();
    const headers = { prefer: 'wait=120, respond-async' };
    const response = await post(`${service.url}/synthesize`, await bookForm({ max_chapters: '1' }), { headers });
    expect([response.status, response.headers.get('preference-applied')]).toEqual([200, 'respond-async, wait=120']);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    await waitUntil(async () => (await service.jobFolders()).length === 0);
  });

  it('returns the job when it is not, and the job goes on', async () => {
    kokoro.fault = 'hang-before-headers';
    await using service = await kokoro.start();
    const { status, headers, body } = await (async () => {
      const response = await post(`${service.url}/synthesize`, await bookForm(), {
        headers: { prefer: 'respond-async; wait=1' },
      });
      return { status: response.status, headers: response.headers, body: (await response.json()) as JobJson };
    })();
    expect([status, headers.get('location')]).toEqual([202, `/jobs/${body.id}`]);
    const { body: job } = await rawRequest(`${service.url}/jobs/${body.id}`, {});
    expect(JSON.parse(job)).toMatchObject({ state: expect.stringMatching(/queued|running/u) });
  });
});

describe('gzip without compression', () => {
  it.each([0, 1, 65_535, 65_536, 200_000])('holds %i bytes, behind any number of empty blocks', async (bytes) => {
    const data = Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251));
    const packed = await buffer(
      Readable.from(bytes === 0 ? [] : [data.subarray(0, 70_000), data.subarray(70_000)]).pipe(storedGzip()),
    );
    expect(gunzipSync(Buffer.concat([gzipHeader, emptyBlock, emptyBlock, packed])).equals(data)).toBe(true);
  });
});
