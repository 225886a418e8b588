import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockedPdf } from '../helpers/locked-pdf.ts';
import { column, wrap } from '../helpers/pdf-builder.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { scannedPdf } from '../helpers/scanned-pdf.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { bookForm, waitForJob, post, startJob, startService } from '../helpers/start-service.ts';
import type { JobJson, RunningService } from '../helpers/start-service.ts';

let kokoro: KokoroServer;
let service: RunningService;

beforeAll(async () => {
  kokoro = await startKokoroServer();
  service = await startService({ settings: { KOKORO_API_URL: `${kokoro.url}/v1` } });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await kokoro[Symbol.asyncDispose]();
});

const password = 'correct horse battery staple';
/** Fields that make the audio as it is spoken. */
const cheap = { format: 'wav', loudness: 'off' };

/** Runs a job with these fields and returns it when it has ended. */
async function made(fields: Readonly<Record<string, string>>): Promise<JobJson> {
  const { id } = await startJob(service, fields);
  const job = await waitForJob(service, id, 'done', 'failed');
  await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
  return job;
}

function bytesOf({ result }: JobJson): number {
  return (result as { bytes: number }).bytes;
}

/** Returns the contents of all files in a folder as one text. */
async function textBelow(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const files = names.map((name) => path.join(folder, name));
  // Folders, and files that a job has removed meanwhile, count as empty.
  return (await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')))).join('\n');
}

/** Returns a copy of a form without one of its fields. */
function withoutField(form: FormData, field: string): FormData {
  const copy = new FormData();
  for (const [name, value] of form) if (name !== field) copy.append(name, value);
  return copy;
}

describe('the fields that a form shares with the command line', () => {
  it.each([
    ['chapters', '3-1', "Invalid chapter list '3-1'. Expected numbers, ranges or titles, for example 1,3-5,Prologue."],
    [
      'chapters',
      '1-100000,1',
      "Invalid chapter list '1-100000,1'. Expected numbers, ranges or titles, for example 1,3-5,Prologue.",
    ],
    ['bitrate', '1k', "Invalid bitrate '1k'. Expected 8k to 512k, for example 192k."],
    ['loudness', 'loud', "Invalid loudness 'loud'. Expected on or off."],
    ['allow_gaps', 'maybe', "Invalid allow gaps 'maybe'. Expected true or false."],
    ['ocr', 'yes', "Invalid ocr 'yes'. Expected true or false."],
    ['split_by', 'pages', "Invalid split by 'pages'. Expected contents, headings, or documents."],
    ['meta', 'year', "Invalid tag 'year'. Expected key=value, for example year=1813."],
    ['language', 'a b', "Invalid language 'a b'. Expected a BCP-47 language code, for example en or pt-BR."],
    [
      'translate',
      'Klingonese',
      "Invalid language 'Klingonese'. Expected a code or an English name, for example fr, pt-BR or French. Did you mean 'Aragonese' or 'Chinese'?",
    ],
    ['speed', '3', "Invalid speed '3'. Expected a number from 0.8 to 1.5."],
    ['password', 'x'.repeat(501), "Invalid password '***'. Expected at most 500 characters."],
  ])('refuse %s=%j before anything is done', async (field, value, detail) => {
    for (const operation of ['synthesize', 'audiobook', 'jobs']) {
      const fields = { ...(operation === 'jobs' && { kind: 'synthesize' }), [field]: value };
      const response = await post(`${service.url}/${operation}`, await bookForm(fields));
      const body: unknown = await response.json();
      expect([response.status, body]).toEqual([400, { code: 'malformed', detail: `Field '${field}': ${detail}` }]);
    }
    expect(await service.jobFolders()).toEqual([]);
  });

  it('choose chapters, bitrate and loudness', async () => {
    const small = await made({ chapters: '2-3', bitrate: '32k', loudness: 'off' });
    expect(small).toMatchObject({ state: 'done', report: { chapters: [{ title: 'Noon' }, { title: 'Night' }] } });
    const { seconds } = small['report'] as { readonly seconds: number };
    // With the tags.
    expect((bytesOf(small) * 8) / seconds).toBeLessThan(40_000);
    expect(await made({ chapters: '9' })).toMatchObject({ state: 'failed', error: { code: 'bad-value' } });
  });

  it('choose how the book is read and what the tags say, in repeated fields', async () => {
    const form = await bookForm({ chapters: '1', split_by: 'documents' });
    form.append('exclude', 'Morning');
    form.append('exclude', 'Night');
    form.append('meta', 'title=Another Title');
    form.append('meta', 'year=1913');
    const plan = await post(`${service.url}/plan`, withoutField(form, 'meta'));
    expect(await plan.json()).toMatchObject({ chapters: [{ number: 1, title: 'Noon' }] });
    form.set('kind', 'synthesize');
    const { id } = (await (await post(`${service.url}/jobs`, form)).json()) as JobJson;
    const job = await waitForJob(service, id, 'done', 'failed');
    expect(job).toMatchObject({ state: 'done', report: { chapters: [{ number: 1, track: 1, title: 'Noon' }] } });
    const result = await fetch(`${service.url}/jobs/${id}/result`);
    const title = Buffer.from('Another Title', 'utf16le');
    expect(Buffer.from(await result.arrayBuffer()).includes(title)).toBe(true);
    await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
  });

  it('refuse what the pipeline would refuse, before the conversion is queued', async () => {
    for (const [operation, fields] of [
      ['synthesize', { bitrate: '511k' }],
      ['audiobook', { bitrate: '400k', task: 'direct' }],
      ['jobs', { kind: 'audiobook', bitrate: '400k' }],
    ] as const) {
      const response = await post(`${service.url}/${operation}`, await bookForm(fields));
      expect([operation, response.status, await response.json()]).toEqual([
        operation,
        400,
        { code: 'bad-value', detail: expect.stringContaining(fields.bitrate) },
      ]);
    }
    expect(await service.jobFolders()).toEqual([]);
  });

  it('refuse a cover that is not a picture', async () => {
    const form = await bookForm({ kind: 'synthesize' });
    form.append('cover', new Blob(['It is green.']), 'cover.jpg');
    const response = await post(`${service.url}/jobs`, form);
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'bad-value', detail: expect.stringMatching(/^The cover is not a picture/u) },
    ]);
    expect(await service.jobFolders()).toEqual([]);
  });

  it('refuse a field that is sent twice, or with a name of a nested value', async () => {
    const twice = await bookForm({ voice: 'flite:slt' });
    twice.append('voice', 'flite:rms');
    const nested = await bookForm({ 'voice[first]': 'flite:slt' });
    for (const form of [twice, nested]) {
      const response = await post(`${service.url}/synthesize`, form);
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'malformed' }]);
    }
  });

  it('are refused in the address of a form, where nothing would read them', async () => {
    for (const [operation, fields] of [
      ['synthesize?voice=flite:rms', {}],
      ['plan?max_chapters=1', {}],
      ['jobs?voice=flite:rms', { kind: 'synthesize' }],
    ] as const) {
      const response = await post(`${service.url}/${operation}`, await bookForm(fields));
      expect([response.status, await response.json()]).toEqual([
        400,
        { code: 'malformed', detail: expect.stringMatching(/^Unknown parameter '\w+' in the address\. .*form/u) },
      ]);
    }
    const { id } = await startJob(service, { scripts_only: 'true' });
    const response = await fetch(`${service.url}/jobs/${id}?voice=flite:rms`, { method: 'PATCH', body: '{}' });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'malformed' }]);
    await waitForJob(service, id, 'scripted', 'failed');
    await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
    expect(await service.jobFolders()).toEqual([]);
  });

  it('refuse what a language model would be told where no script is written', async () => {
    for (const [field, value] of [
      ['task', 'podcast'],
      ['prompt', 'Write it as a letter to a friend.'],
      ['hosts', '1'],
      ['temperature', '0.5'],
    ] as const) {
      const response = await post(`${service.url}/jobs`, await bookForm({ kind: 'synthesize', [field]: value }));
      expect([response.status, await response.json()]).toEqual([
        400,
        {
          code: 'malformed',
          detail: `Field '${field}' needs kind=audiobook: kind=synthesize speaks the text of the book.`,
        },
      ]);
    }
    expect(await service.jobFolders()).toEqual([]);
  });

  it('let a conversion continue after gaps, and report them without a path or key from the message of the provider', async () => {
    const key = 'invented-key-of-openai';
    await using failing = await startKokoroServer({
      faults: () => (String(failing.requests.at(-1)?.['input']).includes('river') ? 'error' : undefined),
      errorMessage: `Traceback: File "/srv/kokoro/engine.py", line 7, with ${key}`,
    });
    const settings = { KOKORO_API_URL: `${failing.url}/v1`, OPENAI_API_KEY: key };
    await using gaping = await startService({ settings });
    const { id } = await startJob(gaping, { allow_gaps: 'true', chapters: '2', ...cheap });
    const job = await waitForJob(gaping, id, 'done', 'failed');
    const reason = expect.stringContaining('File "engine.py", line 7, with ***');
    expect(job).toMatchObject({ state: 'done', report: { complete: false, gaps: [{ reason }] } });
    const record = await readFile(path.join(gaping.cacheFolder, 'audiobook-jobs', id, 'job.json'), 'utf8');
    for (const text of [JSON.stringify(job), record]) expect(text).not.toMatch(/\/srv\/kokoro|invented-key/u);
    const result = await fetch(`${gaping.url}/jobs/${id}/result`, { method: 'HEAD' });
    expect([result.status, result.headers.get('x-audiobook-gaps')]).toEqual([200, '1']);
  });
});

