import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { sameSamples } from '../helpers/same-samples.ts';
import { chapterSound, decode, openWriter, probe, testRate, testFolder, writeBook } from './sound.ts';
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
    expect(file).toEqual({ path, bytes: (await readFile(path)).length, seconds: 20 });
  });

  it('keeps the sample rate of the source when the bitrate allows it', async () => {
    const folder = await testFolder();
    const path = folder.file('book.mp3');
    await writeBook({ path, bitrate: '96k' }, [{ title: 'One', samples: chapterSound(2) }]);
    expect((await probe(path)).streams[0]).toMatchObject({ sample_rate: '24000', bit_rate: '96000' });
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
