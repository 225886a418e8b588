import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEpub } from '../helpers/epub-builder.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { talk, uniqueParagraphs } from '../helpers/narration-book.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaServer } from '../helpers/servers/ollama-server.ts';
import { smallBook } from '../helpers/small-book.ts';
import { bookForm, waitForJob, post, startJob, startService, waitUntil } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const noFfprobe = isProgramMissing('ffprobe');

let kokoro: KokoroServer;
let ollama: OllamaServer;
let service: RunningService;

beforeAll(async () => {
  kokoro = await startKokoroServer();
  ollama = await startOllamaServer();
  service = await startService({ settings: { KOKORO_API_URL: `${kokoro.url}/v1`, OLLAMA_API_URL: ollama.url } });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await kokoro[Symbol.asyncDispose]();
  await ollama[Symbol.asyncDispose]();
});

async function voices(query: string): Promise<unknown> {
  return await (await fetch(`${service.url}/voices${query}`)).json();
}

async function probe(bytes: Uint8Array): Promise<{ format: { format_name: string; tags: Record<string, string> } }> {
  const file = path.join(await temporaryFolder(), 'audio');
  await writeFile(file, bytes);
  const args = ['-v', 'error', '-show_format', '-of', 'json', file];
  return JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
}

describe('POST /synthesize', () => {
  it('returns the MP3 under the title of the book, and names the default provider', async () => {
    const response = await post(`${service.url}/synthesize`, await bookForm());
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(bytes.length),
      'content-disposition': 'attachment; filename="The Small Book.mp3"',
      'x-audiobook-provider': 'kokoro',
      'accept-ranges': 'bytes',
    });
    await waitUntil(async () => (await service.jobFolders()).length === 0);
    if (noFfprobe) return;
    const { format } = await probe(bytes);
    expect(format).toMatchObject({ format_name: 'mp3', tags: { title: 'The Small Book' } });
  });

  it('uses the embedded voice by default', async () => {
    await using bare = await startService();
    const fields = { max_chapters: '1', format: 'wav', loudness: 'off' };
    const response = await post(`${bare.url}/synthesize`, await bookForm(fields));
    expect([response.status, response.headers.get('x-audiobook-provider')]).toEqual([200, 'embedded']);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  });

  it('passes voice, speed, language and provider on, accepts aliases, and ignores empty and null fields', async () => {
    const before = kokoro.requests.length;
    const fields = {
      voice: 'bf_emma',
      speed: '1.25',
      language: 'en-GB',
      tts_provider: 'local_a',
      max_chapters: 'null',
      translate: '',
    };
    const response = await post(`${service.url}/synthesize`, await bookForm(fields));
    expect([response.status, response.headers.get('x-audiobook-provider')]).toEqual([200, null]);
    await response.arrayBuffer();
    const asked = kokoro.requests.slice(before);
    expect(new Set(asked.map(({ voice, speed }) => `${String(voice)} ${String(speed)}`))).toEqual(
      new Set(['bf_emma 1.25']),
    );
    expect(asked.length).toBeGreaterThanOrEqual(3);
  });
});