describe('an upload with a long name', () => {
  it('keeps the extension, which distinguishes Markdown from plain text', async () => {
    const form = await bookForm({}, Buffer.from('# The Water\n\nThe *old* man went home.\n'), `${'a'.repeat(140)}.md`);
    const plan = (await (await post(`${service.url}/plan`, form)).json()) as { title: string };
    expect(plan.title).toBe('The Water');
  });
});

describe('a password', () => {
  it('opens an encrypted PDF, also for a plan', async () => {
    const locked = await post(`${service.url}/plan`, await bookForm({}, lockedPdf));
    expect([locked.status, await locked.json()]).toEqual([
      415,
      { code: 'book-password', detail: expect.stringContaining('(the field password)') },
    ]);
    for (const [operation, fields] of Object.entries({ plan: {}, synthesize: cheap })) {
      const form = await bookForm({ password: 'openpassword', ...fields }, lockedPdf, 'locked.pdf');
      const opened = await post(`${service.url}/${operation}`, form);
      expect(opened.status).toBe(200);
      await opened.arrayBuffer();
    }
  });

  it('is never on disk, in the log or in a response, and may be missing when the same job is requested again', async () => {
    const init = { headers: { 'idempotency-key': 'secret' } };
    const { id } = await startJob(service, { password, max_chapters: '1', ...cheap }, init);
    const waiting = await textBelow(path.join(service.cacheFolder, 'audiobook-jobs'));
    const job = await waitForJob(service, id, 'done', 'failed');
    const { url } = service;
    const answers = [`/jobs/${id}`, '/jobs', `/jobs/${id}/events`].map(async (at) => (await fetch(url + at)).text());
    const done = await textBelow(path.join(service.cacheFolder, 'audiobook-jobs'));
    expect([job.state, waiting, done]).toEqual(['done', expect.stringContaining(id), expect.stringContaining(id)]);
    for (const text of [waiting, done, service.logText(), ...(await Promise.all(answers))]) {
      expect(text).not.toContain(password);
    }
    expect((await startJob(service, { max_chapters: '1', ...cheap }, init)).id).toBe(id);
    await fetch(`${url}/jobs/${id}`, { method: 'DELETE' });
  });

  it('may be corrected under the same Idempotency-Key', async () => {
    const init = { headers: { 'idempotency-key': 'locked' } };
    const ended = async (fields: Readonly<Record<string, string>>): Promise<JobJson> => {
      const form = await bookForm({ kind: 'synthesize', ...cheap, ...fields }, lockedPdf, 'locked.pdf');
      const { id } = (await (await post(`${service.url}/jobs`, form, init)).json()) as JobJson;
      return await waitForJob(service, id, 'done', 'failed');
    };
    const wrong = await ended({ password: 'wrong' });
    expect(wrong).toMatchObject({ error: { code: 'book-password' } });
    const right = await ended({ password: 'openpassword' });
    expect([right.state, right.id === wrong.id]).toEqual(['done', false]);
    expect((await ended({})).id).toBe(right.id);
    for (const { id } of [wrong, right]) await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
  });
});

