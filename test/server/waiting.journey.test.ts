import { request as sendRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { gzipHeader, emptyBlock, storedGzip } from '../../src/server/http/waiting/stored-gzip.ts';
import { rawRequest } from '../helpers/raw-request.ts';
import { faultyKokoro } from '../helpers/faulty-kokoro.ts';
import { startHeldKokoro } from '../helpers/servers/held-kokoro.ts';
import { bookForm, post, startService, waitForJob, waitUntil } from '../helpers/start-service.ts';
import type { JobJson } from '../helpers/start-service.ts';

const kokoro = faultyKokoro({ AUDIOBOOK_PREFLIGHT: 'off' });

/** First bytes after this, and further ones at half of it. */
const early = { AUDIOBOOK_PREFLIGHT: 'off', AUDIOBOOK_FIRST_BYTES_SECONDS: '0.05' };

async function wavForm(): Promise<FormData> {
  return await bookForm({ max_chapters: '1', format: 'wav', loudness: 'off' });
}

/** Sends a form, and returns the headers of the answer and the pieces of its body as they come. */
async function postRaw(url: string, form: FormData) {
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = { 'content-type': type, 'content-length': body.length, 'accept-encoding': 'gzip' };
  const sent = sendRequest(url, { method: 'POST', headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { headers: response.headers, chunks, ended: once(response, 'end') };
}

describe('a synchronous conversion that takes longer than its caller waits for bytes', () => {
  it('reaches its caller whole, and bytes that add nothing to the body keep coming before', async () => {
    const held = await startHeldKokoro(0);
    await using service = await startService({ settings: { ...held.settings, ...early } });
    const { headers, chunks, ended } = await postRaw(`${service.url}/synthesize`, await wavForm());
    expect(headers).toMatchObject({
      'content-type': 'audio/wav',
      'content-encoding': 'gzip',
      'content-disposition': 'attachment; filename=small.wav',
      'x-audiobook-job': expect.stringMatching(/^[0-9a-f-]{36}$/u),
    });
    // Speech is held until then.
    await waitUntil(() => chunks.length > 3);
    held.release();
    await ended;
    const whole = gunzipSync(Buffer.concat(chunks));
    await waitUntil(async () => (await service.jobFolders()).length === 0);
    await using prompt = await kokoro.start();
    const usual = await post(`${prompt.url}/synthesize`, await wavForm());
    expect(whole.equals(Buffer.from(await usual.arrayBuffer()))).toBe(true);
    expect(usual.headers.get('content-encoding')).toBeNull();
  });

  it('waits without bytes for a caller that does not take gzip', async () => {
    await using service = await kokoro.start({ AUDIOBOOK_FIRST_BYTES_SECONDS: '0.05' });
    const response = await post(`${service.url}/synthesize`, await wavForm(), {
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
    const response = await post(`${service.url}/synthesize`, await wavForm());
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
    const response = await post(`${service.url}/synthesize`, await wavForm());
    await response.body?.cancel();
    await waitUntil(async () => (await service.jobFolders()).length === 0);
    expect(await (await fetch(`${service.url}/jobs`)).json()).toEqual({ jobs: [], total: 0 });
  });
});

describe('Prefer: respond-async, wait', () => {
  it('returns the result when it is there in time', async () => {
    await using service = await kokoro.start();
    const headers = { prefer: 'wait=120, respond-async' };
    const response = await post(`${service.url}/synthesize`, await wavForm(), { headers });
    expect([response.status, response.headers.get('preference-applied')]).toEqual([200, 'respond-async, wait=120']);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    await waitUntil(async () => (await service.jobFolders()).length === 0);
  });

  it('returns the job when it is not, and the job goes on', async () => {
    kokoro.fault = 'hang-before-headers';
    await using service = await kokoro.start();
    const { status, headers, body } = await (async () => {
      const response = await post(`${service.url}/synthesize`, await wavForm(), {
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