describe('POST /audiobook', () => {
  it('reports how the script of a language model was written', async () => {
    const fields = { max_chapters: '1', llm_model: 'tiny', llm_base_url: ollama.url, task: 'podcast' };
    const { id } = await startJob(service, { ...fields, kind: 'audiobook', format: 'wav', loudness: 'off' });
    const job = await waitForJob(service, id, 'done', 'failed');
    expect(job).toMatchObject({ state: 'done', report: { narration: { task: 'podcast', model: expect.any(String) } } });
    expect(JSON.stringify(job)).not.toContain(service.cacheFolder);
    await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
  });

  it('returns an M4B, of the book itself when the task is direct', async () => {
    const before = ollama.chats.length;
    const response = await post(`${service.url}/audiobook`, await bookForm({ max_chapters: '1', task: 'direct' }));
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mp4']);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="The Small Book.m4b"');
    expect([bytes.toString('latin1', 4, 8), bytes.length > 1000]).toEqual(['ftyp', true]);
    expect(ollama.chats.length).toBe(before);
  });

  it('directs by rules where there is no model, and responds 503 where one is asked for', async () => {
    const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, OLLAMA_API_URL: 'http://127.0.0.1:9' };
    await using bare = await startService({ settings });
    const fields = { max_chapters: '1', format: 'wav', loudness: 'off' };
    const response = await post(`${bare.url}/audiobook`, await bookForm(fields));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    const refused = await post(`${bare.url}/audiobook`, await bookForm({ llm_model: 'tiny' }));
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'model-unavailable' }]);
  });

  it('names in a header that a model was of no use', async () => {
    await using refusing = await startOllamaServer({ reply: () => 'I can’t help with that.' });
    const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, OLLAMA_API_URL: refusing.url };
    await using own = await startService({ settings });
    const body = talk(1)
      .map((text) => `<p>${text}</p>`)
      .join('');
    const book = await buildEpub({
      ...smallBook,
      documents: [{ path: 'a.xhtml', title: 'A', body: `<h1>A</h1>${body}` }],
    });
    const fields = { llm_model: 'tiny', format: 'wav', loudness: 'off' };
    const response = await post(`${own.url}/audiobook`, await bookForm(fields, book));
    expect([response.status, response.headers.get('x-audiobook-direction')]).toEqual([200, 'rules']);
    await response.arrayBuffer();
  });

  it('says in the words of the model why there is no script, without a flag', async () => {
    await using refusing = await startOllamaServer({ reply: () => 'I can’t help with that.' });
    await using own = await startService({ settings: { OLLAMA_API_URL: refusing.url } });
    const body = uniqueParagraphs(12)
      .map((text) => `<p>${text}</p>`)
      .join('');
    const book = await buildEpub({ ...smallBook, documents: [{ path: 'a.xhtml', title: 'A', body }] });
    const fields = { llm_model: 'tiny', task: 'summary', voice: 'flite:slt', tts_provider: 'embedded' };
    const response = await post(`${own.url}/audiobook`, await bookForm(fields, book));
    const { code, detail } = (await response.json()) as { readonly code: string; readonly detail: string };
    expect([code, detail]).toEqual(['model-failed', expect.stringContaining('“I can’t help with that.”')]);
    expect(detail).toContain('the field allow_gaps');
    const form = await bookForm({ ...fields, kind: 'audiobook' }, book);
    const { id } = (await (await post(`${own.url}/jobs`, form)).json()) as { readonly id: string };
    const job = JSON.stringify(await waitForJob(own, id, 'failed'));
    expect(job).toContain('I can’t help with that.');
    expect(job).toContain('does not tell good scripts from bad');
    expect(job).not.toMatch(/--[a-z]/u);
  });
});

async function planWithCover(book: Uint8Array): Promise<{ readonly cover?: string }> {
  const response = await post(`${service.url}/plan`, await bookForm({ with_cover: 'true' }, book));
  return (await response.json()) as { readonly cover?: string };
}

describe('POST /plan', () => {
  it('returns chapters and cost, and leaves no files', async () => {
    const before = kokoro.requests.length;
    const response = await post(`${service.url}/plan`, await bookForm({ tts_provider: 'polly', max_chapters: '2' }));
    const plan = (await response.json()) as Record<string, unknown>;
    expect(plan).toMatchObject({
      title: 'The Small Book',
      language: 'en',
      provider: 'polly',
      cost: { unit: 'bytes', amount: plan['characters'] },
      chapters: [
        { number: 1, title: 'Morning', titleSource: 'contents', document: expect.stringContaining('one.xhtml') },
        { number: 2, title: 'Noon', titleSource: 'contents', document: expect.stringContaining('two.xhtml') },
      ],
      voices: { en: 'Joanna' },
      warnings: [],
    });
    await waitUntil(async () => (await service.jobFolders()).length === 0);
    expect(kokoro.requests.length).toBe(before);
    expect(plan['cover']).toBeUndefined();
  });

  it('counts what a language model writes, and asks it nothing', async () => {
    const before = ollama.chats.length;
    const fields = { task: 'summary', llm_model: 'tiny', translate: 'fr' };
    const [plain, narrated] = await Promise.all(
      [{}, fields].map(async (one) => {
        const plan = await post(`${service.url}/plan`, await bookForm({ tts_provider: 'kokoro', ...one }));
        return (await plan.json()) as { readonly characters: number; readonly voices: Record<string, string> };
      }),
    );
    expect(narrated).toMatchObject({
      narration: { task: 'summary', model: 'ollama/tiny', translatedInto: 'fr', requests: expect.any(Number) },
      voices: { fr: 'ff_siwis' },
    });
    expect(narrated?.characters).toBeLessThan(plain?.characters ?? 0);
    expect(plain).not.toHaveProperty('narration');
    const unknown = await post(`${service.url}/plan`, await bookForm({ task: 'summary', llm_model: 'unknown' }));
    expect([unknown.status, await unknown.json()]).toMatchObject([503, { code: 'model-unavailable' }]);
    expect(ollama.chats.length).toBe(before);
  });

  it('has the cover as a JPEG for pages that ask for it', async () => {
    const { default: sharp } = await import('sharp');
    const picture = sharp({ create: { width: 40, height: 60, channels: 3, background: 'teal' } });
    const epub = await buildEpub({ ...smallBook, cover: { bytes: await picture.png().toBuffer() } });
    const [type, data = ''] = (await planWithCover(epub)).cover?.split(',') ?? [];
    expect(type).toBe('data:image/jpeg;base64');
    expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 40,
      height: 60,
    });
    expect(await planWithCover(await buildEpub(smallBook))).not.toHaveProperty('cover');
  });
});

