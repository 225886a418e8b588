import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildEpub } from '../helpers/epub-builder.ts';
import { rawBytes, rawRequest } from '../helpers/raw-request.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { smallBook } from '../helpers/small-book.ts';
import { bookForm, post, startJob, startService, waitUntil } from '../helpers/start-service.ts';

const formHead =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.epub"\r\ncontent-type: application/epub+zip\r\n\r\n';
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

function* endless(): Iterable<string | Uint8Array> {
  yield formHead;
  const piece = randomBytes(64 * 1024);
  for (;;) yield piece;
}

describe('limits', () => {
  it('reject an upload of 1 GB before it is sent, and one of unknown length as soon as it is too large', async () => {
    await using service = await startService({ settings: { AUDIOBOOK_UPLOAD_LIMIT_MB: '2' } });
    const announced = await rawRequest(`${service.url}/synthesize`, {
      method: 'POST',
      headers: { ...multipart, 'content-length': '1000000000', expect: '100-continue' },
    });
    expect([announced.status, JSON.parse(announced.body)]).toEqual([
      413,
      { detail: 'The upload is too large. The limit is 2 MB.', code: 'upload-too-large' },
    ]);
    const unannounced = await rawRequest(`${service.url}/jobs`, {
      method: 'POST',
      headers: { ...multipart, 'transfer-encoding': 'chunked' },
      body: endless,
    });
    expect([unannounced.status, JSON.parse(unannounced.body)]).toMatchObject([413, { code: 'upload-too-large' }]);
    expect(unannounced.headers.connection).toBe('close');
    await waitUntil(async () => (await service.jobFolders()).length === 0);
  });

  it('reject a book that is too large when unpacked, and one with too many files', async () => {
    await using service = await startService({
      settings: { AUDIOBOOK_BOOK_LIMIT_MB: '1', AUDIOBOOK_BOOK_ENTRIES: '50' },
    });
    const bomb = await buildEpub({
      ...smallBook,
      documents: [{ path: 'a.xhtml', title: 'A', body: `<p>${'boom '.repeat(2_000_000)}</p>` }],
    });
    expect(bomb.length).toBeLessThan(100_000);
    const crowd = await buildEpub({
      ...smallBook,
      entries: Array.from({ length: 60 }, (_, index) => ({ name: `${index}.txt`, data: '' })),
    });
    for (const book of [bomb, crowd]) {
      const response = await post(`${service.url}/synthesize`, await bookForm({}, book));
      expect([response.status, await response.json()]).toMatchObject([413, { code: 'book-too-large' }]);
    }
  });

  it('allow eight plans at a time, and the next one when one is done', async () => {
    await using service = await startService();
    const forms = await Promise.all(Array.from({ length: 10 }, async () => await bookForm()));
    const answers = await Promise.all(forms.map(async (form) => await post(`${service.url}/plan`, form)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8);
    expect((await post(`${service.url}/plan`, await bookForm())).status).toBe(200);
  });

  it('respond 429 with Retry-After when the queue is full, before the book is sent', async () => {
    await using kokoro = await startKokoroServer({ faults: () => 'hang-before-headers' });
    await using service = await startService({
      settings: {
        KOKORO_API_URL: `${kokoro.url}/v1`,
        AUDIOBOOK_PREFLIGHT: 'off',
        AUDIOBOOK_CONVERSIONS: '1',
        AUDIOBOOK_QUEUE: '1',
      },
    });
    await startJob(service);
    await startJob(service);
    const refused = await rawRequest(`${service.url}/synthesize`, {
      method: 'POST',
      headers: { ...multipart, 'content-length': '5000' },
    });
    expect([refused.status, refused.headers['retry-after'], JSON.parse(refused.body)]).toEqual([
      429,
      '15',
      { detail: 'The queue is full (1 job waiting). Try again later.', code: 'busy' },
    ]);
  });

  it('accept only as many simultaneous jobs as may run and wait', async () => {
    await using kokoro = await startKokoroServer({ faults: () => 'hang-before-headers' });
    await using service = await startService({
      settings: {
        KOKORO_API_URL: `${kokoro.url}/v1`,
        AUDIOBOOK_PREFLIGHT: 'off',
        AUDIOBOOK_CONVERSIONS: '1',
        AUDIOBOOK_QUEUE: '1',
      },
    });
    const form = await bookForm({ kind: 'synthesize', tts_provider: 'kokoro' });
    // Some arrive while an earlier one is uploaded, some while it is checked, some while its record is written.
    const sent = Array.from({ length: 40 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 3));
      const response = await post(`${service.url}/jobs`, form);
      await response.arrayBuffer();
      return response.status;
    });
    const statuses = (await Promise.all(sent)).toSorted((a, b) => a - b);
    expect(statuses).toEqual([202, 202, ...Array.from({ length: 38 }, () => 429)]);
    const refused = await post(`${service.url}/jobs`, await bookForm({ kind: 'synthesize' }));
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'busy' }]);
  });

  it('respond 507 when the disk has too little space for a book', async () => {
    await using service = await startService({ settings: { AUDIOBOOK_FREE_DISK_MB: '1000000000' } });
    const response = await post(`${service.url}/jobs`, await bookForm({ kind: 'synthesize' }));
    expect([response.status, await response.json()]).toEqual([
      507,
      { detail: 'The service does not have enough disk space for another book.', code: 'disk-full' },
    ]);
    expect(await service.jobFolders()).toEqual([]);
  });

  it('disconnect callers that send a book or headers too slowly', async () => {
    await using service = await startService({
      settings: { AUDIOBOOK_UPLOAD_IDLE_SECONDS: '0.3', AUDIOBOOK_HEADER_SECONDS: '0.3' },
    });
    const { port, host } = new URL(service.url);
    const head = `POST /synthesize HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 9999\r\n`;
    const slowBody = rawBytes(Number(port), `${head}content-type: multipart/form-data; boundary=x\r\n\r\n${formHead}P`);
    const slowHead = rawBytes(Number(port), head);
    expect(await slowBody).toMatch(/^HTTP\/1\.1 408 [^]*"code":"too-slow"\}$/u);
    expect(await slowHead).toMatch(/^HTTP\/1\.1 408 [^]*"code":"too-slow"\}$/u);
    await waitUntil(async () => (await service.jobFolders()).length === 0);
  });

  it.each([
    ['that is no HTTP', () => 'nonsense\r\n\r\n', 400],
    [
      'with two lengths',
      (host: string) => `POST /jobs HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n`,
      400,
    ],
    [
      'with huge headers',
      (host: string) => `GET /health HTTP/1.1\r\nhost: ${host}\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      'whose form ends too early',
      (host: string) =>
        `GET /health HTTP/1.1\r\nhost: ${host}\r\n\r\nPOST /jobs HTTP/1.1\r\nhost: ${host}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
  ])('end a request %s with an error as JSON, and its connection', async (_name, bytes, status) => {
    await using service = await startService();
    const { port, host } = new URL(service.url);
    const received = await rawBytes(Number(port), bytes(host));
    const [head = '', body = ''] = received.slice(received.lastIndexOf('HTTP/1.1')).split('\r\n\r\n');
    expect([head.split(' ')[1], JSON.parse(body)]).toEqual([
      `${status}`,
      { detail: expect.any(String), code: 'malformed' },
    ]);
  });

  it('must be numbers, or the service does not start', async () => {
    await expect(startService({ settings: { AUDIOBOOK_QUEUE: 'many' } })).rejects.toThrow(
      "Invalid AUDIOBOOK_QUEUE 'many'. Expected a number above 0, for example 100.",
    );
  });

  it('accept file names with quotes, line breaks, emoji and path traversal', async () => {
    await using service = await startService();
    const book = await buildEpub(smallBook);
    for (const name of ['../../..\\..\\x.epub', 'a"b\r\nX-Evil: 1\r\n🎧.epub', '/', `\u202E${'x'.repeat(3000)}`]) {
      const response = await post(`${service.url}/plan`, await bookForm({}, book, name));
      expect([name, response.status]).toEqual([name, 200]);
      expect(await response.json()).toMatchObject({ title: 'The Small Book' });
    }
    await waitUntil(async () => (await service.jobFolders()).length === 0);
  });
});
