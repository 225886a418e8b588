import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../../src/core/settings.ts';
import { fetchFiles, removeFiles, storeFiles } from '../../../src/server/cluster/files/job-objects.ts';
import { fileOfKey, objectKey } from '../../../src/server/cluster/files/object-key.ts';
import { openStorage } from '../../../src/storage/open-storage.ts';
import { requireKey } from '../../../src/storage/storage.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const id = 'a3bb189e-8bf9-4a52-9f7c-1d2f4c1c9a10';

describe('the keys of the files of a job', () => {
  it.each(['upload/Émile ZOLA – Germinal (1885).epub', 'result/.hidden', 'result/a_b/..c', 'cover'])('%s', (file) => {
    const key = objectKey(id, file);
    requireKey(key);
    expect(fileOfKey(id, key)).toBe(file);
  });

  it('are short for long names, which are different still', () => {
    const keys = ['x', 'y'].map((end) => objectKey(id, `upload/${'ß'.repeat(126)}${end}`));
    for (const key of keys) requireKey(key);
    expect(keys[0]).not.toBe(keys[1]);
  });
});

describe('the files of a job', () => {
  it('come from the storage as they went there, and are removed', async () => {
    const [here, there, shared] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
    const settings = settingsFrom([{ AUDIOBOOK_STORAGE: pathToFileURL(shared).href }]);
    const storage = await openStorage({ settings });
    if (!storage) throw new Error('There is no storage.');
    const { signal } = new AbortController();
    await storage.check(signal);
    await mkdir(path.join(here, 'result', 'scripts.audiobook'), { recursive: true });
    const contents = { 'result/Ä 1.mp3': 'audio', 'result/scripts.audiobook/001.txt': 'script', cover: 'image' };
    for (const [name, text] of Object.entries(contents)) await writeFile(path.join(here, name), text);
    await storeFiles({ storage, id, folder: here, signal }, ['result', 'cover', 'book']);
    await fetchFiles({ storage, id, folder: there, signal }, ['result', 'cover', 'book']);
    for (const [name, text] of Object.entries(contents)) {
      expect(await readFile(path.join(there, name), 'utf8')).toBe(text);
    }
    await removeFiles({ storage, id, signal }, (file) => file !== 'cover');
    const left = await readdir(path.join(shared, 'jobs', id), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['cover']);
  });
});