const line = 'The lamp had burned low when the keeper climbed the stairs for the last time that night.';
let scan: Promise<Uint8Array> | undefined;
const scannedPage = { texts: column(90, 100, wrap(line, 50), { size: 14, font: 'serif', leading: 20 }) };

/** Returns the response of an operation to a scanned PDF with these fields. */
async function answerToScan(operation: string, fields: Readonly<Record<string, string>>): Promise<unknown> {
  scan ??= scannedPdf({ pages: [scannedPage], language: 'en' });
  const response = await post(`${service.url}/${operation}`, await bookForm(fields, await scan, 'scan.pdf'));
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return [response.status, isJson ? await response.json() : await response.arrayBuffer()];
}

describe('text recognition', () => {
  it('rejects an unknown language at once, whatever is installed', async () => {
    for (const operation of ['synthesize', 'audiobook', 'plan', 'jobs']) {
      const fields = { ...(operation === 'jobs' && { kind: 'synthesize' }), ocr_language: 'deu+klingon' };
      const response = await post(`${service.url}/${operation}`, await bookForm(fields));
      expect([operation, response.status, await response.json()]).toEqual([
        operation,
        400,
        { code: 'bad-value', detail: expect.stringContaining("Invalid text recognition language 'klingon'.") },
      ]);
    }
    expect(await service.jobFolders()).toEqual([]);
    // Missing language data matters only for books with scanned pages.
    expect((await post(`${service.url}/plan`, await bookForm({ ocr_language: 'zh-TW+deu' }))).status).toBe(200);
  });

  it('is not used unless requested, nor where ocr is false', async () => {
    expect(await answerToScan('synthesize', {})).toMatchObject([415, { code: 'book-no-text' }]);
    const refused = { ocr: 'false', ocr_language: 'en' };
    expect(await answerToScan('plan', refused)).toMatchObject([415, { code: 'book-no-text' }]);
  });
});

describe.skipIf(isProgramMissing('tesseract'))('text recognition by tesseract', () => {
  it('reads a scanned PDF when requested, also for a plan', async () => {
    expect(await answerToScan('synthesize', { ocr: 'true', ...cheap })).toMatchObject([200, {}]);
    expect(await answerToScan('plan', { ocr_language: 'en' })).toMatchObject([200, { words: 17 }]);
  });
});
