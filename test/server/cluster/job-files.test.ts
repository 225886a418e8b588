import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAtomicFile } from '../../../src/core/files/atomic-file.ts';
import { fileOfKey, jobFileKey } from '../../../src/server/cluster/files/job-file-key.ts';
import { JobFiles } from '../../../src/server/cluster/files/job-files.ts';
import { requireKey } from '../../../src/storage/storage.ts';
import { folderSettingsFor, openTestStorage } from '../../helpers/open-test-storage.ts';
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
    // What is being written is no file yet.
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
