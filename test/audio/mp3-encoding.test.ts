import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sameSamples } from '../helpers/same-samples.ts';
import { chapterSound, decode, openWriter, probe, testRate, testFolder, writeBook } from './sound.ts';
import { testCover } from './pictures.ts';

test('192k is a true 192k at 44.1 kHz and the header tells the true duration', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.mp3');
  const [file] = await writeBook({ path }, [{ title: 'One', samples: chapterSound(20) }]);
  const { format, streams } = await probe(path);
  expect(streams[0]).toMatchObject({ sample_rate: '44100', bit_rate: '192000', channels: 1 });
  expect(Math.abs(Number(format.duration) - 20)).toBeLessThan(0.06);
  expect(await decode(path)).toHaveLength(20 * testRate);
  expect(file).toEqual({ path, bytes: (await readFile(path)).length, seconds: 20 });
});

test('a bitrate that the source rate allows keeps the source rate', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.mp3');
  await writeBook({ path, bitrate: '96k' }, [{ title: 'One', samples: chapterSound(2) }]);
  expect((await probe(path)).streams[0]).toMatchObject({ sample_rate: '24000', bit_rate: '96000' });
});

test('a chapter without sound gets no mark, and the first mark is at 0', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.mp3');
  await using writer = await openWriter({ path });
  await writer.write(chapterSound(0.5));
  writer.startChapter('Empty');
  writer.startChapter('Full');
  await writer.write(chapterSound(0.5));
  await writer.finish();
  const { chapters } = await probe(path);
  expect(chapters.map(({ start_time, tags }) => [start_time, tags?.['title']])).toEqual([['0.000000', 'Full']]);
});

test('the same samples make the same bytes', async () => {
  await using folder = await testFolder();
  const [first, second] = [join(folder.path, 'a.mp3'), join(folder.path, 'b.mp3')];
  const chapters = ['One', 'Two'].map((title) => ({ title, samples: chapterSound(3) }));
  await writeBook({ path: first, cover: await testCover() }, chapters);
  await writeBook({ path: second, cover: await testCover() }, chapters);
  expect((await readFile(first)).equals(await readFile(second))).toBe(true);
});

test('the uncompressed sound is kept beside the MP3 when wanted', async () => {
  await using folder = await testFolder();
  const [path, keepWav] = [join(folder.path, 'book.mp3'), join(folder.path, 'book.wav')];
  const samples = chapterSound(1.5);
  const files = await writeBook({ path, keepWav }, [{ title: 'One', samples }]);
  expect(files.map((file) => file.path)).toEqual([path, keepWav]);
  expect(sameSamples(await decode(keepWav), samples)).toBe(true);
  expect(await folder.list()).toEqual(['book.mp3', 'book.wav']);
});

test.each(['18k', '145k', 'loud', '0', '192kb'])('bitrate %s is a bad value', async (bitrate) => {
  await using folder = await testFolder();
  await expect(openWriter({ path: join(folder.path, 'book.mp3'), bitrate })).rejects.toMatchObject({
    code: 'bad-value',
  });
  expect(await folder.list()).toEqual([]);
});
