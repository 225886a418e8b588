import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { AudiobookError } from '../../src/core/errors.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { convert } from '../../src/pipeline/convert.ts';
import type { ConversionRequest, ConversionTools } from '../../src/pipeline/conversion.ts';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { openSegmentStore } from '../../src/pipeline/store/segment-store.ts';
import { findProvider } from '../../src/speech/registry.ts';
import { burstStarts, decode } from '../audio/sound.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { shareReadings } from '../helpers/shared-readings.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { toneProvider } from '../helpers/tone-provider.ts';
import type { ToneProvider } from '../helpers/tone-provider.ts';
import { textIn, unzip } from '../helpers/unzip.ts';
import type { Unzipped } from '../helpers/unzip.ts';

const rate = 24_000;

/** Three chapters of short sentences, each of another length, so that every tone is another. */
const book = {
  title: 'Tones',
  documents: [1, 2, 3].map((number) => ({
    path: `${number}.xhtml`,
    title: `Part ${number}`,
    body: `<h1>Part ${number}</h1><p>Go. He ${'x'.repeat(number)} came in. “No!” … She sat.</p><p>On ${'and on '.repeat(number)}he went. Stop.</p>`,
  })),
};
const sentencesAChapter = 7;

interface Setup {
  readonly folder: string;
  readonly provider: ToneProvider;
  readonly run: (request: Partial<ConversionRequest>, signal?: AbortSignal) => Promise<ConversionReport>;
}

async function setup(before?: (text: string) => Promise<void> | void): Promise<Setup> {
  const folder = await temporaryFolder();
  const bookFile = await writeBook(folder, book, 'tones.epub');
  shareReadings(folder);
  const provider = toneProvider({ sampleRate: rate, rests: true, before: async ({ text }) => await before?.(text) });
  const ffmpeg = await locateFfmpeg();
  const store = await openSegmentStore(path.join(folder, 'store'));
  const description = findProvider('embedded');
  const run: Setup['run'] = async (request, signal = new AbortController().signal) => {
    const tools: ConversionTools = {
      settings: settingsFrom([]),
      chosen: { description, provider, byDefault: false },
      ffmpeg,
      store,
      preflight: 'off',
      signal,
    };
    const output = path.join(folder, 'out', 'book.mp3');
    const storedBooks = path.join(folder, 'segments');
    return await convert({ bookFile, output, storedBooks, format: 'mp3', loudness: 'off', ...request }, tools);
  };
  await mkdir(path.join(folder, 'out'));
  return { folder, provider, run };
}

/** Where the cues of a SubRip file begin, in milliseconds. */
async function cueStarts(file: string): Promise<number[]> {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(/^(\d\d):(\d\d):(\d\d),(\d{3}) -->/gmu)].map(
    ([, hours, minutes, seconds, ms]) =>
      ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms),
  );
}

/** Where tones begin in a file, in milliseconds, as ffmpeg decodes it. */
async function toneStarts(file: string): Promise<number[]> {
  return burstStarts(await decode(file, rate), rate, 2500).map((sample) => (sample * 1000) / rate);
}

function expectClose(times: readonly number[], expected: readonly number[]): void {
  expect(times).toHaveLength(expected.length);
  for (const [index, time] of times.entries()) expect(Math.abs(time - (expected[index] ?? 0))).toBeLessThan(2);
}

interface Clip {
  readonly id: string;
  readonly begin: number;
  readonly end: number;
}

