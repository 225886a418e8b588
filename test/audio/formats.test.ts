import { open, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { AudioMetadata } from '../../src/audio/audio-metadata.ts';
import { sampleBytes } from '../../src/core/pcm.ts';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { wavHeader } from '../../src/core/wav-header.ts';
import {
  burstStarts,
  chapterSound,
  decode,
  openWriter,
  output,
  packagedFfmpeg,
  probe,
  testRate,
  testFolder,
  writeBook,
} from './sound.ts';
import { sameSamples } from '../helpers/same-samples.ts';
import { testCover } from './pictures.ts';

const testMetadata: AudioMetadata = {
  title: 'Überbuch 日本 😀',
  authors: ['Ann Author', 'Bob = ; # \\ Brown'],
  narrator: 'A Narrator',
  language: 'de',
  description: 'One line\nand "another" = ; # \\ end',
  series: 'A Series',
  seriesPosition: '2',
  isbn: '9780000000000',
};

describe('output formats', () => {
  it('writes lossless FLAC, with the same bytes for the same samples', async () => {
    const folder = await testFolder();
    const samples = chapterSound(2.345);
    for (const name of ['a.flac', 'b.flac', 'a.opus', 'b.opus']) {
      const format = name.endsWith('flac') ? 'flac' : 'opus';
      await writeBook({ path: folder.file(name), format }, [{ title: 'One', samples }]);
    }
    expect(sameSamples(await decode(folder.file('a.flac')), samples)).toBe(true);
    for (const format of ['flac', 'opus']) {
      const [a, b] = await Promise.all(['a', 'b'].map((name) => readFile(folder.file(`${name}.${format}`))));
      expect(a?.equals(b ?? Buffer.alloc(0))).toBe(true);
    }
  });

  it('writes the samples as a WAV that sox reads, too', async () => {
    const folder = await testFolder();
    const path = folder.file('book.wav');
    const samples = chapterSound(1.5);
    expect(await writeBook({ path, format: 'wav' }, [{ title: 'One', samples }])).toEqual([
      { path, bytes: 80 + samples.byteLength, seconds: 1.5 },
    ]);
    expect(sameSamples(await decode(path), samples)).toBe(true);
    const length = await output('sox', ['--i', '-D', path]);
    expect(Number(length)).toBe(1.5);
  });

  it.each([
    ['the longest RIFF', 2 ** 31 - 37, 'RIFF'],
    ['the shortest RF64', 2 ** 31 - 36, 'RF64'],
    ['an RF64 of 5 GB', 2.5e9, 'RF64'],
  ])('%s is read to its end', async (_case, samples, type) => {
    const folder = await testFolder();
    const path = folder.file('big.wav');
    const header = wavHeader({ sampleRate: testRate, dataBytes: samples * 2, isGrowable: true });
    expect(header.toString('latin1', 0, 4)).toBe(type);
    const tone = sampleBytes(chapterSound(1));
    {
      // A sparse file: silence but for the tone at its end.
      await using file = await open(path, 'w');
      await file.write(header, 0, header.length, 0);
      await file.write(tone, 0, tone.length, header.length + samples * 2 - tone.length);
    }
    expect(Number((await probe(path)).streams[0]?.duration)).toBeCloseTo(samples / testRate, 4);
    const start = Math.round(((samples - testRate) / testRate) * 1000) / 1000 - 1;
    const end = await decode(path, testRate, ['-ss', String(start)]);
    expect(end.length).toBe(samples - start * testRate);
    expect(burstStarts(end)).toEqual([samples - testRate - start * testRate]);
  });

  it('writes one file per chapter, numbered and tagged n/N, with the cover beside them', async () => {
    const folder = await testFolder();
    const path = folder.file('A Book');
    const cover = await testCover();
    const chapters = ['One: a/b?', '..\\', 'Three'].map((title) => ({ title, samples: chapterSound(1) }));
    const files = await writeBook({ path, layout: 'chapters', metadata: testMetadata, cover }, chapters);
    expect(files.map((file) => file.path)).toEqual(
      ['001 - One a b.mp3', '002 - Chapter 2.mp3', '003 - Three.mp3'].map((name) => folder.file('A Book', name)),
    );
    expect(files.map((file) => file.seconds)).toEqual([1, 1, 1]);
    const { format } = await probe(files[0]?.path ?? '');
    expect(format.tags).toMatchObject({
      title: 'One: a/b?',
      album: testMetadata.title,
      track: '1/3',
      artist: 'Ann Author, Bob = ; # \\ Brown',
    });
    expect(new Uint8Array(await readFile(folder.file('A Book', 'cover.jpg')))).toEqual(cover.bytes);
    for (const file of files) expect(burstStarts(await decode(file.path))).toEqual([0]);
  });

  it.each(['opus', 'flac'] as const)('keeps chapters and numbers of %s whatever the extra tags are', async (format) => {
    const folder = await testFolder();
    const path = folder.file(`book.${format}`);
    const extra = { CHAPTER001: 'false', chapter000name: 'false', Chapter9: 'false', Mood: 'calm' };
    const chapters = ['One', 'Two'].map((title) => ({ title, samples: chapterSound(1) }));
    await writeBook({ path, format, metadata: { ...testMetadata, extra } }, chapters);
    const { format: container, streams, chapters: found } = await probe(path);
    const tags = { ...container.tags, ...streams[0]?.tags };
    expect(JSON.stringify(tags)).not.toContain('false');
    expect(tags).toMatchObject({ Mood: 'calm' });
    expect(found.map((chapter) => [Number(chapter.start_time), chapter.tags?.['title']])).toEqual([
      [0, 'One'],
      [1, 'Two'],
    ]);
  });

  it('leaves no folder behind when chapters are abandoned', async () => {
    const folder = await testFolder();
    {
      await using writer = await openWriter({ path: folder.file('A Book'), layout: 'chapters' });
      for (const title of ['One', 'Two']) {
        writer.startChapter(title);
        await writer.write(chapterSound(0.5));
      }
    }
    expect(await folder.list()).toEqual([]);
  });

  it('writes the same chapters with the old ffmpeg of the npm package', async (context) => {
    const path = packagedFfmpeg();
    context.skip(path === undefined, '@ffmpeg-installer/ffmpeg is not installed');
    const folder = await testFolder();
    const ffmpeg = await locateFfmpeg({ ffmpegPath: path ?? '' });
    const chapters = ['One', 'Two', 'Three'].map((title) => ({ title, samples: chapterSound(1.37) }));
    for (const format of ['mp3', 'm4b', 'opus', 'flac'] as const) {
      const file = folder.file(`book.${format}`);
      await writeBook({ path: file, format, ffmpeg, cover: await testCover() }, chapters);
      expect((await probe(file)).chapters.map(({ tags }) => tags?.['title'])).toEqual(['One', 'Two', 'Three']);
      expect(burstStarts(await decode(file))).toEqual([0, 1.37 * testRate, 2.74 * testRate]);
    }
  });
});
