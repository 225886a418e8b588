import { stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { picture } from '../audio/pictures.ts';
import { faultyKokoro } from '../helpers/faulty-kokoro.ts';
import { bookForm, waitForJob, post, startJob, waitUntil } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const kokoro = faultyKokoro();

/** Requests that hang last longer than a test may. */
const endless = { AUDIOBOOK_PREFLIGHT: 'off', TTS_TIMEOUT: '600' };

const brief = { max_chapters: '1', format: 'wav', loudness: 'off' };

interface SseEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads server-sent events until the stream ends or `max` have arrived. */
async function events(response: Response, max = Infinity): Promise<SseEvent[]> {
  const found: SseEvent[] = [];
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/su).slice(0, 2)));
      if (fields['data'] !== undefined) found.push({ ...fields, data: JSON.parse(fields['data']) } as SseEvent);
    }
    if (found.length >= max) break;
  }
  return found.slice(0, max);
}

async function follow(service: RunningService, id: string, lastId?: string): Promise<Response> {
  return await fetch(
    `${service.url}/jobs/${id}/events`,
    lastId === undefined ? {} : { headers: { 'last-event-id': lastId } },
  );
}

describe('a job', () => {
  it('is created, followed by two alike, and downloaded, whole and in ranges', async () => {
    await using service = await kokoro.start();
    const created = await post(`${service.url}/jobs`, await bookForm({ kind: 'synthesize' }));
    const job = (await created.json()) as { id: string };
    expect([created.status, created.headers.get('location')]).toEqual([202, `/jobs/${job.id}`]);
    const [first, second] = await Promise.all([follow(service, job.id), follow(service, job.id)]);
    const [all, others] = await Promise.all([events(first), events(second)]);
    const done = await waitForJob(service, job.id, 'done', 'failed');
    expect(done).toMatchObject({
      kind: 'synthesize',
      state: 'done',
      file: 'small.epub',
      provider: 'kokoro',
      providerByDefault: true,
      warnings: [],
      result: { url: `/jobs/${job.id}/result`, name: 'The Small Book.mp3', mediaType: 'audio/mpeg' },
      report: { complete: true, book: { title: 'The Small Book' }, voice: 'af_heart' },
    });
    expect(JSON.stringify(done)).not.toContain(service.cacheFolder);
    const url = `${service.url}/jobs/${job.id}/result`;
    const whole = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), (await head.arrayBuffer()).byteLength]).toEqual([
      200,
      String(whole.length),
      0,
    ]);
    const range = await fetch(url, { headers: { range: 'bytes=100-199' } });
    expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.length}`]);
    expect(new Uint8Array(await range.arrayBuffer())).toEqual(whole.slice(100, 200));
    const etag = range.headers.get('etag') ?? '';
    for (const [headers, status] of [
      [{ range: `bytes=${whole.length}-` }, 416],
      [{ range: 'bytes=5-2' }, 416],
      [{ range: 'bytes=0-' }, 206],
      [{ range: 'bytes=-1' }, 206],
      [{ range: 'pages=1-2' }, 200],
      [{ range: 'bytes=0-0', 'if-range': etag }, 206],
      [{ range: 'bytes=0-0', 'if-range': `W/${etag}` }, 200],
      [{ range: 'bytes=0-0', 'if-range': '"of another file"' }, 200],
      [{ 'if-none-match': etag, 'cache-control': 'max-age=0' }, 304],
      [{ 'if-match': etag }, 200],
      [{ 'if-match': '"of another file"' }, 412],
    ] as const) {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      expect([headers, response.status, etag.startsWith('"')]).toEqual([headers, status, true]);
    }
    expect((await fetch(url, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD');

    expect(all.at(-1)).toMatchObject({ event: 'job', data: { id: job.id, state: 'done' } });
    expect(all.some(({ event, data }) => event === 'progress' && data['stage'] === 'speaking')).toBe(true);
    const common = others.filter((event) => all.some((same) => same.id === event.id));
    expect(common.length).toBeGreaterThan(3);
    expect(all.filter((event) => common.some((same) => same.id === event.id)).slice(1)).toEqual(common.slice(1));
    // A stream resumes after the last event that was seen.
    expect(await events(await follow(service, job.id, all.at(-3)?.id))).toEqual(all.slice(-2));
    expect((await follow(service, job.id, all.at(-1)?.id)).status).toBe(204);
    const stranger = await events(await follow(service, job.id, 'other-7'));
    expect(stranger).toMatchObject([{ event: 'job', data: { state: 'done' } }]);

    // From the store: nothing of it is spoken again.
    await (await post(`${service.url}/synthesize`, await bookForm())).arrayBuffer();
    await waitUntil(async () => (await service.jobFolders()).length === 1);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('audiobook_jobs{state="done"} 1');
    expect(metrics).toMatch(/audiobook_segments_total\{source="provider"\} [1-9]/u);
    expect(metrics).toMatch(/audiobook_segments_total\{source="store"\} [1-9]/u);
    expect(metrics).toMatch(/audiobook_characters_total [1-9]/u);
    expect(metrics).toMatch(/audiobook_provider_seconds_count\{provider="kokoro"\} [1-9]/u);
    expect(metrics).toContain('audiobook_answers_total{operation="synthesize",status="200"} 1');
    expect(metrics).toContain('process_resident_memory_bytes');
    const { jobs } = (await (await fetch(`${service.url}/jobs`)).json()) as {
      jobs: { id: string; report?: unknown }[];
    };
    expect(jobs).toEqual([expect.objectContaining({ id: job.id, state: 'done' })]);
    expect((await fetch(`${service.url}/jobs/${job.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(url)).status).toBe(404);
    expect(await service.jobFolders()).toEqual([]);
  });

  it('ends a HEAD for its events at once, and responds to any unknown last event with its state', async () => {
    kokoro.fault = 'hang-before-headers';
    await using service = await kokoro.start({ AUDIOBOOK_PREFLIGHT: 'off' });
    const { id } = await startJob(service);
    const head = await fetch(`${service.url}/jobs/${id}/events`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const last of ['nonsense', '0', '-1', 'x'.repeat(4000), '00000000-99999999']) {
      const [first] = await events(await follow(service, id, last), 1);
      expect(first).toMatchObject({ event: 'job', data: { id } });
    }
    await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
  });

  it('is returned again for the same request under its Idempotency-Key, and for no other request', async () => {
    kokoro.fault = 'hang-before-headers';
    await using service = await kokoro.start({ ...endless, AUDIOBOOK_CONVERSIONS: '1' });
    const init = { headers: { 'idempotency-key': 'once' } };
    const [first, again] = await Promise.all([startJob(service, {}, init), startJob(service, {}, init)]);
    expect(again.id).toBe(first.id);
    const other = await post(`${service.url}/jobs`, await bookForm({ kind: 'synthesize', language: 'fr' }), init);
    expect([other.status, await other.json()]).toEqual([
      422,
      {
        detail: 'The Idempotency-Key was already used for a different request. Use a new one.',
        code: 'idempotency-mismatch',
      },
    ]);
    const covered = async (cover: Buffer): Promise<number> => {
      const form = await bookForm({ kind: 'synthesize' });
      form.set('cover', new Blob([Uint8Array.from(cover)]), 'cover.png');
      return (await post(`${service.url}/jobs`, form, { headers: { 'idempotency-key': 'covered' } })).status;
    };
    const [small, large] = [await picture('png', '48x64'), await picture('png')];
    expect([await covered(small), await covered(small), await covered(large)]).toEqual([202, 202, 422]);
    expect((await startJob(service)).id).not.toBe(first.id);
    await waitUntil(async () => (await service.jobFolders()).length === 3);
  });

  it('can be canceled while it runs and while it waits, which removes its files', async () => {
    kokoro.fault = 'hang-before-headers';
    await using service = await kokoro.start({ ...endless, AUDIOBOOK_CONVERSIONS: '1' });
    const running = await startJob(service);
    const waiting = await startJob(service);
    await waitUntil(() => kokoro.requests.length > 0);
    const notYet = await fetch(`${service.url}/jobs/${waiting.id}/result`);
    expect([notYet.status, notYet.headers.get('retry-after'), await notYet.json()]).toEqual([
      409,
      '10',
      { detail: 'The job is queued; it has no result yet.', code: 'not-finished' },
    ]);
    for (const { id } of [waiting, running]) {
      const response = await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
      expect([response.status, await response.json()]).toMatchObject([200, { id, state: 'canceled' }]);
      const result = await fetch(`${service.url}/jobs/${id}/result`);
      expect([result.status, await result.json()]).toEqual([
        410,
        { detail: 'The job was canceled; it has no result.', code: 'gone' },
      ]);
      await expect(stat(path.join(service.cacheFolder, 'audiobook-jobs', id, 'upload'))).rejects.toThrow('ENOENT');
    }
  });

  it('continues in the next process after the service was stopped', async () => {
    const cacheFolder = await temporaryFolder();
    kokoro.fault = 'hang-before-headers';
    const service = await kokoro.start({ AUDIOBOOK_PREFLIGHT: 'off', AUDIOBOOK_CONVERSIONS: '1' }, cacheFolder);
    const [running, waiting] = [await startJob(service, brief), await startJob(service, brief)];
    await waitUntil(() => kokoro.requests.length > 0);
    await service.stop();
    kokoro.fault = undefined;
    await using next = await kokoro.start({}, cacheFolder);
    for (const { id } of [running, waiting])
      expect(await waitForJob(next, id, 'done', 'failed')).toMatchObject({ state: 'done' });
  });
});