/** The clips in the audio of a chapter, in the order of the overlays. */
function clipsIn(files: readonly Unzipped[], chapter: number, extension = 'm4a'): Clip[] {
  const overlays = files.filter(({ name }) => name.endsWith('.smil')).map(({ bytes }) => bytes.toString());
  return [...overlays.join('').matchAll(/#(\w+)"\/><audio src="([^"]+)" clipBegin="([\d.]+)s" clipEnd="([\d.]+)s"/gu)]
    .filter(([, , source]) => source?.endsWith(`chapter-00${chapter}.${extension}`))
    .map(([, id = '', , begin, end]) => ({ id, begin: Number(begin) * 1000, end: Number(end) * 1000 }));
}

/** What is asked for, how many audio files that makes, and how often each sentence is in one. */
const outputs: readonly (readonly [string, Partial<ConversionRequest>, number, number])[] = [
  ['one MP3', {}, 1, 1],
  ['an M4B in parts', { format: 'm4b', maxPartSeconds: 25 }, 2, 1],
  ['a file a chapter, and of the WAV of the whole', { layout: 'chapters', keepWav: true }, 4, 2],
];

describe('the times of what is spoken', () => {
  it.each(outputs)('in the subtitles of %s are those of the sound', async (_what, request, files, times) => {
    const { folder, run } = await setup();
    const output = path.join(folder, 'out', request.layout ? 'book' : `book.${request.format ?? 'mp3'}`);
    const report = await run({ ...request, output, subtitles: ['srt', 'vtt'] });
    const audio = report.files.filter(({ kind }) => kind === 'audio');
    expect(audio).toHaveLength(files);
    let cues = 0;
    for (const file of audio) {
      const { dir, name } = path.parse(file.path);
      const starts = await cueStarts(path.join(dir, `${name}.srt`));
      expectClose(starts, await toneStarts(file.path));
      const vtt = await readFile(path.join(dir, `${name}.vtt`), 'utf8');
      expect(vtt.match(/-->/gu)).toHaveLength(starts.length);
      cues += starts.length;
    }
    expect(cues).toBe(3 * sentencesAChapter * times);
    expect(report.files.filter(({ kind }) => kind === 'subtitles')).toHaveLength(files * 2);
  });

  it.each([
    ['aac', 'm4a', 'audio/mp4', 1024],
    ['mp3', 'mp3', 'audio/mpeg', 0],
  ] as const)('in a read-along with %s are those of the sound inside it', async (format, extension, type, padding) => {
    const { folder, run } = await setup();
    const report = await run({ readAlong: true, readAlongAudio: format });
    const made = report.files.at(-1);
    expect(made).toMatchObject({ kind: 'read-along', path: path.join(folder, 'out', 'book.read-along.epub') });
    const files = await unzip(made?.path ?? '');
    expect(textIn(files, 'OEBPS/content.opf').split(`media-type="${type}"`)).toHaveLength(4);
    for (const chapter of [1, 2, 3]) {
      const clips = clipsIn(files, chapter, extension);
      const sound = path.join(folder, `${chapter}.${extension}`);
      const inside = files.find(({ name }) => name.endsWith(`chapter-00${chapter}.${extension}`));
      await writeFile(sound, inside?.bytes ?? '');
      const tones = await toneStarts(sound);
      // The first clip takes the silence before it along.
      expectClose(
        clips.slice(1).map(({ begin }) => begin),
        tones.slice(1),
      );
      expect([clips.length, clips[0]?.begin]).toEqual([sentencesAChapter, 0]);
      // Some ffmpegs leave what fills the last frame of AAC on.
      const beyondMs = ((await decode(sound, rate)).length * 1000) / rate - (clips.at(-1)?.end ?? 0);
      expect(beyondMs).toBeGreaterThan(-0.001);
      expect(beyondMs).toBeLessThan((padding * 1000) / rate + 1.001);
    }
  });

  it.skipIf(isProgramMissing('chromium'))('are those of a browser, which plays the sound of a read-along', async () => {
    const { folder, run } = await setup();
    await run({ readAlong: true });
    const files = await unzip(path.join(folder, 'out', 'book.read-along.epub'));
    const sound = files.find(({ name }) => name.endsWith('chapter-002.m4a'))?.bytes.toString('base64') ?? '';
    const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
    const args = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'];
    const browser = await chromium.launch({ executablePath, args });
    try {
      const page = await browser.newPage();
      // Plain JavaScript: it runs over there.
      const seconds = await page.evaluate<number>(`new Promise((done, failed) => {
        const audio = new Audio('data:audio/mp4;base64,${sound}');
        audio.onerror = () => failed(new Error(audio.error.message));
        audio.onloadedmetadata = () => { audio.currentTime = audio.duration - 0.3; audio.play(); };
        audio.onended = () => done(audio.duration);
      })`);
      const end = clipsIn(files, 2).at(-1)?.end ?? 0;
      expect(Math.abs(seconds * 1000 - end)).toBeLessThan(50);
    } finally {
      await browser.close();
    }
  });
});

describe('what is written besides the audio', () => {
  it('is added to a finished book without speaking it again, and leaves its audio as it is', async () => {
    const { folder, run, provider } = await setup();
    const audio = path.join(folder, 'out', 'book.mp3');
    const { segments } = await run({});
    expect(segments.spoken).toBe(segments.total);
    const [bytes, requests] = [await readFile(audio), provider.spoken.length];
    for (const wish of [{ subtitles: ['srt', 'vtt'] }, { readAlong: 'word' }] as const) {
      const report = await run(wish);
      expect(report.segments).toMatchObject({ spoken: 0, stored: segments.total });
      expect((await readFile(audio)).equals(bytes)).toBe(true);
    }
    expect(provider.spoken).toHaveLength(requests);
  });

  it('is the same when it is made again, whatever came from the store', async () => {
    const { folder, run, provider } = await setup();
    const names = ['book.srt', 'book.vtt', 'book.read-along.epub'];
    const read = async () => await Promise.all(names.map((name) => readFile(path.join(folder, 'out', name))));
    const wish = { subtitles: ['srt', 'vtt'], readAlong: true } as const;
    await run(wish);
    const first = await read();
    const spoken = provider.spoken.length;
    await run(wish);
    expect(provider.spoken).toHaveLength(spoken);
    for (const [index, bytes] of (await read()).entries())
      expect(bytes.equals(first[index] ?? Buffer.alloc(0))).toBe(true);
    expect((await readdir(path.join(folder, 'out'))).toSorted()).toEqual(
      [...names, 'book.mp3', 'book.mp3.report.json'].toSorted(),
    );
  });

  it('is not there when the provider fails or the run is canceled, nor is what it was made of', async () => {
    const controller = new AbortController();
    const wish = { subtitles: ['srt'], readAlong: true } as const;
    const failing = await setup((text) => {
      if (text.startsWith('On and on and on')) throw new AudiobookError('provider-failed', 'It broke.');
    });
    await expect(failing.run(wish)).rejects.toMatchObject({ code: 'provider-failed' });
    expect(await readdir(path.join(failing.folder, 'out'))).toEqual([]);
    const canceled = await setup((text) => {
      if (text.startsWith('On and on and on')) controller.abort();
    });
    await expect(canceled.run(wish, controller.signal)).rejects.toMatchObject({ code: 'canceled' });
    expect(await readdir(path.join(canceled.folder, 'out'))).toEqual([]);
  });

  it('shows a passage that could not be spoken, but has no time for it', async () => {
    const { folder, run } = await setup((text) => {
      if (text.includes('“No!”…')) throw new AudiobookError('provider-failed', 'It broke.');
    });
    const report = await run({ subtitles: ['srt'], readAlong: true, allowGaps: true, chapters: [1, 3] });
    expect(report.gaps.map(({ number, track }) => [number, track])).toEqual([
      [1, 1],
      [3, 2],
    ]);
    const out = path.join(folder, 'out');
    expect(await readFile(path.join(out, 'book.srt'), 'utf8')).not.toContain('No!');
    const files = await unzip(path.join(out, 'book.read-along.epub'));
    const document = textIn(files, 'OEBPS/1.xhtml');
    expect(document).toContain('<p>Go. He x came in. “No!” … She sat.</p>');
    const marked = [...document.matchAll(/<span id="(\w+)">/gu)].map(([, id]) => id);
    expect(clipsIn(files, 1).map(({ id }) => id)).toEqual(marked);
    expect(marked).toHaveLength(sentencesAChapter - 4);
  });

  it('says at once that its place cannot be written to', async () => {
    const { folder, run, provider } = await setup();
    await mkdir(path.join(folder, 'out', 'book.read-along.epub'));
    await expect(run({ readAlong: true })).rejects.toMatchObject({ code: 'bad-value' });
    expect(provider.spoken).toEqual([]);
  });
});
