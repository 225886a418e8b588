import { beforeAll, describe, expect, it } from 'vitest';
import type { AudioFormat } from '../../src/audio/audio-format.ts';
import type { CoverImage } from '../../src/audio/audio-metadata.ts';
import type { Ffmpeg } from '../../src/audio/ffmpeg/ffmpeg.ts';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { heavyCover } from './pictures.ts';
import { readWithFfprobe, readWithMediainfo, readWithMusicMetadata } from './readers.ts';
import type { Reading } from './readers.ts';
import { chapterSound, decode, packagedFfmpeg, systemFfmpeg, testFolder, writeBook } from './sound.ts';

const description = `${'Words of a long description. '.repeat(690)}The end. = ; # \\`;
const chapterCount = 500;

/** What a reader shows: the name of the description, whether it finds the cover, and its number of chapters. */
type Shown = readonly [name: string | undefined, hasCover: boolean, chapters: number | undefined];

const shown: Readonly<Record<string, Readonly<Partial<Record<AudioFormat, Shown>>>>> = {
  ffprobe: {
    opus: ['comment', true, chapterCount],
    flac: ['comment', true, chapterCount],
    mp3: ['DESCRIPTION', true, chapterCount],
    m4b: ['synopsis', true, chapterCount],
  },
  'music-metadata': {
    opus: ['DESCRIPTION', true, undefined],
    flac: ['DESCRIPTION', true, undefined],
    mp3: ['TXXX:DESCRIPTION', true, chapterCount],
    m4b: ['ldes', true, chapterCount],
  },
  // It shows no long descriptions, no chapters of ID3, and no cover in Ogg of more than half a megabyte, one by opusenc neither.
  mediainfo: {
    opus: [undefined, false, chapterCount],
    flac: [undefined, true, chapterCount],
    mp3: [undefined, true, undefined],
    m4b: [undefined, true, chapterCount],
  },
};

const programs: Readonly<Record<string, () => Promise<Ffmpeg> | undefined>> = {
  'of the system': () => systemFfmpeg,
  'of the npm package': () => {
    const path = packagedFfmpeg();
    return path === undefined ? undefined : locateFfmpeg({ ffmpegPath: path });
  },
};

let cover: CoverImage;
beforeAll(async () => {
  cover = await heavyCover(2_000_000);
});

describe.each(Object.entries(programs))('with the ffmpeg %s', (_name, locate) => {
  it.for(['opus', 'flac', 'mp3', 'm4b'] as const)(
    'a cover of 2 MB, a long description and 500 chapters are whole in %s',
    async (format, context) => {
      const ffmpeg = await locate();
      if (ffmpeg === undefined) return context.skip('@ffmpeg-installer/ffmpeg is not installed');
      const folder = await testFolder();
      const path = folder.file(`book.${format}`);
      const sound = chapterSound(0.05);
      const chapters = Array.from({ length: chapterCount }, (_, index) => ({
        title: `Chapter ${index}`,
        samples: sound,
      }));
      const metadata = { title: 'A Book', authors: ['An Author'], description };
      await writeBook({ path, format, ffmpeg, metadata, cover }, chapters);
      const readers = [
        readWithFfprobe,
        readWithMusicMetadata,
        ...(isProgramMissing('mediainfo') ? [] : [readWithMediainfo]),
      ];
      for (const reading of await Promise.all(readers.map(async (read) => await read(path))))
        checkReading(reading, format);
      expect((await decode(path)).length).toBeGreaterThanOrEqual(chapterCount * sound.length);
    },
  );
});

function checkReading({ reader, tags, chapterTables, cover: found }: Reading, format: AudioFormat): void {
  const [name, hasCover, chapters] = shown[reader]?.[format] ?? [];
  const [table] = chapterTables;
  expect(
    {
      description: name && tags[name],
      hasCover: tags['Cover'] === 'Yes' || found?.equals(cover.bytes) === true,
      chapters: table?.length,
      last: table?.at(-1)?.title,
    },
    reader,
  ).toEqual({
    description: name && description,
    hasCover,
    chapters,
    last: chapters && `Chapter ${chapters - 1}`,
  });
}
