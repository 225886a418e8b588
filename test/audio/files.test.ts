import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audioDuration } from '../../src/audio/files/audio-duration.ts';
import { chapterMetadata } from '../../src/audio/files/chapter-metadata.ts';
import { combineWavs } from '../../src/audio/files/combine-wavs.ts';
import { wavToMp3 } from '../../src/audio/files/wav-to-mp3.ts';
import { decodeWav, encodeWav } from '../../src/core/wav.ts';
import { chapterSound, decode, probe, testRate, testFolder, writeBook, systemFfmpeg } from './sound.ts';
import type { TestFolder } from './sound.ts';

const { signal } = new AbortController();

async function wav(folder: TestFolder, name: string, seconds: number, sampleRate = testRate): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, encodeWav({ samples: chapterSound(seconds, sampleRate), sampleRate }));
  return path;
}

test.each(['mp3', 'm4b', 'wav'] as const)('the duration of a %s is known without decoding it', async (format) => {
  await using folder = await testFolder();
  const path = join(folder.path, `book.${format}`);
  await writeBook({ path, format }, [{ title: 'One', samples: chapterSound(12.5) }]);
  expect(Math.abs((await audioDuration(path)) - 12.5)).toBeLessThan(0.06);
});

test('what cannot be decoded lasts 0 seconds', async () => {
  await using folder = await testFolder();
  const empty = join(folder.path, 'empty.mp3');
  const text = join(folder.path, 'text.wav');
  const noise = join(folder.path, 'noise.mp3');
  const bytes = Buffer.alloc(100_000);
  for (let at = 0, state = 1; at < bytes.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    bytes[at] = state >>> 16;
  }
  await Promise.all([writeFile(empty, ''), writeFile(text, 'RIFF but no sound'), writeFile(noise, bytes)]);
  for (const path of [empty, text, noise, join(folder.path, 'none.mp3'), folder.path]) {
    expect(await audioDuration(path)).toBe(0);
  }
});

test('a WAV that was cut off lasts as long as its sound', async () => {
  await using folder = await testFolder();
  const path = await wav(folder, 'cut.wav', 10);
  await truncate(path, 44 + testRate * 2 * 4);
  expect(Math.abs((await audioDuration(path)) - 4)).toBeLessThan(0.01);
});

test('WAV files are joined in order, at the rate of the first', async () => {
  await using folder = await testFolder();
  const paths = [
    await wav(folder, 'a.wav', 0.5),
    await wav(folder, 'b.wav', 0.25, 16_000),
    await wav(folder, 'c.wav', 0.5),
  ];
  const output = join(folder.path, 'all.wav');
  expect(await combineWavs(paths, output, signal)).toEqual({ path: output, seconds: 1.25, leftOut: [] });
  const { samples, sampleRate } = decodeWav(await readFile(output));
  expect([samples.length, sampleRate]).toEqual([1.25 * testRate, testRate]);
  expect(samples.subarray(0, 0.5 * testRate)).toEqual(chapterSound(0.5));
});

test('a WAV that is missing or broken is named, the others are joined', async () => {
  await using folder = await testFolder();
  const broken = join(folder.path, 'broken.wav');
  await writeFile(broken, 'no sound');
  const missing = join(folder.path, 'missing.wav');
  const output = join(folder.path, 'all.wav');
  const result = await combineWavs([missing, await wav(folder, 'a.wav', 1), broken], output, signal);
  expect(result.seconds).toBe(1);
  expect(result.leftOut).toEqual([
    { path: missing, reason: 'the file does not exist' },
    { path: broken, reason: expect.stringMatching(/WAV/u) },
  ]);
});

test('no valid WAV at all is a bad value that names each, and makes no file', async () => {
  await using folder = await testFolder();
  const missing = join(folder.path, 'missing.wav');
  const output = join(folder.path, 'all.wav');
  await expect(combineWavs([missing], output, signal)).rejects.toMatchObject({
    code: 'bad-value',
    message: expect.stringContaining(missing),
  });
  await expect(combineWavs([], output, signal)).rejects.toMatchObject({ code: 'bad-value' });
  expect(await folder.list()).toEqual([]);
});

test('a WAV becomes an MP3 of 192k and goes away', async () => {
  await using folder = await testFolder();
  const path = await wav(folder, 'a.wav', 2);
  const ffmpeg = await systemFfmpeg;
  expect(await wavToMp3(path, { ffmpeg, signal })).toBe(join(folder.path, 'a.mp3'));
  expect(await folder.list()).toEqual(['a.mp3']);
  expect((await probe(join(folder.path, 'a.mp3'))).streams[0]).toMatchObject({ codec_name: 'mp3', bit_rate: '192000' });
  expect(await decode(join(folder.path, 'a.mp3'))).toHaveLength(2 * testRate);
});

test('the WAV stays when that is wanted, and when it is no WAV', async () => {
  await using folder = await testFolder();
  const path = await wav(folder, 'a.wav', 1);
  const ffmpeg = await systemFfmpeg;
  await wavToMp3(path, { ffmpeg, signal, removeSource: false, bitrate: '96k' });
  expect(await folder.list()).toEqual(['a.mp3', 'a.wav']);
  const broken = join(folder.path, 'broken.wav');
  await writeFile(broken, 'no sound');
  await expect(wavToMp3(broken, { ffmpeg, signal })).rejects.toMatchObject({ code: 'media-failed' });
  expect(await folder.list()).toEqual(['a.mp3', 'a.wav', 'broken.wav']);
});

test('a WAV that is not there is file-not-found', async () => {
  await using folder = await testFolder();
  const converting = wavToMp3(join(folder.path, 'none.wav'), { ffmpeg: await systemFfmpeg, signal });
  await expect(converting).rejects.toMatchObject({ code: 'file-not-found' });
});

test('chapters of files have starts in milliseconds and durations in seconds, without drift', async () => {
  await using folder = await testFolder();
  const files = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => ({
      title: index === 3 ? ' \n' : `T${index}`,
      path: await wav(folder, `${index}.wav`, 0.1004),
    })),
  );
  const chapters = await chapterMetadata(files);
  expect(chapters[0]).toEqual({ title: 'T0', startMs: 0, durationSeconds: expect.closeTo(0.1004, 4) });
  expect(chapters[3]?.title).toBe('Chapter 4');
  expect(chapters[19]?.startMs).toBe(Math.round((19 * 2410 * 1000) / testRate));
});
