import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEpub } from '../helpers/epub-builder.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { uniqueParagraphs } from '../helpers/narration-book.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaServer } from '../helpers/servers/ollama-server.ts';
import { smallBook } from '../helpers/small-book.ts';
import { bookForm, post, startJob, startService, waitForJob } from '../helpers/start-service.ts';
import type { JobJson, RunningService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { textIn, unzip } from '../helpers/unzip.ts';

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

interface FileJson {
  readonly name: string;
  readonly url: string;
  readonly kind: string;
  readonly mediaType: string;
  readonly bytes: number;
}

async function done(fields: Readonly<Record<string, string>>): Promise<JobJson & { files: FileJson[] }> {
  const { id } = await startJob(service, fields);
  const job = await waitForJob(service, id, 'done', 'failed');
  expect(job).toMatchObject({ state: 'done' });
  return job as JobJson & { files: FileJson[] };
}

async function bytesOf({ files }: { readonly files: readonly FileJson[] }): Promise<Buffer> {
  return Buffer.from(await (await fetch(service.url + (files[0]?.url ?? ''))).arrayBuffer());
}

describe('the files of a job', () => {
  it('are all formats, subtitles and read-alongs that the command line has, each with its own address', async () => {
    const job = await done({ format: 'm4b', subtitles: 'srt,vtt', read_along: 'true', max_chapters: '1' });
    expect(job.files.map(({ name, kind, mediaType }) => [name, kind, mediaType])).toEqual([
      ['The Small Book.m4b', 'audio', 'audio/mp4'],
      ['The Small Book.srt', 'subtitles', 'application/x-subrip'],
      ['The Small Book.vtt', 'subtitles', 'text/vtt'],
      ['The Small Book.read-along.epub', 'read-along', 'application/epub+zip'],
    ]);
    for (const { url, bytes, mediaType } of job.files) {
      const response = await fetch(service.url + url);
      expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, mediaType]);
      expect((await response.arrayBuffer()).byteLength).toBe(bytes);
    }
    const range = await fetch(`${service.url}${job.files[0]?.url}`, { headers: { range: 'bytes=4-7' } });
    expect([range.status, await range.text()]).toEqual([206, 'ftyp']);
    const all = await fetch(`${service.url}/jobs/${job.id}/result`);
    expect(all.headers.get('content-type')).toBe('application/zip');
    const zip = Buffer.from(await all.arrayBuffer()).toString('latin1');
    for (const { name } of job.files) expect(zip).toContain(name);
    for (const name of ['..%2Fjob.json', 'job.json', 'all-files.zip', '%00']) {
      expect([name, (await fetch(`${service.url}/jobs/${job.id}/files/${name}`)).status]).toEqual([name, 404]);
    }
  });

  it('are added to an earlier result without a request to the service', async () => {
    const fields = { format: 'm4b', max_chapters: '1', voice: 'bf_emma' };
    const before = kokoro.requests.length;
    const plain = await bytesOf(await done(fields));
    const spoken = kokoro.requests.length;
    expect(spoken).toBeGreaterThan(before);
    const timed = await done({ ...fields, subtitles: 'srt', read_along: 'sentence' });
    expect(timed['report']).toMatchObject({ segments: { spoken: 0 } });
    expect(kokoro.requests).toHaveLength(spoken);
    expect((await bytesOf(timed)).equals(plain)).toBe(true);
  });

  it.each([
    ['word', 'aac', 16, 'm4a'],
    ['paragraph', 'mp3', 3, 'mp3'],
  ])('can be a read-along that marks each %s, with %s inside', async (unit, audio, clips, extension) => {
    const fields = { format: 'wav', read_along: unit, read_along_audio: audio, max_chapters: '1', loudness: 'off' };
    const { files } = await done(fields);
    const book = path.join(await temporaryFolder(), 'book.epub');
    const url = files.find(({ kind }) => kind === 'read-along')?.url ?? '';
    await writeFile(book, new Uint8Array(await (await fetch(service.url + url)).arrayBuffer()));
    const inside = await unzip(book);
    const overlay = textIn(inside, 'OEBPS/read-along/overlay-1.smil');
    expect(overlay.split('<par ')).toHaveLength(clips + 1);
    expect(inside.map(({ name }) => name)).toContain(`OEBPS/read-along/chapter-001.${extension}`);
  });

  it('are one per chapter with their own layout, and reported like on the command line', async () => {
    const job = await done({ layout: 'chapters', format: 'opus', max_chapters: '2', loudness: 'off' });
    expect(job.files.map(({ name }) => name)).toEqual(['001 - Morning.opus', '002 - Noon.opus']);
    expect((await fetch(service.url + (job.files[1]?.url ?? ''))).headers.get('content-type')).toBe('audio/ogg');
    const report = await (await fetch(`${service.url}/jobs/${job.id}/report`)).json();
    expect(report).toEqual(job['report']);
    expect(report).toMatchObject({ complete: true, files: [{ kind: 'audio' }, { kind: 'audio' }] });
    const { jobs } = (await (await fetch(`${service.url}/jobs`)).json()) as { jobs: object[] };
    expect(jobs[0]).not.toHaveProperty('files');
  });
});

