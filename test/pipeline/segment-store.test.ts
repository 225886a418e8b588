import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { processIdentity } from '../../src/core/process/process-alive.ts';
import { pruneStore } from '../../src/pipeline/store/prune-store.ts';
import { measured, readSpeaker } from '../../src/pipeline/store/segment-file.ts';
import { openSegmentStore, segmentAddress } from '../../src/pipeline/store/segment-store.ts';
import type { SegmentIdentity } from '../../src/pipeline/store/segment-store.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { tone } from '../helpers/tone-provider.ts';

const identity: SegmentIdentity = { provider: 'p', engine: 'e', voice: 'v', language: 'en', text: 'Hello.' };
const pcm = measured(tone('Hello.', 16_000));

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.includes('.')).map((name) => path.join(folder, name));
}

describe('segmentAddress', () => {
  it('changes with everything that shapes the sound, and with nothing else', () => {
    const address = segmentAddress(identity);
    expect(segmentAddress({ ...identity })).toBe(address);
    for (const key of Object.keys(identity) as (keyof SegmentIdentity)[]) {
      expect(segmentAddress({ ...identity, [key]: 'other' }), key).not.toBe(address);
    }
  });
});

describe('openSegmentStore', () => {
  it('gives back the sound that was stored', async () => {
    const store = await openSegmentStore(await temporaryFolder());
    const address = segmentAddress(identity);
    expect(await store.stored([address])).toEqual(new Set());
    expect(await store.read(address)).toBeUndefined();
    await store.write(address, pcm);
    expect(await store.stored([address])).toEqual(new Set([address]));
    expect(await store.read(address)).toEqual(pcm);
    const words = [0, 7, 21].map((offset) => ({ offset, sample: offset * 1000 }));
    await store.write(address, { ...pcm, words });
    expect(await store.read(address)).toEqual({ ...pcm, words });
  });

  it('finds which of many segments of one folder are stored', async () => {
    const folder = await temporaryFolder();
    const store = await openSegmentStore(folder);
    const addresses = ['1', '2', '3'].map((last) => `ab${'0'.repeat(61)}${last}`);
    const [first = '', second = '', third = ''] = addresses;
    expect(await store.stored(addresses)).toEqual(new Set());
    await store.write(first, pcm);
    await store.write(second, pcm);
    await writeFile(path.join(folder, 'speech/1/ab', `${third.slice(2)}.flac.1-0.part`), '');
    expect(await store.stored(addresses)).toEqual(new Set([first, second]));
    expect(await store.stored([third, second, second])).toEqual(new Set([second]));
  });

  it('removes a sound that turned out to be wrong', async () => {
    const store = await openSegmentStore(await temporaryFolder());
    const address = segmentAddress(identity);
    await store.write(address, pcm);
    await store.remove(address);
    expect(await store.stored([address])).toEqual(new Set());
    await expect(store.remove(address)).resolves.toBeUndefined();
  });

  it('takes a truncated file for none and removes it', async () => {
    const store = await openSegmentStore(await temporaryFolder());
    const address = segmentAddress(identity);
    await store.write(address, pcm);
    const [file = ''] = await filesIn(store.folder);
    await truncate(file, 1000);
    expect(await store.read(address)).toBeUndefined();
    expect(await store.stored([address])).toEqual(new Set());
  });

  it('takes a file with one changed sample for none', async () => {
    const store = await openSegmentStore(await temporaryFolder());
    const address = segmentAddress(identity);
    await store.write(address, pcm);
    const [file = ''] = await filesIn(store.folder);
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
    await writeFile(file, bytes);
    expect(await store.read(address)).toBeUndefined();
  });

  it('tells who spoke a segment', async () => {
    const store = await openSegmentStore(await temporaryFolder());
    const speaker = { provider: 'p', voice: 'v' };
    await store.write(segmentAddress(identity), { ...pcm, speaker });
    const [written = ''] = await filesIn(store.folder);
    expect(await readSpeaker(written)).toEqual(speaker);
  });

  it('fails with output-failed where no folder can be made, and says what to do', async () => {
    const file = path.join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    const message = expect.stringContaining('Set AUDIOBOOK_CACHE_DIR');
    await expect(openSegmentStore(path.join(file, 'store'))).rejects.toMatchObject({ code: 'output-failed', message });
  });

  it.skipIf(isProgramMissing('ffprobe'))('keeps segments as FLAC files that any player opens', async () => {
    const store = await openSegmentStore(await temporaryFolder());
    await store.write(segmentAddress(identity), pcm);
    const [file = ''] = await filesIn(store.folder);
    const args = ['-v', 'error', '-show_entries', 'stream=codec_name,sample_rate,duration_ts', '-of', 'csv=p=0', file];
    expect(execFileSync('ffprobe', args, { encoding: 'utf8' }).trim()).toBe(`flac,16000,${pcm.samples.length}`);
  });
});

