import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rawRequest } from '../helpers/raw-request.ts';
import { faultyKokoro } from '../helpers/faulty-kokoro.ts';
import { bookForm, post, startJob, startService, waitForJob, waitUntil } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';

/** Fields of a conversion that is soon made. */
const brief = { max_chapters: '1', format: 'wav', loudness: 'off' };

const kokoro = faultyKokoro();

/** Sends the beginning of a form, and no more. */
async function slowUpload(service: RunningService): Promise<Socket> {
  const { hostname, port, host } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`POST /jobs HTTP/1.1\r\nhost: ${host}\r\ncontent-type: multipart/form-data; boundary=x\r\n`);
  socket.write('content-length: 90000\r\n\r\n--x\r\n');
  await new Promise((resolve) => socket.once('connect', resolve));
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function metrics(service: RunningService): Promise<string> {
  return (await rawRequest(`${service.url}/metrics`, {})).body;
}

describe('a request that names what no service has', () => {
  it.each([
    [{ voice: 'no_such_voice' }, 400, 'bad-value', 'no_such_voice'],
    [{ voice: 'en=af_heart,fr=no_such_voice' }, 400, 'bad-value', 'no_such_voice'],
    [{ tts_provider: 'openai' }, 503, 'provider-unavailable', 'OPENAI_API_KEY'],
    [{ tts_provider: 'embedded', voice: 'flite:nobody' }, 400, 'bad-value', 'flite:nobody'],
    [{ translate: 'klingonese' }, 400, 'malformed', 'klingonese'],
    [{ translate: 'fr' }, 400, 'bad-value', 'api:claude (the field llm_model), or set OLLAMA_MODEL'],
    [{ translate: 'fr', llm_model: 'api:claude' }, 503, 'model-unavailable', 'ANTHROPIC_API_KEY'],
    [{ kind: 'audiobook', llm_model: 'api:no-such-alias' }, 400, 'bad-value', 'no-such-alias'],
    [{ kind: 'audiobook', llm_model: 'gemma3:12b' }, 503, 'model-unavailable', 'gemma3:12b'],
  ])('is refused before it is queued: %j', async (fields, status, code, detail) => {
    await using service = await kokoro.start({ OLLAMA_API_URL: 'http://127.0.0.1:9' });
    const response = await post(`${service.url}/jobs`, await bookForm({ kind: 'synthesize', ...fields }));
    expect([response.status, await response.json()]).toEqual([
      status,
      { code, detail: expect.stringContaining(detail) },
    ]);
    expect(await service.jobFolders()).toEqual([]);
  });

  it('is accepted when the names are right, though no provider was named', async () => {
    await using service = await kokoro.start();
    const { id } = await startJob(service, { voice: 'en=af_heart,fr=ff_siwis', ...brief });
    expect(await waitForJob(service, id, 'done', 'failed')).toMatchObject({ state: 'done' });
  });
});

describe('a synchronous call', () => {
  it('becomes a job with Prefer: respond-async', async () => {
    await using service = await kokoro.start();
    const response = await post(`${service.url}/synthesize`, await bookForm(brief), {
      headers: { prefer: 'respond-async' },
    });
    const job = (await response.json()) as { id: string };
    expect([response.status, response.headers.get('preference-applied'), response.headers.get('location')]).toEqual([
      202,
      'respond-async',
      `/jobs/${job.id}`,
    ]);
    expect(await waitForJob(service, job.id, 'done', 'failed')).toMatchObject({ state: 'done', kind: 'synthesize' });
  });

  it('without a form is 422', async () => {
    await using service = await kokoro.start();
    const response = await fetch(`${service.url}/synthesize`, { method: 'POST' });
    expect([response.status, await response.json()]).toMatchObject([422, { code: 'missing-field' }]);
  });
});

