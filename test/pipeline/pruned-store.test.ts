import { readdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pruneStore } from '../../src/pipeline/synthesis/store/prune-store.ts';
import { PrunedStore } from '../../src/pipeline/synthesis/store/pruned-store.ts';
import { measured } from '../../src/pipeline/synthesis/store/segment-file.ts';
import { openSegmentStore, segmentAddress } from '../../src/pipeline/synthesis/store/segment-store.ts';
import type { SegmentStore } from '../../src/pipeline/synthesis/store/segment-store.ts';
import { waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { tone } from '../helpers/tone-provider.ts';

const pcm = measured(tone('Hello.', 16_000));
const [first = '', second = '', third = '', fourth = ''] = ['a', 'b', 'c', 'd'].map((text) =>
  segmentAddress({ provider: 'p', engine: 'e', voice: 'v', language: 'en', text }),
);

/** Returns a store with three segments that were not used for long, and the size of one of them. */
async function oldStore(): Promise<{ readonly own: SegmentStore; readonly bytes: number }> {
  const own = await openSegmentStore(await temporaryFolder());
  for (const address of [first, second, third]) await own.write(address, pcm);
  const names = (await readdir(own.folder, { recursive: true })).filter((name) => name.endsWith('.flac'));
  for (const name of names) await utimes(path.join(own.folder, name), 1000, 1000);
  return { own, bytes: (await stat(path.join(own.folder, names[0] ?? ''))).size };
}

async function stored(own: SegmentStore): Promise<readonly boolean[]> {
  const addresses = [first, second, third, fourth];
  const found = await own.stored(addresses);
  return addresses.map((address) => found.has(address));
}

describe('PrunedStore', () => {
  it('is pruned beside the work of a run that writes, and keeps what the run has asked for', async () => {
    const { own, bytes } = await oldStore();
    await using store = new PrunedStore(own, bytes);
    expect(await store.stored([first])).toEqual(new Set([first]));
    expect(await store.read(second)).toEqual(pcm);
    expect(await stored(own)).toEqual([true, true, true, false]);
    await store.write(fourth, pcm);
    await waitUntil(async () => !(await own.stored([third])).has(third));
    expect(await stored(own)).toEqual([true, true, false, true]);
  });

  it('is left as it is by a run that speaks nothing', async () => {
    const { own } = await oldStore();
    const store = new PrunedStore(own, 0);
    await store.read(first);
    await store.remove(second);
    await store[Symbol.asyncDispose]();
    expect(await stored(own)).toEqual([true, false, true, false]);
  });

  it('stops where it is when the run has ended', async () => {
    const { own } = await oldStore();
    const removed = await pruneStore(own.folder, { maxBytes: 0, signal: AbortSignal.abort() });
    expect(removed.removedFiles).toBe(0);
    const store = new PrunedStore(own, 0);
    await store.write(fourth, pcm);
    await store[Symbol.asyncDispose]();
    const left = await stored(own);
    // Nothing goes on behind it.
    expect(await stored(own)).toEqual(left);
    expect(left[3]).toBe(true);
  });
});