describe('a synchronous call', () => {
  it('is canceled when the caller disconnects although its requests hang, and leaves no files', async () => {
    kokoro.fault = 'hang-before-headers';
    await using service = await kokoro.start(endless);
    const hangUp = new AbortController();
    const call = post(`${service.url}/synthesize`, await bookForm(), { signal: hangUp.signal });
    await waitUntil(() => kokoro.requests.length > 0);
    hangUp.abort();
    await expect(call).rejects.toThrow('abort');
    await waitUntil(async () => (await service.jobFolders()).length === 0);
    expect(service.log).toContainEqual(expect.objectContaining({ path: '/synthesize', hungUp: true }));
    expect(await (await fetch(`${service.url}/jobs`)).json()).toEqual({ jobs: [], total: 0 });
  });

  it('fails when the service stops, and does not continue after a restart', async () => {
    const cacheFolder = await temporaryFolder();
    kokoro.fault = 'hang-before-headers';
    const service = await kokoro.start({ AUDIOBOOK_PREFLIGHT: 'off' }, cacheFolder);
    const call = post(`${service.url}/synthesize`, await bookForm());
    await waitUntil(() => kokoro.requests.length > 0);
    const stopped = service.stop();
    const response = await call;
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      503,
      '15',
      { detail: 'The service is shutting down. Try again later.', code: 'shutting-down' },
    ]);
    await stopped;
    await using next = await kokoro.start({}, cacheFolder);
    expect(await next.jobFolders()).toEqual([]);
  });
});
