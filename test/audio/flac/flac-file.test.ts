import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { flacBlockTypes, flacHead } from '../../../src/audio/flac/flac-block.ts';
import { decodeFlac, encodeFlac, flacBlocks } from '../../../src/audio/flac/flac-file.ts';
import { sameSamples } from '../../helpers/same-samples.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';
import { tone } from '../../helpers/tone-provider.ts';
import { decode, testFolder } from '../sound.ts';

/** Samples whose bytes are 0 or 255 in every place. */
const edges = [0, -1, 1, 255, 256, -255, -256, -257, 511, 0x7f00, 0x7fff, -0x80_00, -0x7f_01, 0xff];
const speech = tone('One sentence.', 22_050);
const blocks = [
  { id: 'one ', bytes: Buffer.from('first') },
  { id: 'two ', bytes: Buffer.alloc(70_000, 1) },
];

describe('flacHead', () => {
  it.each([
    [flacBlockTypes.comment, 'The tags of a FLAC file can have at most 16 MiB, but here 16.0 MiB.'],
    [flacBlockTypes.picture, 'The cover of a FLAC file can have at most 16 MiB, but here 16.0 MiB.'],
  ])('refuses a block of type %d that is too large', (type, message) => {
    const error = expect.objectContaining({ code: 'bad-value', message });
    expect(() => flacHead([{ type, content: Buffer.alloc(2 ** 24) }])).toThrow(error);
    expect(flacHead([{ type, content: Buffer.alloc(2 ** 24 - 1) }])).toHaveLength(4 + 4 + 2 ** 24 - 1);
  });
});

describe('encodeFlac and decodeFlac', () => {
  it('give back every sample of any audio', async () => {
    const random = seededRandom(7);
    const pick = (): number => edges[Math.floor(random() * edges.length)] ?? 0;
    const noise = (): number => Math.floor(random() * 65_536) - 32_768;
    const sources = [() => 0, () => -1, pick, noise, () => (random() < 0.5 ? pick() : noise())];
    for (const source of sources) {
      for (const length of [0, 1, 15, 4096, 4097, 30_000]) {
        const samples = Int16Array.from({ length }, source);
        const decoded = await decodeFlac(await encodeFlac({ samples, sampleRate: 24_000 }, []));
        expect(sameSamples(decoded?.samples, samples), `${length} samples`).toBe(true);
        expect(decoded?.sampleRate).toBe(24_000);
      }
    }
  });

  it('keep blocks of an application, which are found in the beginning of a file, too', async () => {
    const file = await encodeFlac(speech, blocks);
    expect(flacBlocks(file)).toEqual(blocks);
    expect(flacBlocks(file.subarray(0, 1000))).toEqual(blocks.slice(0, 1));
    expect(flacBlocks(await encodeFlac(speech, []))).toEqual([]);
    expect(await decodeFlac(file)).toEqual(speech);
  });

  it('take half of the room of the samples', async () => {
    const { length } = await encodeFlac(speech, []);
    expect(length).toBeLessThan(0.5 * speech.samples.byteLength);
  });

  it('give nothing for a file that is cut off or damaged, and are as good as before afterwards', async () => {
    const file = await encodeFlac(speech, blocks);
    for (const length of [0, 3, 20, 60, 70_100, file.length - 1]) {
      expect(await decodeFlac(file.subarray(0, length)), `${length} bytes`).toBeUndefined();
    }
    for (const [at, bit] of [
      [25, 1],
      [file.length - 300, 4],
      [file.length - 1, 128],
    ] as const) {
      const damaged = Buffer.from(file);
      damaged[at] = (damaged[at] ?? 0) ^ bit;
      expect(await decodeFlac(damaged), `byte ${at}`).toBeUndefined();
    }
    expect(await decodeFlac(Buffer.alloc(500, 'RIFF'))).toBeUndefined();
    expect(await decodeFlac(file)).toEqual(speech);
  });

  it('write files that other decoders read, with the checksum of the format', async () => {
    const file = (await testFolder()).file('speech.flac');
    const bytes = await encodeFlac(speech, blocks);
    await writeFile(file, bytes);
    const strict = ['-xerror', '-err_detect', '+crccheck+explode'];
    expect(sameSamples(await decode(file, speech.sampleRate, strict), speech.samples)).toBe(true);
    expect(bytes.subarray(26, 42).equals(Buffer.alloc(16))).toBe(false);
  });

  it('leave the functions of the program as they are', async () => {
    const { fetch } = globalThis;
    await encodeFlac(speech, []);
    expect(globalThis.fetch).toBe(fetch);
    expect(typeof fetch).toBe('function');
  });
});
