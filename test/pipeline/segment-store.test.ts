import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { processIdentity } from '../../src/core/process/process-alive.ts';
import { pruneStore } from '../../src/pipeline/synthesis/store/prune-store.ts';
import { measured, readSpeaker } from '../../src/pipeline/synthesis/store/segment-file.ts';
import { openSegmentStore, segmentAddress } from '../../src/pipeline/synthesis/store/segment-store.ts';
import type { SegmentIdentity } from '../../src/pipeline/synthesis/store/segment-store.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { olderSegment } from '../helpers/older-segment.ts';
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

  it('finds which of many segments of one folder are stored, also those of earlier versions', async () => {
    const folder = await temporaryFolder();
    const store = await openSegmentStore(folder);
    const addresses = ['1', '2', '3', '4', '5'].map((last) => `ab${'0'.repeat(61)}${last}`);
    const [first = '', second = '', third = ''] = addresses;
    expect(await store.stored(addresses)).toEqual(new Set());
    await store.write(first, pcm);
    await writeFile(path.join(folder, 'ab', `${second.slice(2)}.wav`), '');
    await writeFile(path.join(folder, 'ab', `${third.slice(2)}.flac.1-0.part`), '');
    expect(await store.stored(addresses)).toEqual(new Set([first, second]));
    expect(await store.stored(addresses.slice(1))).toEqual(new Set([second]));
    expect(await store.stored([third, second])).toEqual(new Set([second]));
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

  it('reads what earlier versions stored as WAV, so that nothing is paid twice, and writes FLAC in its place', async () => {
    const store = await openSegmentStore(await temporaryFolder());
    const speaker = { provider: 'p', voice: 'v' };
    const [address, damaged] = ['a', 'b'].map((text) => segmentAddress({ ...identity, text }));
    const paths = [address, damaged].map((one = '') => path.join(store.folder, one.slice(0, 2), `${one.slice(2)}.wav`));
    const bytes = olderSegment({ ...pcm, speaker });
    for (const file of paths) await mkdir(path.dirname(file), { recursive: true });
    await writeFile(paths[0] ?? '', bytes);
    await writeFile(
      paths[1] ?? '',
      Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.readUInt8(bytes.length - 1) ^ 1])]),
    );
    expect(await store.stored([address ?? ''])).toEqual(new Set([address ?? '']));
    expect(await store.read(address ?? '')).toEqual({ ...pcm, speaker });
    expect(await readSpeaker(paths[0] ?? '')).toEqual(speaker);
    expect(await store.read(damaged ?? '')).toBeUndefined();
    expect(await filesIn(store.folder)).toEqual([paths[0]]);
    await store.write(address ?? '', { ...pcm, speaker });
    const [written = ''] = await filesIn(store.folder);
    expect(path.extname(written)).toBe('.flac');
    expect(await filesIn(store.folder)).toHaveLength(1);
    expect(await readSpeaker(written)).toEqual(speaker);
    await store.remove(address ?? '');
    expect(await store.stored([address ?? ''])).toEqual(new Set());
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