async function bookText(id: string, query = ''): Promise<readonly [number, string | null, string]> {
  const response = await fetch(`${service.url}/jobs/${id}/text${query}`);
  return [response.status, response.headers.get('content-type'), await response.text()];
}

describe('the book of a job', () => {
  it('can be read as it was spoken, in three formats, when its file is gone', async () => {
    const { id } = await done({ chapters: '2', format: 'wav', loudness: 'off' });
    const words = 'At noon the mill stopped, and the miller slept.';
    expect(await bookText(id)).toEqual([
      200,
      'text/plain; charset=utf-8',
      `Noon\n\n${words}\n\nThe river did not mind.\n`,
    ]);
    expect(await bookText(id, '?format=md')).toEqual([
      200,
      'text/markdown; charset=utf-8',
      expect.stringContaining('# Noon'),
    ]);
    const [status, type, json] = await bookText(id, '?format=json');
    expect([status, type?.split(';')[0]]).toEqual([200, 'application/json']);
    expect(JSON.parse(json)).toMatchObject({ metadata: { title: 'The Small Book' }, chapters: [{ title: 'Noon' }] });
    expect((await bookText(id, '?format=../job'))[0]).toBe(400);
    expect((await fetch(`${service.url}/jobs/${id}/cover`)).status).toBe(404);
    await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
    expect((await bookText(id))[0]).toBe(404);
  });

  it('has the cover that was sent, and is gone when the job is canceled', async () => {
    const form = await bookForm({ kind: 'synthesize', scripts_only: 'true' });
    const red = await sharp({ create: { width: 48, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    form.set('cover', new Blob([Uint8Array.from(red)]), 'cover.png');
    const { id } = (await (await post(`${service.url}/jobs`, form)).json()) as JobJson;
    await waitForJob(service, id, 'scripted', 'failed');
    const cover = await fetch(`${service.url}/jobs/${id}/cover`);
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await sharp(Buffer.from(await cover.arrayBuffer())).metadata()).toMatchObject({ width: 48, format: 'jpeg' });

    const queued = await startJob(service);
    await fetch(`${service.url}/jobs/${queued.id}`, { method: 'DELETE' });
    expect((await bookText(queued.id))[0]).toBe(410);
  });
});

describe('the form', () => {
  it.skipIf(noFfprobe)('takes a cover image', async () => {
    const form = await bookForm({ format: 'm4b', max_chapters: '1', loudness: 'off' });
    const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    form.set('cover', new Blob([Uint8Array.from(red)]), 'cover.png');
    const response = await post(`${service.url}/synthesize`, form);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mp4']);
    const file = path.join(await temporaryFolder(), 'a.m4b');
    await writeFile(file, new Uint8Array(await response.arrayBuffer()));
    const streams = execFileSync('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name,width',
      '-of',
      'csv',
      file,
    ]);
    expect(String(streams)).toMatch(/mjpeg,64/u);
    expect(await service.jobFolders()).not.toContain('cover');
  });

  it('takes the text of a prompt', async () => {
    const before = ollama.chats.length;
    // Shorter chapters are spoken unchanged.
    const body = uniqueParagraphs(8).map((text) => `<p>${text}</p>`);
    const documents = [{ path: 'a.xhtml', title: 'A', body: `<h1>A</h1>${body.join('')}` }];
    const book = await buildEpub({ ...smallBook, documents });
    const fields = {
      prompt: 'Read everything like a pirate, please.',
      llm_model: 'tiny',
      format: 'wav',
      loudness: 'off',
    };
    const response = await post(`${service.url}/audiobook`, await bookForm(fields, book));
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    expect(JSON.stringify(ollama.chats.slice(before))).toContain('like a pirate');
    const short = await post(`${service.url}/audiobook`, await bookForm({ prompt: 'short' }));
    expect([short.status, await short.json()]).toMatchObject([400, { code: 'bad-value' }]);
  });

  it('refuses what does not fit together, before the job is queued', async () => {
    for (const fields of [{ acx: 'true', format: 'opus' }, { format: 'mp3', max_part: '1h' }, { subtitles: 'ass' }]) {
      const response = await post(`${service.url}/jobs`, await bookForm({ kind: 'synthesize', ...fields }));
      expect([fields, response.status]).toEqual([fields, 400]);
    }
  });
});
