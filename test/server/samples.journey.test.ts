import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleSentence } from '../../src/pipeline/read/sample-sentence.ts';
import type { Block, Chapter } from '../../src/core/book.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { bookForm, post, startJob, startService, waitForJob } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';

let kokoro: KokoroServer;
let service: RunningService;
const jobs = new Set<string>();

beforeAll(async () => {
  kokoro = await startKokoroServer();
  service = await startService({ settings: { KOKORO_API_URL: `${kokoro.url}/v1` } });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await kokoro[Symbol.asyncDispose]();
});

async function sample(fields: Readonly<Record<string, string>>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return await post(`${service.url}/samples`, form);
}

describe('POST /samples', () => {
  it('lets a voice say a text', async () => {
    const response = await sample({ text: 'Good evening, Lisbon.', voice: 'bf_emma', format: 'wav' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    const wav = Buffer.from(await response.arrayBuffer());
    expect([wav.toString('latin1', 0, 4), wav.readUInt32LE(4)]).toEqual(['RIFF', wav.length - 8]);
    expect(kokoro.requests.at(-1)).toMatchObject({ input: 'Good evening, Lisbon.', voice: 'bf_emma' });
    const mp3 = await sample({ text: 'Good evening.', tts_provider: 'embedded', voice: 'flite:slt' });
    expect([mp3.status, mp3.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect((await mp3.arrayBuffer()).byteLength).toBeGreaterThan(2000);
  });

  it('lets a voice say sentences of the book of a job, and of one that is only planned', async () => {
    const plan = await post(`${service.url}/plan`, await bookForm({ chapters: '2' }));
    expect(await plan.json()).toMatchObject({ sample: 'At noon the mill stopped, and the miller slept.' });
    const { id } = await startJob(service, { chapters: '3' });
    jobs.add(id);
    await waitForJob(service, id, 'done', 'failed');
    const response = await sample({ job: id });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(kokoro.requests.at(-1)).toMatchObject({ input: 'Lamps were lit along the quay, one by one.' });
  });

  it('lets a voice say sentences of a book that is sent, and keeps nothing of it', async () => {
    const response = await post(`${service.url}/samples`, await bookForm({ voice: 'bf_emma', format: 'wav' }));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect(kokoro.requests.at(-1)).toMatchObject({
      input: 'The kettle sang before the birds did.',
      voice: 'bf_emma',
    });
    const damaged = await post(`${service.url}/samples`, await bookForm({}, Buffer.from('PK no book')));
    expect([damaged.status, await damaged.json()]).toMatchObject([415, {}]);
    for (const extra of ['text', 'cover']) {
      const form = await bookForm(extra === 'text' ? { text: 'And this.' } : {});
      if (extra === 'cover') form.set('cover', new Blob(['x']), 'cover.png');
      expect([extra, (await post(`${service.url}/samples`, form)).status]).toEqual([
        extra,
        extra === 'text' ? 422 : 400,
      ]);
    }
    expect((await service.jobFolders()).filter((id) => !jobs.has(id))).toEqual([]);
  });

  it.each([
    [{}, 422, 'missing-field'],
    [{ text: 'a', job: '00000000-0000-4000-8000-000000000000' }, 404, 'not-found'],
    [{ job: '00000000-0000-4000-8000-000000000000' }, 404, 'not-found'],
    [{ job: '../../etc/passwd' }, 400, 'malformed'],
    [{ text: 'x'.repeat(1001) }, 400, 'malformed'],
    [{ text: 'x'.repeat(5000) }, 400, 'malformed'],
    [{ text: ' ' }, 400, 'malformed'],
    [{ text: 'Hello.', format: 'flac' }, 400, 'malformed'],
    [{ text: 'Hello.', tts_provider: 'nobody' }, 400, 'bad-value'],
    [{ text: 'Hello.', tts_provider: 'embedded', voice: 'flite:nobody' }, 400, 'bad-value'],
    [{ text: 'Hello.', speed: '100' }, 400, 'malformed'],
  ] as const)('refuses %j', async (fields, status, code) => {
    const response = await sample(fields);
    expect([response.status, await response.json()]).toMatchObject([status, { code }]);
  });
});

function block(text: string, kind: Block['kind'] = 'paragraph'): Block {
  return { kind, text, document: 'a' };
}

function chapter(...blocks: Block[]): Chapter {
  return { title: 'A', titleSource: 'contents', blocks };
}

describe('the sentences for a sample', () => {
  const metadata = {
    title: 'A',
    authors: [],
    contributors: [],
    language: 'en',
    languageSource: 'declared',
    subjects: [],
  } as const;

  it('are whole, of the first long chapter, and short', () => {
    const long = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} is about the sea.`).join(' ');
    const chapters = [chapter(block('For my mother.')), chapter(block('One', 'heading'), block(long))];
    const found = sampleSentence({ metadata, chapters }) ?? '';
    expect(found).toBe(long.slice(0, found.length));
    expect([found.endsWith('sea.'), found.length >= 80, found.length <= 400]).toEqual([true, true, true]);
  });

  it('are cut at a word where a sentence has no end, and missing where a book has no words', () => {
    const endless = sampleSentence({ metadata, chapters: [chapter(block('word '.repeat(1000).trim()))] });
    expect(endless).toMatch(/^(?:word ){70,80}word$/u);
    expect(sampleSentence({ metadata, chapters: [chapter(block('😀'.repeat(1000)), block('* * *'))] })).toBeUndefined();
    expect(sampleSentence({ metadata, chapters: [] })).toBeUndefined();
  });
});