describe('voices by language', () => {
  const epub = {
    ...smallBook,
    documents: [
      ...smallBook.documents,
      {
        path: 'four.xhtml',
        title: 'Four',
        body: '<h1>Four</h1><p xml:lang="fr">Il dort.</p><p xml:lang="la">Dormit.</p>',
      },
    ],
  };

  it('are in a plan, with a warning for a language without a voice', async () => {
    const fields = { tts_provider: 'kokoro', voice: 'en=bf_emma' };
    const plan = await post(`${service.url}/plan`, await bookForm(fields, await buildEpub(epub)));
    expect(await plan.json()).toMatchObject({
      voices: { en: 'bf_emma', fr: 'ff_siwis', la: 'bf_emma' },
      warnings: [expect.stringContaining("Speech provider 'kokoro' has no voice for Latin (la).")],
    });
    const off = await post(`${service.url}/plan`, await bookForm({ language_switch: 'off' }, await buildEpub(epub)));
    expect(await off.json()).toMatchObject({ voices: { en: 'af_heart', fr: 'af_heart' }, warnings: [] });
  });

  it('leave the rest of a plan when the provider has no voice for the book', async () => {
    const plan = await post(`${service.url}/plan`, await bookForm({ tts_provider: 'kokoro', language: 'de' }));
    expect([plan.status, await plan.json()]).toMatchObject([
      200,
      { voices: {}, warnings: [expect.stringContaining("no voice for the language 'de'")] },
    ]);
  });

  it('are refused when they cannot be read', async () => {
    const response = await post(`${service.url}/synthesize`, await bookForm({ voice: 'fr=' }));
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'malformed' }]);
  });
});

describe('GET /providers and /voices', () => {
  it('lists all providers with alias, limit and the reason why one is unavailable', async () => {
    const body = (await (await fetch(`${service.url}/providers`)).json()) as {
      providers: string[];
      default: string;
      details: unknown[];
    };
    expect(body.providers).toEqual([
      'kokoro',
      'openai',
      'polly',
      'google',
      'qwen',
      'embedded',
      'elevenlabs',
      'azure',
      'edge',
    ]);
    expect(body.default).toBe('kokoro');
    expect(body.details).toContainEqual({
      id: 'openai',
      alias: 'hosted_a',
      kind: 'hosted',
      available: false,
      reason: 'OPENAI_API_KEY is not set',
      limit: { max: 4096, unit: 'chars' },
      capabilities: { ssml: false, sampleRate: 24_000, priceUnit: 'tokens' },
    });
    expect(body.details).toContainEqual({
      id: 'edge',
      kind: 'hosted',
      available: true,
      onlyWhenNamed: true,
      limit: { max: 3000, unit: 'bytes' },
      capabilities: { ssml: false, speed: { min: 0.5, max: 2 }, sampleRate: 24_000 },
    });
  });

  it('lists the voices of a provider for a language, by default English', async () => {
    expect(await voices('?provider=local_a&language=fr')).toEqual({
      provider: 'kokoro',
      language: 'fr',
      default: 'ff_siwis',
      voices: ['ff_siwis'],
      details: [{ id: 'ff_siwis', name: 'ff_siwis', language: 'fr-FR', gender: 'female' }],
    });
    expect(await voices('')).toMatchObject({ provider: 'kokoro', language: 'en' });
  });
});
