import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sampleBytes } from '../../src/core/pcm.ts';
import { sameSamples } from '../helpers/same-samples.ts';
import {
  chapterSound,
  decode,
  openWriter,
  output,
  probe,
  systemFfmpeg,
  testRate,
  testFolder,
  voice,
  writeBook,
} from './sound.ts';
import { testCover } from './pictures.ts';

describe('openMp3Encoding', () => {
  it('writes a true 192k at 44.1 kHz with the true duration in the header', async () => {
    const folder = await testFolder();
    const path = folder.file('book.mp3');
    const [file] = await writeBook({ path }, [{ title: 'One', samples: chapterSound(20) }]);
    const { format, streams } = await probe(path);
    expect(streams[0]).toMatchObject({ sample_rate: '44100', bit_rate: '192000', channels: 1 });
    expect(Math.abs(Number(format.duration) - 20)).toBeLessThan(0.06);
    expect(await decode(path)).toHaveLength(20 * testRate);
    expect(file).toMatchObject({ path, bytes: (await readFile(path)).length, seconds: 20 });
  });

  it('keeps the sample rate of the source when the bitrate allows it', async () => {
    const folder = await testFolder();
    const path = folder.file('book.mp3');
    await writeBook({ path, bitrate: '96k' }, [{ title: 'One', samples: chapterSound(2) }]);
    expect((await probe(path)).streams[0]).toMatchObject({ sample_rate: '24000', bit_rate: '96000' });
  });

  it.each([
    ['about 1813', '1813'],
    ['28 January 1813', '1813'],
    ['[1813]', '1813'],
  ])('has the year of the date %j', async (date, year) => {
    const folder = await testFolder();
    const path = folder.file('book.mp3');
    const metadata = { title: 'A Book', authors: [], date };
    await writeBook({ path, metadata }, [{ title: 'One', samples: chapterSound(1) }]);
    expect((await probe(path)).format.tags).toMatchObject({ date: year });
  });

  it.each([
    { bitrate: '192k', rate: 44_100 },
    { bitrate: '48k', rate: 24_000 },
    { bitrate: '32k', rate: 12_000 },
  ])('writes the header that ffmpeg writes at $bitrate', async ({ bitrate, rate }) => {
    const folder = await testFolder();
    const [path, byFfmpeg, sound] = [folder.file('book.mp3'), folder.file('ffmpeg.mp3'), folder.file('sound.pcm')];
    const samples = voice(4.2, 12_000, rate);
    await writeBook({ path, bitrate, sampleRate: rate }, [{ title: 'One', samples }]);
    await writeFile(sound, sampleBytes(samples));
    const codec = ['-c:a', 'libmp3lame', '-compression_level', '7', '-reservoir', '0', '-b:a', bitrate];
    const input = ['-v', 'error', '-f', 's16le', '-ar', String(rate), '-ac', '1', '-i', sound, '-fflags', '+bitexact'];
    await output((await systemFfmpeg).path, [...input, ...codec, '-id3v2_version', '0', byFfmpeg]);
    const expected = await readFile(byFfmpeg);
    const written = (await readFile(path)).subarray(-expected.length);
    // Players seek by the table of contents, which ffmpeg rounds another way. The last field is the checksum of the header.
    const toc = written.indexOf('Info') + 16;
    const crc = toc + 138;
    const withoutToc = (bytes: Buffer): Buffer[] => [
      bytes.subarray(0, toc),
      bytes.subarray(toc + 100, crc),
      bytes.subarray(crc + 2),
    ];
    for (let at = 0; at < 100; at += 1)
      expect(Math.abs((written[toc + at] ?? 0) - (expected[toc + at] ?? 0))).toBeLessThanOrEqual(8);
    expect(withoutToc(written)).toEqual(withoutToc(expected));
  });

  it('writes no mark for a chapter without audio, and the first mark at 0', async () => {
    const folder = await testFolder();
    const path = folder.file('book.mp3');
    await using writer = await openWriter({ path });
    await writer.write(chapterSound(0.5));
    writer.startChapter('Empty');
    writer.startChapter('Full');
    await writer.write(chapterSound(0.5));
    await writer.finish();
    const { chapters } = await probe(path);
    expect(chapters.map(({ start_time, tags }) => [start_time, tags?.['title']])).toEqual([['0.000000', 'Full']]);
  });

  it('writes the same bytes for the same samples', async () => {
    const folder = await testFolder();
    const [first, second] = [folder.file('a.mp3'), folder.file('b.mp3')];
    const chapters = ['One', 'Two'].map((title) => ({ title, samples: chapterSound(3) }));
    await writeBook({ path: first, cover: await testCover() }, chapters);
    await writeBook({ path: second, cover: await testCover() }, chapters);
    expect((await readFile(first)).equals(await readFile(second))).toBe(true);
  });

  it('keeps the uncompressed audio beside the MP3 on request', async () => {
    const folder = await testFolder();
    const [path, keepWav] = [folder.file('book.mp3'), folder.file('book.wav')];
    const samples = chapterSound(1.5);
    const files = await writeBook({ path, keepWav }, [{ title: 'One', samples }]);
    expect(files.map((file) => file.path)).toEqual([path, keepWav]);
    expect(sameSamples(await decode(keepWav), samples)).toBe(true);
    expect(await folder.list()).toEqual(['book.mp3', 'book.wav']);
  });

  it.each(['18k', '145k', 'loud', '0', '192kb'])('throws bad-value for the bitrate %s', async (bitrate) => {
    const folder = await testFolder();
    await expect(openWriter({ path: folder.file('book.mp3'), bitrate })).rejects.toMatchObject({
      code: 'bad-value',
    });
    expect(await folder.list()).toEqual([]);
  });
});
