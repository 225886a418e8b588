import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkedFields } from '../../src/server/inbox/checked-fields.ts';
import type { InboxOptions } from '../../src/server/inbox/job-inbox.ts';
import { buildEpub } from '../helpers/epub-builder.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { smallBook } from '../helpers/small-book.ts';
import { startJob, startService, waitUntil } from '../helpers/start-service.ts';
import type { JobJson, RunningService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const names = async (folder: string): Promise<string[]> => (await readdir(folder).catch((): string[] => [])).toSorted();

/** Its name is held by an empty file for a moment before. */
const isThere = async (file: string): Promise<boolean> =>
  (await stat(file)
    .catch(() => undefined)
    .then((found) => found?.size ?? 0)) > 0;

async function newInbox(fields: readonly string[] = []): Promise<InboxOptions & { readonly outFolder: string }> {
  const folder = await temporaryFolder();
  const outFolder = await temporaryFolder();
  return { folder, outFolder, kind: 'synthesize', fields: ['chapters=2', 'loudness=off', ...fields], settleMs: 200 };
}

async function drop({ folder }: InboxOptions, name: string, title = 'The Harbour'): Promise<void> {
  await writeFile(path.join(folder, name), await buildEpub({ ...smallBook, title }));
}

async function jobsOf({ url }: RunningService): Promise<readonly JobJson[]> {
  const { jobs } = (await (await fetch(`${url}/jobs`)).json()) as { jobs: JobJson[] };
  return jobs;
}

describe('the inbox of a service', () => {
  it('makes each book a job, delivers what was made, and moves the book to done or failed', async () => {
    await using kokoro = await startKokoroServer();
    const inbox = await newInbox(['voice=bf_emma']);
    await drop(inbox, 'a ☕ book.epub');
    await writeFile(path.join(inbox.folder, 'torn.epub'), 'PK\u0003\u0004 and then nothing');
    await writeFile(path.join(inbox.folder, 'photo.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    await using service = await startService({ settings: { KOKORO_API_URL: `${kokoro.url}/v1` }, inbox });
    // Either of the two may end first.
    await waitUntil(async () => (await names(path.join(inbox.folder, 'failed'))).length === 2);
    await waitUntil(async () => (await names(path.join(inbox.folder, 'done'))).length === 1);
    expect(await names(inbox.outFolder)).toEqual(['The Harbour.mp3']);
    expect(await names(path.join(inbox.folder, 'done'))).toEqual(['a ☕ book.epub']);
    expect(await names(inbox.folder)).toEqual(['audiobook-inbox', 'done', 'failed', 'photo.jpg']);
    const note = (await names(path.join(inbox.folder, 'failed'))).find((name) => name.endsWith('.txt'));
    expect(await readFile(path.join(inbox.folder, 'failed', note ?? ''), 'utf8')).toMatch(/^[^\n]+\n$/u);
    expect(await jobsOf(service)).toMatchObject([
      { file: 'torn.epub', state: 'failed', canRetry: true },
      { file: 'a ☕ book.epub', state: 'done', result: { name: 'The Harbour.mp3' } },
    ]);
    expect(kokoro.requests.every(({ voice }) => voice === 'bf_emma')).toBe(true);

    // Another book with the same title replaces nothing, and several files come in a folder.
    await drop(inbox, 'b.epub');
    await waitUntil(async () => (await names(path.join(inbox.folder, 'done'))).length === 2);
    expect(await names(inbox.outFolder)).toEqual(['The Harbour (2).mp3', 'The Harbour.mp3']);
  });

  it('returns a book on a stop, and its job goes on in the next process', async () => {
    let hang = true;
    await using kokoro = await startKokoroServer({ faults: () => (hang ? 'hang-before-headers' : undefined) });
    const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
    const cacheFolder = await temporaryFolder();
    const inbox = await newInbox();
    await drop(inbox, 'book.epub');
    const first = await startService({ settings, inbox, cacheFolder });
    await waitUntil(() => kokoro.requests.length > 0);
    const [before] = await jobsOf(first);
    expect(await names(inbox.folder)).not.toContain('book.epub');
    await first.stop();
    expect(await names(inbox.folder)).toContain('book.epub');
    hang = false;
    await using second = await startService({ settings, inbox, cacheFolder });
    await waitUntil(async () => (await names(path.join(inbox.folder, 'done'))).length === 1);
    expect(await jobsOf(second)).toMatchObject([{ id: before?.id, state: 'done' }]);
    expect(await names(inbox.outFolder)).toEqual(['The Harbour.mp3']);
  });

  it('retries the job of a failed book that is dropped again, and delivers a finished one without another conversion', async () => {
    let isBroken = true;
    await using kokoro = await startKokoroServer({ faults: () => (isBroken ? 'status-401' : undefined) });
    const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
    const inbox = await newInbox();
    await drop(inbox, 'book.epub');
    await using service = await startService({ settings, inbox });
    await waitUntil(async () => (await names(path.join(inbox.folder, 'failed'))).length === 2);
    const [failed] = await jobsOf(service);
    isBroken = false;
    for (const deliveries of [1, 2]) {
      await drop(inbox, 'book.epub');
      await waitUntil(async () => (await names(path.join(inbox.folder, 'done'))).length === deliveries);
    }
    expect(await jobsOf(service)).toMatchObject([{ id: failed?.id, state: 'done' }]);
    expect(await names(inbox.outFolder)).toHaveLength(2);
  });

  it('delivers several files in a folder, and once what a process delivered that was killed before it moved the book', async () => {
    await using kokoro = await startKokoroServer();
    const inbox = await newInbox(['subtitles=srt']);
    const [book, done] = ['', 'done'].map((folder) => path.join(inbox.folder, folder, 'book.epub')) as [string, string];
    await drop(inbox, 'book.epub');
    await using service = await startService({ settings: { KOKORO_API_URL: `${kokoro.url}/v1` }, inbox });
    await waitUntil(async () => await isThere(done));
    const folder = path.join(service.jobsFolder, String((await jobsOf(service))[0]?.id));
    // After a kill, the next process finds the same file in the inbox again.
    const returned = async (): Promise<void> => {
      await rename(done, book);
      await waitUntil(async () => await isThere(done));
    };
    await returned();
    expect(await names(inbox.outFolder)).toEqual(['The Harbour']);

    // Killed while the files were copied, with the name taken already: both are cleared away.
    const target = path.join(inbox.outFolder, 'The Harbour');
    const temporary = path.join(inbox.outFolder, '.audiobook.half.part');
    await mkdir(temporary);
    for (const name of await names(target)) await rm(path.join(target, name));
    const record = JSON.parse(await readFile(path.join(folder, 'delivery.json'), 'utf8')) as object;
    await writeFile(path.join(folder, 'delivery.json'), JSON.stringify({ ...record, temporary }));
    await returned();
    expect(await readdir(inbox.outFolder)).toEqual(['The Harbour']);
    expect(await names(target)).toEqual(['The Harbour.mp3', 'The Harbour.srt']);

    // What someone has changed stays, and a book that is dropped again is delivered again.
    await writeFile(path.join(target, 'The Harbour.srt'), 'mine');
    await returned();
    expect(await names(inbox.outFolder)).toEqual(['The Harbour', 'The Harbour (2)']);
    expect(await readFile(path.join(target, 'The Harbour.srt'), 'utf8')).toBe('mine');
    await rm(done);
    await drop(inbox, 'book.epub');
    await waitUntil(async () => await isThere(done));
    expect(await names(inbox.outFolder)).toHaveLength(3);
  });

  it('waits while the queue is full', async () => {
    let hang = true;
    await using kokoro = await startKokoroServer({ faults: () => (hang ? 'hang-before-headers' : undefined) });
    const settings = {
      KOKORO_API_URL: `${kokoro.url}/v1`,
      AUDIOBOOK_PREFLIGHT: 'off',
      AUDIOBOOK_CONVERSIONS: '1',
      AUDIOBOOK_QUEUE: '1',
    };
    const inbox = await newInbox();
    await using service = await startService({ settings, inbox });
    const open = [await startJob(service), await startJob(service)];
    await drop(inbox, 'book.epub');
    await waitUntil(() => service.logText().includes('inbox: waits'));
    hang = false;
    for (const { id } of open) await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
    await waitUntil(async () => (await names(inbox.outFolder)).length === 1);
    expect(await names(path.join(inbox.folder, 'failed'))).toEqual([]);
  });

  it('is refused at the start when it is missing, or when results would be read as books', async () => {
    const inbox = await newInbox();
    const missing = path.join(inbox.folder, 'missing');
    await expect(startService({ inbox: { ...inbox, folder: missing } })).rejects.toMatchObject({
      code: 'file-not-found',
    });
    await expect(startService({ inbox: { ...inbox, outFolder: inbox.folder } })).rejects.toMatchObject({
      code: 'bad-value',
    });
    const other = await newInbox();
    await mkdir(path.join(other.folder, 'audiobook-inbox'));
    await writeFile(path.join(other.folder, 'audiobook-inbox', 'mine'), '');
    await expect(startService({ inbox: other })).rejects.toMatchObject({ code: 'bad-value' });
    const unknown = startService({ inbox: { ...inbox, fields: ['voise=x'] } });
    await expect(unknown).rejects.toThrow("Option --inbox-field: Unknown field 'voise'.");
    const useless = startService({ inbox: { ...inbox, fields: ['task=podcast'] } });
    await expect(useless).rejects.toThrow("Option --inbox-field: Field 'task' needs kind=audiobook");
    expect(() => checkedFields('synthesize', ['bitrate=loud'])).toThrow('Invalid bitrate');
    expect(checkedFields('synthesize', ['meta=year=1813', 'meta=genre=Sea', 'voice=a'])).toEqual({
      meta: ['year=1813', 'genre=Sea'],
      voice: 'a',
    });
  });
});
