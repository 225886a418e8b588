import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { measured, speechSort as sort } from '../../src/pipeline/store/segment-file.ts';
import { openSegmentStore, segmentAddress } from '../../src/pipeline/store/segment-store.ts';
import type { SegmentStore } from '../../src/pipeline/store/segment-store.ts';
import { sharedLookup, sharedStore } from '../../src/pipeline/store/shared-store.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { folderSettingsFor, openTestStorage, s3SettingsFor } from '../helpers/open-test-storage.ts';
import { startS3Double } from '../helpers/servers/s3-double.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { tone } from '../helpers/tone-provider.ts';

const { signal } = new AbortController();
const address = segmentAddress({ provider: 'p', engine: 'e', voice: 'v', language: 'en', text: 'Hello.' });
const pcm = measured(tone('Hello.', 16_000), { provider: 'p', voice: 'v' });
const other = measured(tone('Hello again.', 16_000), { provider: 'p', voice: 'v' });

async function folderStorage(): Promise<Storage> {
  const storage = await openTestStorage(folderSettingsFor(await temporaryFolder()));
  await storage.check(signal);
  return storage;
}

/** Returns the store of another machine. */
async function machine(storage: Storage, warnings: string[] = []): Promise<SegmentStore> {
  const own = await openSegmentStore(await temporaryFolder());
  return sharedStore(own, { sort, storage, signal, warn: (message) => warnings.push(message) });
}

async function keysIn(storage: Storage): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list('speech/', signal)) keys.push(key);
  return keys;
}

describe('sharedStore', () => {
  it('reads what another machine spoke, and keeps it here', async () => {
    const storage = await folderStorage();
    const [first, second] = [await machine(storage), await machine(storage)];
    expect(await second.read(address)).toBeUndefined();
    await first.write(address, pcm);
    expect(await second.stored([address])).toEqual(new Set([address]));
    expect(await second.read(address)).toEqual(pcm);
    const kept = await openSegmentStore(second.folder);
    expect(await kept.read(address)).toEqual(pcm);
  });

  it('gives others what only this machine has', async () => {
    const storage = await folderStorage();
    const own = await openSegmentStore(await temporaryFolder());
    await own.write(address, pcm);
    await sharedStore(own, { sort, storage, signal, warn: () => undefined }).read(address);
    expect(await (await machine(storage)).read(address)).toEqual(pcm);
  });

  it('removes a damaged object, so that it is spoken again', async () => {
    const storage = await folderStorage();
    await (await machine(storage)).write(address, pcm);
    const [key = ''] = await keysIn(storage);
    await storage.put(key, Buffer.from('RIFF, and then nothing'), signal);
    const store = await machine(storage);
    expect(await store.read(address)).toBeUndefined();
    expect(await store.stored([address])).toEqual(new Set());
    await store.write(address, pcm);
    expect(await (await machine(storage)).read(address)).toEqual(pcm);
  });

  it('keeps the first of two machines that speak the same segment', async () => {
    const storage = await folderStorage();
    const [first, second] = [await machine(storage), await machine(storage)];
    await first.write(address, pcm);
    await second.write(address, other);
    // Each goes on with what it has heard and measured.
    expect(await second.read(address)).toEqual(other);
    expect(await (await machine(storage)).read(address)).toEqual(pcm);
  });

  it('replaces audio that turned out to be wrong, and removes it, for all', async () => {
    const storage = await folderStorage();
    const [first, second] = [await machine(storage), await machine(storage)];
    await first.write(address, pcm);
    await first.write(address, other);
    expect(await second.read(address)).toEqual(other);
    await second.remove(address);
    expect(await keysIn(storage)).toEqual([]);
    expect(await second.stored([address])).toEqual(new Set());
  });

  it('keeps what was paid for when the storage fails, and gives it to the others later', async () => {
    let isBusy = true;
    await using server = await startS3Double({ fault: () => (isBusy ? 'busy' : undefined) });
    const limits = { silenceMs: 20_000, budgetMs: 300 };
    const storage = await openTestStorage(s3SettingsFor(server.url), { limits });
    const store = await machine(storage);
    await expect(store.write(address, pcm)).rejects.toMatchObject({ code: 'output-failed' });
    isBusy = false;
    expect(await store.read(address)).toEqual(pcm);
    expect(await (await machine(storage)).read(address)).toEqual(pcm);
  });

  it('removes wrong audio also when the run was canceled, and says so when that fails', async () => {
    let isBusy = false;
    await using server = await startS3Double({ fault: () => (isBusy ? 'busy' : undefined) });
    const limits = { silenceMs: 20_000, budgetMs: 300 };
    const storage = await openTestStorage(s3SettingsFor(server.url), { limits });
    const own = await openSegmentStore(await temporaryFolder());
    const run = new AbortController();
    const warnings: string[] = [];
    const store = sharedStore(own, { sort, storage, signal: run.signal, warn: (message) => warnings.push(message) });
    await store.write(address, pcm);
    run.abort();
    await store.remove(address);
    expect([await keysIn(storage), warnings]).toEqual([[], []]);
    isBusy = true;
    await store.remove(address);
    expect(warnings).toEqual(['Speech that may be wrong could not be removed from the storage s3://books/shelf.']);
  });
});

describe('sharedLookup', () => {
  it('finds what is on this machine or in the storage', async () => {
    const storage = await folderStorage();
    const lookup = sharedLookup({ stored: async () => new Set(['here']) }, { sort, storage, signal });
    await (await machine(storage)).write(address, pcm);
    expect(await lookup.stored(['here', address, 'f'.repeat(64)])).toEqual(new Set(['here', address]));
  });

  it('does not ask a storage that fails for the rest of a book', async () => {
    const storage = await folderStorage();
    let asked = 0;
    const failing = {
      ...storage,
      stat: async () => {
        asked += 1;
        throw new Error('The storage is busy.');
      },
    };
    const lookup = sharedLookup({ stored: async () => new Set() }, { sort, storage: failing, signal });
    const addresses = Array.from({ length: 1000 }, (_, index) => String(index).padStart(64, 'f'));
    await expect(lookup.stored(addresses)).rejects.toThrow('The storage is busy.');
    await setImmediate();
    expect(asked).toBeLessThan(100);
  });
});
