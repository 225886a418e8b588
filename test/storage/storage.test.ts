import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { readObject } from '../../src/storage/read-object.ts';
import type { ObjectInfo, Storage } from '../../src/storage/storage.ts';
import { folderSettingsFor, openTestStorage, s3SettingsFor } from '../helpers/open-test-storage.ts';
import { startS3Double } from '../helpers/servers/s3-double.ts';
import { startS3rver } from '../helpers/servers/s3rver.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();
const maxBytes = 1e6;

async function checkedFolder(): Promise<Storage> {
  const storage = await openTestStorage(folderSettingsFor(await temporaryFolder()));
  await storage.check(signal);
  return storage;
}

const kinds: readonly (readonly [string, () => Promise<Storage>])[] = [
  ['a folder', checkedFolder],
  ['s3rver', async () => await openTestStorage(s3SettingsFor(await startS3rver()))],
  ['a store with conditional writes', async () => await openTestStorage(s3SettingsFor((await startS3Double()).url))],
];

async function listed(storage: Storage, folder: string): Promise<readonly ObjectInfo[]> {
  const found: ObjectInfo[] = [];
  for await (const info of storage.list(folder, signal)) found.push(info);
  return found.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

function* failAfter(chunks: readonly Buffer[]): Generator<Buffer> {
  yield* chunks;
  throw new Error('The upload broke off.');
}

describe.each(kinds)('A storage in %s', (_, open) => {
  it('stores, describes and removes an object', async () => {
    const storage = await open();
    await storage.check(signal);
    const bytes = randomBytes(5000);
    const put = await storage.put('ab/one.bin', bytes, signal);
    expect(put).toEqual({ bytes: 5000, sha256: createHash('sha256').update(bytes).digest('hex') });
    expect(await storage.stat('ab/one.bin', signal)).toMatchObject({ key: 'ab/one.bin', bytes: 5000 });
    expect(await readObject(storage, 'ab/one.bin', { signal, maxBytes })).toEqual(bytes);
    expect(await readObject(storage, 'ab/one.bin', { signal, maxBytes: 4999 })).toEqual(bytes.subarray(0, 4999));
    await storage.put('ab/one.bin', Buffer.from('other'), signal);
    expect(String(await readObject(storage, 'ab/one.bin', { signal, maxBytes }))).toBe('other');
    await storage.remove('ab/one.bin', signal);
    await storage.remove('ab/one.bin', signal);
    expect(await storage.stat('ab/one.bin', signal)).toBeUndefined();
    expect(await storage.open('ab/one.bin', { signal })).toBeUndefined();
  });

  it('reads a part of an object', async () => {
    const storage = await open();
    await storage.put('alphabet', Buffer.from('abcdefgh'), signal);
    const read = async (from?: number, to?: number): Promise<readonly unknown[]> => {
      const opened = await storage.open('alphabet', { signal, from, to });
      return [opened?.bytes, opened && String(await buffer(opened.content))];
    };
    expect(await read(2, 5)).toEqual([8, 'cde']);
    expect(await read(6)).toEqual([8, 'gh']);
    expect(await read(0, 2)).toEqual([8, 'ab']);
    expect(await read(6, 100)).toEqual([8, 'gh']);
    expect(await read(8)).toEqual([8, '']);
  });

  it('lists the objects of a folder', async () => {
    const storage = await open();
    for (const key of ['a/1', 'a/b/2', 'ab/3', 'c']) await storage.put(key, Buffer.from(key), signal);
    expect((await listed(storage, 'a/')).map(({ key, bytes }) => [key, bytes])).toEqual([
      ['a/1', 3],
      ['a/b/2', 5],
    ]);
    expect((await listed(storage, '')).map(({ key }) => key)).toEqual(['a/1', 'a/b/2', 'ab/3', 'c']);
    expect(await listed(storage, 'none/')).toEqual([]);
  });

  it('takes no key that leads elsewhere', async () => {
    const storage = await open();
    for (const key of ['../a', '/a', 'a//b', 'a/../b', '.unfinished/a', 'a\\b', '', 'a'.repeat(600)])
      await expect(storage.put(key, Buffer.from('x'), signal), key).rejects.toThrow('Not a key');
  });

  it('does nothing for a caller that has left', async () => {
    const storage = await open();
    await expect(storage.stat('a', AbortSignal.abort())).rejects.toMatchObject({ code: 'canceled' });
  });
});

describe('Storage.putNew', () => {
  const conditional = kinds.filter(([name]) => name !== 's3rver');

  it.each(conditional)('keeps the first of many writers in %s', async (_, open) => {
    const storage = await open();
    const writers = Array.from({ length: 8 }, (__, index) => storage.putNew('one', Buffer.from(`${index}`), signal));
    const isFirst = await Promise.all(writers);
    expect(isFirst.filter(Boolean)).toHaveLength(1);
    expect(String(await readObject(storage, 'one', { signal, maxBytes }))).toBe(`${isFirst.indexOf(true)}`);
  });

  it('asks first where a store knows no conditional writes', async () => {
    await using server = await startS3Double({ isConditional: false });
    const storage = await openTestStorage(s3SettingsFor(server.url));
    expect(await storage.putNew('one', Buffer.from('first'), signal)).toBe(true);
    expect(await storage.putNew('one', Buffer.from('second'), signal)).toBe(false);
    expect(String(server.objects.get('shelf/one'))).toBe('first');
  });
});

describe('Streams into a storage', () => {
  /** More than two parts of an upload. */
  const chunks = Array.from({ length: 20 }, () => randomBytes(1 << 20));
  const streamed = kinds.slice(0, 2);

  it.each(streamed)('are stored in %s with their digest', async (_, open) => {
    const storage = await open();
    const hash = createHash('sha256');
    for (const chunk of chunks) hash.update(chunk);
    const put = await storage.put('book', Readable.from(chunks, { objectMode: false }), signal);
    expect(put).toEqual({ bytes: 20 << 20, sha256: hash.digest('hex') });
    const opened = await storage.open('book', { signal, from: 12 << 20, to: 13 << 20 });
    expect(opened && (await buffer(opened.content)).equals(chunks[12] ?? Buffer.of())).toBe(true);
  });

  it.each(streamed)('leave nothing in %s when they fail', async (_, open) => {
    const storage = await open();
    const failing = Readable.from(failAfter(chunks.slice(0, 12)), { objectMode: false });
    await expect(storage.put('book', failing, signal)).rejects.toThrow('broke off');
    expect(await listed(storage, '')).toEqual([]);
  });
});

describe('A storage in a folder', () => {
  it('is not made where the folder is missing: its file system is not mounted', async () => {
    const folder = path.join(await temporaryFolder(), 'missing');
    const storage = await openTestStorage(folderSettingsFor(folder));
    await expect(storage.check(signal)).rejects.toMatchObject({ code: 'file-not-found' });
    await expect(storage.put('a', Buffer.from('x'), signal)).rejects.toMatchObject({ code: 'output-failed' });
    expect(await readdir(path.dirname(folder))).toEqual([]);
  });

  it('loses the leftovers of killed processes, and nothing else', async () => {
    const folder = await temporaryFolder();
    const unfinished = path.join(folder, '.unfinished');
    await mkdir(unfinished);
    const names = ['0a0b0c0d-0000-4000-8000-000000000001.part', '0a0b0c0d-0000-4000-8000-000000000002.part', 'notes'];
    for (const name of names) await writeFile(path.join(unfinished, name), 'x');
    for (const name of [names[0] ?? '', 'notes']) await utimes(path.join(unfinished, name), 1000, 1000);
    await (await openTestStorage(folderSettingsFor(folder))).check(signal);
    expect((await readdir(unfinished)).toSorted()).toEqual(names.slice(1));
  });
});

describe('openStorage', () => {
  it('opens none without an address', async () => {
    expect(await openStorage({ settings: settingsFrom([{}]) })).toBeUndefined();
  });

  it.each([
    'books',
    '/mnt/books',
    'http://host/books',
    'file://host/books',
    'file:///',
    'file:///a%2Fb',
    's3://',
    's3://ab',
    's3://Bucket_1',
    's3://books/a b',
    's3://books/a?versionId=1',
    's3://books:80/a',
  ])('refuses %s', async (address) => {
    const opening = openStorage({ settings: settingsFrom([{ AUDIOBOOK_STORAGE: address }]) });
    await expect(opening).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringContaining('Expected file:///folder or s3://bucket/prefix.'),
    });
  });

  it('shows no password of a bad address', async () => {
    const settings = settingsFrom([{ AUDIOBOOK_STORAGE: 's3://key:secret@books/a' }]);
    const error: unknown = await openStorage({ settings }).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('s3://…@books/a');
    expect(String(error)).not.toContain('secret');
  });
});
