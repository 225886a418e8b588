import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAtomicFile } from '../../../src/core/files/atomic-file.ts';
import { fileOfKey, jobFileKey } from '../../../src/server/cluster/files/job-file-key.ts';
import { JobFiles } from '../../../src/server/cluster/files/job-files.ts';
import { requireKey } from '../../../src/storage/storage.ts';
import type { OpenOptions } from '../../../src/storage/storage.ts';
import { folderSettingsFor, openTestStorage, s3SettingsFor } from '../../helpers/open-test-storage.ts';
import { startS3Double } from '../../helpers/servers/s3-double.ts';
import type { S3Fault } from '../../helpers/servers/s3-double.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const id = '7d1c9a52-6f8e-4a52-9b0e-6f1d2c3b4a59';
const { signal } = new AbortController();

describe('the key of a file of a job', () => {
  it.each([
    ['upload/book.epub', `jobs/${id}/upload/book.epub`],
    ['upload/Krieg und Frieden.epub', expect.stringMatching(/\/upload\/_[a-z2-7]+$/u)],
    [`result/audiobook/${'書'.repeat(80)}.mp3`, expect.stringMatching(/\/result\/audiobook\/_[a-z2-7]+$/u)],
    ['book/_text', expect.stringMatching(/\/book\/_[a-z2-7]+$/u)],
    ['result/scripts.audiobook/.draft', expect.stringMatching(/\/_[a-z2-7]+$/u)],
  ])('of %s is one that a storage takes, and tells the name', (file, expected) => {
    const key = jobFileKey(id, file);
    expect(key).toEqual(expected);
    expect(() => requireKey(key)).not.toThrow();
    expect(fileOfKey(id, key)).toBe(file);
  });

  it('does not lead out of the folder of the job', () => {
    expect(() => fileOfKey(id, jobFileKey(id, '..'))).toThrow('Not the name of a file');
    expect(() => fileOfKey(id, 'jobs/another/upload/book.epub')).toThrow('Not a file of the job');
  });
});

describe('the files of a job', () => {
  it('are the same on the machine that fetches them', async () => {
    const storage = await openTestStorage(folderSettingsFor(await temporaryFolder()));
    await storage.check(signal);
    const files = new JobFiles(storage);
    const [from, to] = [await temporaryFolder(), await temporaryFolder()];
    await mkdir(path.join(from, 'upload'));
    await mkdir(path.join(from, 'result/audiobook'), { recursive: true });
    await writeFile(path.join(from, 'upload/Der Prozeß.epub'), 'a book');
    await writeFile(path.join(from, 'cover'), 'a cover');
    await writeFile(path.join(from, 'result/audiobook/01 Verhaftung.mp3'), 'one');
    await writeFile(path.join(from, 'result/audiobook/02 Gespräch.mp3'), '');
    // A file that is being written is not listed yet.
    await using _unfinished = await openAtomicFile(path.join(from, 'result/audiobook/03 Ende.mp3'));
    for (const place of ['upload', 'cover', 'result', 'stream']) await files.put({ id, folder: from }, place, signal);

    expect(await files.fetch({ id, folder: to }, 'upload', signal)).toBe(1);
    expect(await files.fetch({ id, folder: to }, 'cover', signal)).toBe(1);
    expect(await files.fetch({ id, folder: to }, 'result', signal)).toBe(2);
    expect(await files.fetch({ id, folder: to }, 'stream', signal)).toBe(0);
    expect(await readdir(to, { recursive: true })).toEqual(
      expect.arrayContaining((await readdir(from, { recursive: true })).filter((file) => !file.endsWith('.part'))),
    );
    expect(await readFile(path.join(to, 'upload/Der Prozeß.epub'), 'utf8')).toBe('a book');
    const opened = await files.open(id, 'result/audiobook/01 Verhaftung.mp3', { signal, from: 1 });
    expect(opened?.bytes).toBe(3);
    expect(Buffer.concat((await opened?.content.toArray()) ?? []).toString()).toBe('ne');

    await files.remove(id, 'upload', signal);
    expect(await files.fetch({ id, folder: to }, 'upload', signal)).toBe(0);
    await files.remove(id, undefined, signal);
    expect(await files.open(id, 'cover', { signal })).toBeUndefined();
  });
});

