import { randomUUID } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { JobFiles } from '../../../src/server/cluster/files/job-files.ts';
import { CachedFiles } from '../../../src/server/jobs/cached-files.ts';
import { jobPaths, makeJobFolders } from '../../../src/server/jobs/job-paths.ts';
import { newJobRecord } from '../../../src/server/jobs/job-record.ts';
import { FolderFiles } from '../../../src/server/jobs/local/folder-files.ts';
import { folderSettingsFor, openTestStorage } from '../../helpers/open-test-storage.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const { signal } = new AbortController();

async function openJobFiles(): Promise<JobFiles> {
  const storage = await openTestStorage(folderSettingsFor(await temporaryFolder()));
  await storage.check(signal);
  return new JobFiles(storage);
}

const places = [
  { place: 'on this machine', open: async (folder: string) => await Promise.resolve(new FolderFiles(folder)) },
  {
    place: 'in a storage',
    open: async () => await openJobFiles(),
  },
];

describe.each(places)('files of jobs $place', ({ open }) => {
  async function start() {
    const folder = await temporaryFolder();
    const id = randomUUID();
    const paths = jobPaths(folder, id);
    await makeJobFolders(paths);
    return { folder, id, paths, files: await open(folder), job: { id, folder: paths.folder } };
  }

  it('are read whole and in ranges, and are gone when they are removed', async () => {
    const { id, paths, files, job } = await start();
    await writeFile(path.join(paths.result, 'Ää 1.mp3'), '0123456789');
    await files.put(job, 'result', signal);
    const file = 'result/Ää 1.mp3';
    expect(await files.stat(id, file, signal)).toMatchObject({ bytes: 10, changedMs: expect.any(Number) });
    const read = async (from?: number, to?: number): Promise<string | undefined> => {
      const opened = await files.open(id, file, { signal, from, to });
      return opened && (await buffer(opened.content)).toString();
    };
    expect([await read(), await read(3, 5), await read(8)]).toEqual(['0123456789', '34', '89']);
    expect(await files.stat(id, 'result', signal)).toBeUndefined();
    expect(await files.open(id, 'result/none', { signal })).toBeUndefined();
    await files.remove(id, undefined, signal);
    expect([await files.stat(id, file, signal), await read()]).toEqual([undefined, undefined]);
    await files.removeAll(id, signal);
    await files.removeAll(id, signal);
  });

  it('are on this machine once they are fetched', async () => {
    const { id, paths, files, job } = await start();
    await mkdir(paths.book);
    await writeFile(path.join(paths.book, 'text.txt'), 'Emma');
    await files.put(job, 'book', signal);
    const elsewhere = files.areHere ? paths.folder : jobPaths(await temporaryFolder(), id).folder;
    await files.fetch({ id, folder: elsewhere }, 'book', signal);
    expect(await readFile(path.join(elsewhere, 'book', 'text.txt'), 'utf8')).toBe('Emma');
    expect(await files.fetch({ id, folder: elsewhere }, 'stream', signal)).toBe(0);
  });
});

it('a file on this machine that cannot be looked at is not said to be missing', async () => {
  const folder = await temporaryFolder();
  const id = randomUUID();
  const files = new FolderFiles(folder);
  await makeJobFolders(jobPaths(folder, id));
  await symlink('endless', path.join(jobPaths(folder, id).result, 'endless'));
  await expect(files.stat(id, 'result/endless')).rejects.toMatchObject({ code: 'ELOOP' });
  await expect(files.stat(id, 'upload')).resolves.toBeUndefined();
  await expect(files.stat(id, '.audiobook-job/below')).resolves.toBeUndefined();
});

it('files that are fetched for hundreds of jobs at once stay until they are read', async () => {
  const folder = await temporaryFolder();
  const files = await openJobFiles();
  const cache = new CachedFiles({ files, folder, signal });
  const upload = { name: 'a.epub', bytes: 1 };
  const made = Array.from({ length: 250 }, () => randomUUID());
  const source = await temporaryFolder();
  await mkdir(path.join(source, 'book'));
  await writeFile(path.join(source, 'book', 'text.txt'), 'Emma');
  for (const id of made) await files.put({ id, folder: source }, 'book', signal);
  const read = made.map(async (id) => {
    const record = newJobRecord({ id, kind: 'synthesize', waitedFor: false, upload, fields: {} });
    await cache.of({ ...record, state: 'done', endedMs: 1 }).fetch('book');
    return await readFile(path.join(jobPaths(folder, id).book, 'text.txt'), 'utf8');
  });
  expect(new Set(await Promise.all(read))).toEqual(new Set(['Emma']));
});