/** Returns a store with three segments that were not used for long, and the size of one of them. */
async function oldStore(texts = ['a', 'b', 'c', 'd']) {
  const own = await openSegmentStore(await temporaryFolder());
  const addresses = texts.map((text) => segmentAddress({ ...identity, text }));
  for (const address of addresses.slice(0, 3)) await own.write(address, pcm);
  const files = await filesIn(own.folder);
  for (const file of files) await utimes(file, 1000, 1000);
  const stored = async () => {
    const found = await own.stored(addresses);
    return addresses.map((address) => found.has(address));
  };
  return { folder: own.folder, addresses, stored, bytes: (await stat(files[0] ?? '')).size };
}

describe('a segment store with a limit', () => {
  it('is pruned beside the work of a run that writes, and keeps what the run has asked for', async () => {
    const { folder, addresses, stored, bytes } = await oldStore();
    const [first = '', second = '', , fourth = ''] = addresses;
    await using store = await openSegmentStore(folder, bytes);
    expect(await store.stored([first])).toEqual(new Set([first]));
    expect(await store.read(second)).toEqual(pcm);
    expect(await stored()).toEqual([true, true, true, false]);
    await store.write(fourth, pcm);
    await waitUntil(async () => !(await stored())[2]);
    expect(await stored()).toEqual([true, true, false, true]);
  });

  it('is left as it is by a run that speaks nothing', async () => {
    const { folder, addresses, stored } = await oldStore();
    const store = await openSegmentStore(folder, 0);
    await store.read(addresses[0] ?? '');
    await store.remove(addresses[1] ?? '');
    await store[Symbol.asyncDispose]();
    expect(await stored()).toEqual([true, false, true, false]);
  });

  it('stops where it is when the run has ended', async () => {
    const { folder, addresses, stored } = await oldStore();
    const removed = await pruneStore(folder, { maxBytes: 0, signal: AbortSignal.abort() });
    expect(removed.removedFiles).toBe(0);
    const store = await openSegmentStore(folder, 0);
    await store.write(addresses[3] ?? '', pcm);
    await store[Symbol.asyncDispose]();
    const left = await stored();
    // Nothing goes on behind it.
    expect(await stored()).toEqual(left);
    expect(left[3]).toBe(true);
  });
});

describe('pruneStore', () => {
  it('removes what was not used for the longest time, down to the limit', async () => {
    const store = await openSegmentStore(await temporaryFolder());
    const addresses = ['a', 'b', 'c'].map((text) => segmentAddress({ ...identity, text }));
    for (const address of addresses) await store.write(address, pcm);
    const [first = ''] = await filesIn(store.folder);
    const { size } = await stat(first);
    for (const file of await filesIn(store.folder)) await utimes(file, 1000, 1000);
    await store.read(addresses[1] ?? '');
    expect(await pruneStore(store.folder, { maxBytes: size })).toEqual({
      removedFiles: 2,
      removedBytes: 2 * size,
      bytes: size,
    });
    expect(await store.stored(addresses)).toEqual(new Set(addresses.slice(1, 2)));
  });

  it('removes parts that a killed process left, and any of more than a day ago', async () => {
    const store = await openSegmentStore(await temporaryFolder());
    await store.write(segmentAddress(identity), pcm);
    const [file = ''] = await filesIn(store.folder);
    await writeFile(`${file}.old.part`, 'x');
    await utimes(`${file}.old.part`, 1000, 1000);
    await writeFile(`${file}.new.part`, 'x');
    const [dead, alive] = ['999999999-0123456789ab', processIdentity()].map(
      (writer) => `${file}.${writer}-0123456789ab.part`,
    );
    for (const part of [dead ?? '', alive ?? '', `${file}.999999999-0123456789ac-0123456789ab.part`])
      await writeFile(part, 'x');
    const minutesAgo = Date.now() / 1000 - 120;
    for (const part of [dead ?? '', alive ?? '']) await utimes(part, minutesAgo, minutesAgo);
    await pruneStore(store.folder, { maxBytes: 1e9 });
    expect(await filesIn(store.folder)).toEqual(
      [
        file,
        // Another container may be writing it.
        `${file}.999999999-0123456789ac-0123456789ab.part`,
        alive,
        `${file}.new.part`,
      ].toSorted((a = '', b = '') => (a < b ? -1 : 1)),
    );
  });
});