describe('the content of a file that is opened', () => {
  const key = jobFileKey(id, 'result/book.mp3');
  const bytes = randomBytes(300_000);

  /** Starts a store whose answers to GET have these faults, in turn, and returns the files in it. */
  async function filesWith(...faults: readonly (S3Fault | undefined)[]) {
    let gets = 0;
    const server = await startS3Double({
      fault: (_, method) => (method === 'GET' ? faults[gets++ % faults.length] : undefined),
    });
    onTestFinished(async () => await server[Symbol.asyncDispose]());
    const limits = { silenceMs: 500, budgetMs: 5000 };
    const storage = await openTestStorage(s3SettingsFor(server.url), { limits });
    await storage.put(key, bytes, signal);
    const open = async (options: Partial<OpenOptions> = {}): Promise<Readable> => {
      const opened = await new JobFiles(storage).open(id, 'result/book.mp3', { signal, ...options });
      if (!opened) throw new Error('The file is missing.');
      return opened.content;
    };
    return {
      files: new JobFiles(storage),
      storage,
      open,
      gets: () => server.requests.filter((request) => request.startsWith('GET')).length,
    };
  }

  it.each<readonly [string, S3Fault]>([
    ['is cut', 'cut'],
    ['stalls', 'stall'],
  ])('goes on where a connection %s', async (_, fault) => {
    const { open, gets } = await filesWith(fault, fault, 'busy', undefined);
    expect((await buffer(await open())).equals(bytes)).toBe(true);
    expect(gets()).toBe(4);
    const part = await buffer(await open({ from: 1000, to: 200_000 }));
    expect(part.equals(bytes.subarray(1000, 200_000))).toBe(true);
  });

  it('is written to this machine from where each of many connections was cut', async () => {
    const { files, gets } = await filesWith('cut', 'cut', 'cut', 'cut', 'cut', 'cut', undefined);
    const target = path.join(await temporaryFolder(), 'book.mp3');
    await files.download(id, 'result/book.mp3', { target, signal });
    expect((await readFile(target)).equals(bytes)).toBe(true);
    expect(gets()).toBe(7);
  });

  it('leaves no file when it cannot be written to this machine as a whole', async () => {
    const { files } = await filesWith('cut');
    const target = path.join(await temporaryFolder(), 'book.mp3');
    await expect(files.download(id, 'result/book.mp3', { target, signal })).rejects.toMatchObject({
      code: 'output-failed',
    });
    expect(await readdir(path.dirname(target))).toEqual([]);
  });

  it('distinguishes a place that takes no files from a storage that fails', async () => {
    const { files } = await filesWith(undefined);
    const taken = path.join(await temporaryFolder(), 'file');
    await writeFile(taken, '');
    await expect(
      files.download(id, 'result/book.mp3', { target: path.join(taken, 'book.mp3'), signal }),
    ).rejects.toMatchObject({ code: 'output-failed', message: expect.stringContaining('does not take files') });
    expect(await readFile(taken, 'utf8')).toBe('');
  });

  it('ends with an error when it goes on no more', async () => {
    const { open } = await filesWith('cut');
    await expect(buffer(await open())).rejects.toMatchObject({
      code: 'output-failed',
      message: 'The storage s3://books/shelf cannot be used: a file broke off while it was read.',
    });
  });

  it('ends with an error when another file has come in its place', async () => {
    const { storage, open } = await filesWith('stall', undefined);
    const content = await open();
    await storage.put(key, randomBytes(bytes.length), signal);
    await expect(buffer(content)).rejects.toMatchObject({ code: 'output-failed' });
  });

  it('ends with its request before it is read', async () => {
    const { open } = await filesWith('stall');
    const caller = new AbortController();
    const content = await open({ signal: caller.signal });
    caller.abort();
    await expect(buffer(content)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is not asked for again when its reader has left', async () => {
    const { open, gets } = await filesWith('stall', undefined);
    const content = await open();
    await once(content, 'data');
    content.destroy();
    await once(content, 'close');
    await delay(1500);
    expect(gets()).toBe(1);
  });
});
