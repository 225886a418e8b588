import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEpub } from '../helpers/epub-builder.ts';
import { uniqueParagraphs } from '../helpers/narration-book.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaServer } from '../helpers/servers/ollama-server.ts';
import { smallBook } from '../helpers/small-book.ts';
import { bookForm, post, startJob, startService, waitForJob } from '../helpers/start-service.ts';
import type { JobJson, RunningService } from '../helpers/start-service.ts';

let kokoro: KokoroServer;
let ollama: OllamaServer;
let cacheFolder: string;
let service: RunningService;

async function start(): Promise<RunningService> {
  const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, OLLAMA_API_URL: ollama.url };
  return await startService({ cacheFolder, settings });
}

beforeAll(async () => {
  kokoro = await startKokoroServer();
  ollama = await startOllamaServer();
  cacheFolder = await mkdtemp(path.join(tmpdir(), 'audiobook-scripts-'));
  service = await start();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await kokoro[Symbol.asyncDispose]();
  await ollama[Symbol.asyncDispose]();
  await rm(cacheFolder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function call(method: string, address: string, body?: unknown): Promise<Answer> {
  const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const response = await fetch(service.url + address, { method, ...init });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

function spokenTexts(): string {
  return kokoro.requests.map(({ input }) => String(input)).join('\n');
}

describe('a job that ends with its scripts', () => {
  it('waits while they are read and edited, over a restart, and speaks them as they are then', async () => {
    // Shorter chapters are spoken unchanged.
    const documents = ['A', 'B'].map((title, index) => ({
      path: `${title}.xhtml`,
      title,
      body: `<h1>${title}</h1>${uniqueParagraphs(8, index)
        .map((text) => `<p>${text}</p>`)
        .join('')}`,
    }));
    const book = await buildEpub({ ...smallBook, documents });
    const form = await bookForm({ kind: 'audiobook', llm_model: 'tiny', scripts_only: 'true', loudness: 'off' }, book);
    const { id } = (await (await post(`${service.url}/jobs`, form)).json()) as JobJson;
    const url = `/jobs/${id}`;
    const scripted = await waitForJob(service, id, 'scripted', 'failed');
    expect(scripted).toMatchObject({ state: 'scripted', scripts: `${url}/scripts` });
    expect(kokoro.requests).toEqual([]);
    expect((await call('GET', `${url}/scripts`)).body).toEqual({
      scripts: [
        { number: 1, title: 'A', words: expect.any(Number), edited: false, url: `${url}/scripts/1` },
        { number: 2, title: 'B', words: expect.any(Number), edited: false, url: `${url}/scripts/2` },
      ],
    });
    const { body: script } = await call('GET', `${url}/scripts/2`);
    expect(script).toMatchObject({ number: 2, title: 'B', edited: false, source: expect.stringContaining('# B') });
    const text = '# Behind the Harbour\n\nA sentence that nobody but the editor knows.\n\n---\n\nAnd one more.';
    const changed = await call('PUT', `${url}/scripts/2`, { title: 'Harbour', text });
    expect([changed.status, changed.body]).toMatchObject([200, { title: 'Harbour', text, edited: true }]);

    await service.stop();
    service = await start();
    expect((await call('GET', `${url}/scripts/2`)).body).toEqual(changed.body);
    expect((await call('GET', `${url}/result`)).body).toMatchObject({ code: 'not-finished' });
    // What decides on the scripts stays; how they are spoken may change.
    expect(await call('PATCH', url, { task: 'summary' })).toMatchObject({ status: 409, body: { code: 'wrong-state' } });
    expect((await call('PATCH', url, { format: 'mp3' })).status).toBe(200);

    const asked = ollama.chats.length;
    expect(await call('POST', `${url}/speak`)).toMatchObject({ status: 202, body: { id } });
    const done = await waitForJob(service, id, 'done', 'failed');
    expect(done).toMatchObject({
      state: 'done',
      result: { mediaType: 'audio/mpeg' },
      report: {
        chapters: [{ title: 'A' }, { title: 'Harbour' }],
        narration: { chapters: [{ origin: 'kept' }, { origin: 'edited' }] },
      },
    });
    expect(ollama.chats.length).toBe(asked);
    expect(spokenTexts()).toContain('nobody but the editor knows');
    for (const [method, address, body] of [
      ['PUT', `${url}/scripts/2`, { text }],
      ['POST', `${url}/speak`, undefined],
    ] as const) {
      expect(await call(method, address, body)).toMatchObject({ status: 409, body: { code: 'wrong-state' } });
    }
  });

  it('may be the text of the book, for a conversion without a language model', async () => {
    const { id } = await startJob(service, { scripts_only: 'true', max_chapters: '1', format: 'wav' });
    await waitForJob(service, id, 'scripted', 'failed');
    const before = kokoro.requests.length;
    const { body } = await call('GET', `/jobs/${id}/scripts/1`);
    const text = `${String(body['text'])}\n\nThe last word belongs to the reader.`;
    expect((await call('PUT', `/jobs/${id}/scripts/1`, { text })).body).toMatchObject({
      title: 'Morning',
      edited: true,
    });
    await call('POST', `/jobs/${id}/speak`);
    expect(await waitForJob(service, id, 'done', 'failed')).toMatchObject({ result: { mediaType: 'audio/wav' } });
    expect(kokoro.requests.length).toBeGreaterThan(before);
    expect(spokenTexts()).toContain('belongs to the reader');
  });

  it('changes for one of two editors at a time, when they send its tag', async () => {
    const { id } = await startJob(service, { scripts_only: 'true', max_chapters: '1' });
    await waitForJob(service, id, 'scripted', 'failed');
    const url = `${service.url}/jobs/${id}/scripts/1`;
    const tag = (await fetch(url)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/u);
    const put = async (text: string, ifMatch: string): Promise<Response> =>
      await fetch(url, { method: 'PUT', headers: { 'if-match': ifMatch }, body: JSON.stringify({ text }) });
    const editors = await Promise.all(['One.', 'Two.', 'Three.'].map(async (text) => await put(text, tag)));
    expect(editors.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    const winner = editors.find(({ status }) => status === 200);
    const newTag = winner?.headers.get('etag') ?? '';
    expect((await fetch(url)).headers.get('etag')).toBe(newTag);
    expect((await fetch(url, { headers: { 'if-none-match': newTag, 'cache-control': 'max-age=0' } })).status).toBe(304);
    expect(await (await put('Four.', `W/${newTag}`)).json()).toMatchObject({ code: 'precondition-failed' });
    for (const ifMatch of [`"other", ${newTag}`, '*']) expect((await put('Five.', ifMatch)).status).toBe(200);
  });

  it('refuses invalid scripts', async () => {
    const { id } = await startJob(service, { scripts_only: 'true', max_chapters: '1' });
    await waitForJob(service, id, 'scripted', 'failed');
    const url = `/jobs/${id}/scripts/1`;
    const { body: before } = await call('GET', url);
    for (const [body, status, code] of [
      [{ text: ' \n\n ' }, 400, 'bad-value'],
      [{ text: 'One.\n~ pause x' }, 400, 'bad-value'],
      [{ text: '' }, 400, 'malformed'],
      [{ text: 'a\u0000b' }, 400, 'malformed'],
      [{ text: 'a', title: 'two\nlines' }, 400, 'malformed'],
      [{ text: 'a', title: ' ' }, 400, 'malformed'],
      [{ title: 'a' }, 400, 'malformed'],
      [{ text: 'a', fingerprint: 'x' }, 400, 'malformed'],
      [['a'], 400, 'malformed'],
      ['{', 400, 'malformed'],
      [{ text: 'x'.repeat(1_000_001) }, 400, 'malformed'],
      [{ text: 'x'.repeat(7e6) }, 413, 'upload-too-large'],
    ] as const) {
      expect([body, await call('PUT', url, body)]).toMatchObject([body, { status, body: { code } }]);
    }
    expect((await call('GET', url)).body).toEqual(before);
    for (const number of ['0', '2', '-1', '1e99', 'x', '..%2F..%2Fjob', '001%20-%20Morning']) {
      expect([number, (await call('GET', `/jobs/${id}/scripts/${number}`)).status]).toEqual([number, 404]);
      expect([number, (await call('PUT', `/jobs/${id}/scripts/${number}`, { text: 'a' })).status]).toEqual([
        number,
        404,
      ]);
    }
    expect((await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await call('GET', url)).status).toBe(404);
  });
});