describe('uploads', () => {
  it('take no places in the queue, however slow they are', async () => {
    await using service = await kokoro.start({ AUDIOBOOK_QUEUE: '1', AUDIOBOOK_CONVERSIONS: '1' });
    for (let count = 0; count < 5; count += 1) await slowUpload(service);
    await waitUntil(async () => (await service.jobFolders()).length === 5);
    const { id } = await startJob(service, brief);
    expect(await waitForJob(service, id, 'done', 'failed')).toMatchObject({ state: 'done' });
  });

  it('are limited in number', async () => {
    await using service = await kokoro.start({ AUDIOBOOK_UPLOADS: '1' });
    const slow = await slowUpload(service);
    await waitUntil(async () => (await service.jobFolders()).length === 1);
    const refused = await post(`${service.url}/plan`, await bookForm());
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'busy' }]);
    slow.destroy();
    await waitUntil(async () => (await service.jobFolders()).length === 0);
    expect((await post(`${service.url}/plan`, await bookForm())).status).toBe(200);
  });

  it('are limited in time', async () => {
    await using service = await kokoro.start({ AUDIOBOOK_UPLOAD_MINUTES: '0.01' });
    expect(await text(await slowUpload(service))).toMatch(/^HTTP\/1\.1 408 [^]*"code":"too-slow"\}$/u);
    await waitUntil(async () => (await service.jobFolders()).length === 0);
  });
});

describe('a service that stops', () => {
  it('responds until the end of the grace period, and reports that it is stopping', async () => {
    kokoro.fault = 'hang-before-headers';
    const service = await startService({
      graceMs: 60_000,
      settings: { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' },
    });
    expect(await (await fetch(`${service.url}/ready`)).json()).toEqual({ ready: true, problems: [] });
    const { id } = await startJob(service, brief);
    await waitUntil(() => kokoro.requests.length > 0);
    const stopped = service.stop();
    await waitUntil(async () => (await fetch(`${service.url}/health`)).status === 503);
    expect(await (await fetch(`${service.url}/ready`)).json()).toMatchObject({ ready: false });
    expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({ status: 'stopping' });
    const refused = await post(`${service.url}/jobs`, await bookForm({ kind: 'synthesize' }));
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'shutting-down' }]);
    expect((await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' })).status).toBe(200);
    await stopped;
  });
});

describe('/ready', () => {
  it('reports a disk without room', async () => {
    await using service = await kokoro.start({ AUDIOBOOK_FREE_DISK_MB: '1000000000' });
    const response = await fetch(`${service.url}/ready`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { ready: false, problems: ['The disk has too little free space.'] },
    ]);
  });
});

describe('/metrics', () => {
  it('has the waits, durations, bytes and hang-ups', async () => {
    await using service = await kokoro.start();
    const { id } = await startJob(service, brief);
    await waitForJob(service, id, 'done');
    kokoro.fault = 'hang-before-headers';
    const before = kokoro.requests.length;
    const hangUp = new AbortController();
    const form = await bookForm({ voice: 'bf_emma' });
    const left = post(`${service.url}/synthesize`, form, { signal: hangUp.signal }).catch(() => 'left');
    await waitUntil(() => kokoro.requests.length > before);
    hangUp.abort();
    expect(await left).toBe('left');
    await waitUntil(async () => (await metrics(service)).includes('audiobook_hung_up_total{operation="synthesize"} 1'));
    const found = await metrics(service);
    expect(found).toMatch(/audiobook_job_seconds_count\{kind="synthesize",state="done"\} 1/u);
    expect(found).toMatch(/audiobook_job_wait_seconds_count 2/u);
    expect(found).toMatch(/audiobook_uploaded_bytes_total [1-9]/u);
  });
});

describe('a secret in the address of a service', () => {
  it('never reaches a caller', async () => {
    await using service = await startService({
      settings: { KOKORO_API_URL: 'http://user:hidden-pass@127.0.0.1:9/v1?key=hidden-key' },
    });
    const response = await post(`${service.url}/synthesize`, await bookForm({ tts_provider: 'kokoro' }));
    const body = await response.text();
    expect([response.status, body.includes('hidden')]).toEqual([503, false]);
    expect(service.logText()).not.toContain('hidden');
  });
});
