import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { readBook } from '../../src/book/read-book.ts';
import type { Book } from '../../src/core/book.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { convert } from '../../src/pipeline/convert.ts';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { openSegmentStore } from '../../src/pipeline/store/segment-store.ts';
import type { SpeechRequest } from '../../src/speech/provider.ts';
import { findProvider } from '../../src/speech/registry.ts';
import { burstStarts, decode } from '../audio/sound.ts';
import { startBrowser } from '../helpers/browser.ts';
import { epubcheckAll, noEpubcheck } from '../helpers/epubcheck.ts';
import { layoutOf } from '../helpers/document-layout.ts';
import { playInFoliate } from '../helpers/foliate.ts';
import type { Marked } from '../helpers/foliate.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { realEpubs, sharedEpubs } from '../helpers/real-books.ts';
import { writeBook } from '../helpers/small-book.ts';
import { toneProvider } from '../helpers/tone-provider.ts';
import { unzip } from '../helpers/unzip.ts';
import type { Unzipped } from '../helpers/unzip.ts';

const rate = 8000;
/** In pixels, of the type that books are set in. */
const halfLetter = 9;
const noChromium = isProgramMissing('chromium');

/** One of EPUB 2, one with ruby from right to left, and one with much markup. */
const kindsOfBooks = new Set(['tiny-epub2-ncx', 'kusamakura-ja', 'the-waste-land']);
/** Real books where they are read, otherwise one of the small ones. */
const books = sharedEpubs.length > 0 ? sharedEpubs.filter(({ name }) => kindsOfBooks.has(name)) : realEpubs.slice(0, 1);

/** Pages of a fixed size, their lines placed by hand. */
const fixedLayout = {
  title: 'The Fixed Book',
  metadataExtra: '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">none</meta>',
  documents: ['The heron waits.', 'The river runs.'].map((title, index) => ({
    path: `page-${index + 1}.xhtml`,
    title,
    head: '<meta name="viewport" content="width=600, height=800"/><style>p { position: absolute; left: 40px }</style>',
    body: `<h1>${title}</h1>
<div><p style="top: 90px">A heron stands in the reeds, grey on one leg.</p><p style="top: 130px">It waits for <em>a fish</em>.</p></div>
<p style="top: 420px">Then page ${index + 1} is turned by a small hand, very slowly and with care, and the story goes on by itself.</p>`,
  })),
};

interface MadeBook {
  readonly name: string;
  readonly source: string;
  readonly target: string;
  readonly folder: string;
  readonly book: Book;
  readonly report: ConversionReport;
  readonly before: ReadonlyMap<string, Unzipped>;
  readonly after: ReadonlyMap<string, Unzipped>;
  readonly clips: readonly Clip[];
}

interface Clip {
  /** Reference to the marked element, from the root of the archive. */
  readonly text: string;
  readonly audio: string;
  readonly begin: number;
  readonly end: number;
}

/** Converts short chapters of a book, each sentence as a tone of its own length. */
async function make(name: string, file: string | undefined, readAlongAudio: 'aac' | 'mp3'): Promise<MadeBook> {
  const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-test-'));
  const source = file ?? (await writeBook(folder, fixedLayout));
  const tones = toneProvider({ sampleRate: rate, rests: true });
  const provider = {
    ...tones,
    // A number takes as long as its words.
    synthesize: async (request: SpeechRequest) =>
      await tones.synthesize({ ...request, text: request.text.replaceAll(/\p{N}/gu, 'number') }),
  };
  const tools = {
    settings: settingsFrom([]),
    chosen: { description: findProvider('embedded'), provider, byDefault: false },
    ffmpeg: await locateFfmpeg(),
    store: await openSegmentStore(path.join(folder, 'store')),
    preflight: 'off' as const,
    signal: new AbortController().signal,
  };
  const output = path.join(folder, 'book.wav');
  const book = await readBook(source, { signal: tools.signal });
  const request = {
    bookFile: source,
    output,
    format: 'wav',
    loudness: 'off',
    readAlong: true,
    readAlongAudio,
    chapters: shortChapters(book),
  } as const;
  const report = await convert(request, tools);
  const target = path.join(folder, 'book.read-along.epub');
  const after = await byName(target);
  return { name, source, target, folder, book, report, before: await byName(source), after, clips: clipsIn(after) };
}

async function byName(file: string): Promise<ReadonlyMap<string, Unzipped>> {
  return new Map((await unzip(file)).map((entry) => [entry.name, entry]));
}

/** Numbers of short chapters, so that a book takes a minute of sound. */
function shortChapters({ chapters }: Book): number[] {
  const sizes = chapters.map(({ blocks }, index) => ({
    number: index + 1,
    size: blocks.reduce((sum, { text }) => sum + text.length, 0),
  }));
  const [shortest, ...others] = sizes.filter(({ size }) => size > 150).toSorted((one, other) => one.size - other.size);
  const chosen = [shortest ?? { number: 1, size: 0 }];
  for (const next of others) if (chosen.reduce((sum, { size }) => sum + size, next.size) < 700) chosen.push(next);
  return chosen.map(({ number }) => number).toSorted((one, other) => one - other);
}

const clipPattern = /<text src="([^"]+)"\/><audio src="([^"]+)" clipBegin="([\d.]+)s" clipEnd="([\d.]+)s"/gu;

function clipsIn(files: ReadonlyMap<string, Unzipped>): Clip[] {
  const overlays = [...files.values()].filter(({ name }) => name.endsWith('.smil'));
  return overlays.flatMap(({ name, bytes }) =>
    [...bytes.toString().matchAll(clipPattern)].map(([, text = '', audio = '', begin, end]) => ({
      text: path.posix.join(path.posix.dirname(name), decodeURIComponent(text)),
      audio: path.posix.join(path.posix.dirname(name), decodeURIComponent(audio)),
      begin: Math.round(Number(begin) * 1000),
      end: Math.round(Number(end) * 1000),
    })),
  );
}

/** Returns a document of a read-along without what was added to it: spans whose ids are in an overlay, and the style sheet. */
function withoutAdditions(document: string, ids: ReadonlySet<string>): string {
  const open: boolean[] = [];
  return document
    .replace(/<(?:\w+:)?link rel="stylesheet" type="text\/css" href="[^"]*read-along[^"]*\/style\.css"\/>/u, '')
    .replaceAll(/<!--[\s\S]*?-->|<(\/?)(?:\w+:)?t?span\b([^>]*)>/gu, (tag, close?: string, rest = '') => {
      if (tag.startsWith('<!--') || rest.endsWith('/')) return tag;
      if (close === '/') return open.pop() === true ? '' : tag;
      open.push(ids.has(/^ id="([^"]+)"$/u.exec(rest)?.[1] ?? ''));
      return open.at(-1) === true ? '' : tag;
    });
}

/** Returns a document of EPUB 2 without its type, and without the title that an empty one gets. */
function withoutType(document: string): string {
  return document.replace(/<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>/u, '').replace(/<title>[^<]*<\/title>|<title\/>/u, '');
}

/** Returns the names of the overlays that were added, each with the number of its clips. */
function overlaysOf({ after }: MadeBook): { readonly name: string; readonly clips: number }[] {
  const ours = [...after.values()].filter(({ name }) => /read-along\/overlay[^/]*$/u.test(name));
  return ours.map(({ name, bytes }) => ({ name, clips: bytes.toString().split('<par ').length - 1 }));
}

function overlayIds(files: ReadonlyMap<string, Unzipped>): ReadonlySet<string> {
  const overlays = [...files.values()].filter(({ name }) => name.endsWith('.smil'));
  return new Set(
    overlays.flatMap(({ bytes }) => [...bytes.toString().matchAll(/#([^"]+)"/gu)].map(([, id = '']) => id)),
  );
}

/** Returns a text without white space and invisible signs, which a document has where the spoken text has none. */
function solid(text: string): string {
  return text.replaceAll(/[\s\p{Cf}]/gu, '');
}

function packageOf(files: ReadonlyMap<string, Unzipped>): string {
  return [...files.values()].find(({ name }) => name.endsWith('.opf'))?.bytes.toString() ?? '';
}

/** Messages of EPUBCheck without where they are: places in the file move. */
function kinds(messages: readonly string[]): string[] {
  return messages.map((message) => message.replace(/: .*?\.epub/u, '').replace(/\(-?\d+,-?\d+\)/u, '')).toSorted();
}

/**
 * Returns the sentence that sounds where a reader stopped, by the times of the report. Silence belongs to the sentence before it.
 * The first clip takes along what is spoken before it and does not stand in the document, such as a title from the contents.
 */
function soundingAt({ clips, report, book }: MadeBook, { reference, seconds }: Marked): string {
  const clip = clips.find(({ text }) => text === reference);
  const { number = 0, startMs = 0, sentences = [] } = report.times?.chapters[chapterOf(clip?.audio) - 1] ?? {};
  const timeMs = startMs + (clip?.begin === 0 ? clip.end - 2 : seconds * 1000);
  const begun = sentences
    .map((line) => line.split(' ').map(Number))
    .filter(([, , , start = Infinity]) => start <= timeMs + 1);
  const [block = -1, from, to] = begun.at(-1) ?? [];
  return book.chapters[number - 1]?.blocks[block]?.text.slice(from, to) ?? '';
}

/** Returns the number in the name of an audio file. */
function chapterOf(audio = ''): number {
  return Number(/chapter-(\d+)/u.exec(audio)?.[1]);
}

const made: MadeBook[] = [];

describe('a read-along of a real EPUB', () => {
  beforeAll(async () => {
    const all = [...books, { name: 'fixed layout', file: undefined }];
    for (const [index, { name, file }] of all.entries())
      made.push(await make(name, file, index % 2 === 0 ? 'aac' : 'mp3'));
  });
  afterAll(async () => {
    for (const { folder } of made) await rm(folder, { recursive: true, force: true });
  });

  it('is the book byte for byte when spans, the style sheet and added files are taken away', () => {
    const differing: string[] = [];
    for (const { name, before, after } of made) {
      const ids = overlayIds(after);
      const isOld = /<package[^>]*\sversion="2/u.test(packageOf(before));
      const files = [...before.values()].filter((file) => !/(?:\.opf|\.smil|\/)$/u.test(file.name));
      for (const file of files) {
        const source = file.bytes.toString('latin1');
        const now = after.get(file.name)?.bytes.toString('latin1') ?? '';
        const bare = now === source ? now : withoutAdditions(now, ids);
        const isSame = isOld ? withoutType(bare) === withoutType(source) : bare === source;
        if (!isSame) differing.push(`${name}: ${file.name}`);
      }
      expect(ids.size, name).toBeGreaterThan(3);
    }
    expect(differing).toEqual([]);
  });

  it('has the fixed layout of its book', () => {
    const { after } = made.find(({ name }) => name === 'fixed layout') ?? {};
    const document = packageOf(after ?? new Map());
    expect(document).toContain('<meta property="rendition:layout">pre-paginated</meta>');
    expect(document.match(/media-overlay=/gu)).toHaveLength(2);
  });

  it('covers each chapter with its clips, without gap or overlap, each where its sentence begins in the sound', async () => {
    for (const { name, after, clips, report, folder } of made) {
      const audio = [...new Set(clips.map((clip) => clip.audio))];
      expect(audio.length, name).toBeGreaterThan(0);
      for (const file of audio) {
        const inFile = clips.filter((clip) => clip.audio === file).toSorted((one, other) => one.begin - other.begin);
        const begins = inFile.map(({ begin }) => begin);
        const end = inFile.at(-1)?.end ?? 0;
        expect([0, ...inFile.map((clip) => clip.end)], `${name} ${file}`).toEqual([...begins, end]);
        const { startMs = 0, endMs = 0, sentences = [] } = report.times?.chapters[chapterOf(file) - 1] ?? {};
        expect(Math.abs(end - (endMs - startMs)), name).toBeLessThan(2);
        const sound = path.join(folder, 'clip');
        await writeFile(sound, after.get(file)?.bytes ?? '');
        const starts = burstStarts(await decode(sound, rate), rate, 2500).map((sample) => (sample * 1000) / rate);
        const times = sentences.map((sentence) => sentence.split(' ').map(Number));
        // A number of a poem and its title are one tone.
        const withRest = times.filter(
          (_time, at) => times[at - 1]?.[0] !== times[at]?.[0] || (times[at - 1]?.[2] ?? 0) > 5,
        );
        const spoken = withRest.map(([, , , start = 0]) => start - startMs);
        // Other parts of a sentence begin inside its tone. The first clip takes the silence before it along.
        const firsts = begins.slice(1).filter((begin) => spoken.some((start) => Math.abs(start - begin) <= 1));
        const far = firsts.filter((begin) => Math.min(...starts.map((start) => Math.abs(start - begin))) >= 30);
        expect(far, `${name} ${file}`).toEqual([]);
      }
    }
  });

  it.skipIf(noChromium)('looks like the book: every letter at its place, in its type and color', async () => {
    await using browser = await startBrowser();
    for (const { name, before, after, clips } of made) {
      for (const document of new Set(clips.map(({ text }) => text.replace(/#.*$/u, '')))) {
        const theirs = await layoutOf(browser, before, document);
        expect(theirs.letters.length, document).toBeGreaterThan(100);
        const ours = await layoutOf(browser, after, document);
        expect(ours.styles, `${name}: ${document}`).toEqual(theirs.styles);
        const moves = ours.letters.map((at, index) => Math.abs(at - (theirs.letters[index] ?? Infinity)));
        expect([moves.length, ours.size], `${name}: ${document}`).toEqual([theirs.letters.length, theirs.size]);
        // Chromium begins each element at a fraction of a pixel of its own, and widens a line that has ruby a little differently.
        expect(
          moves.filter((move) => !(move < halfLetter)),
          `${name}: ${document}`,
        ).toEqual([]);
        expect(moves.filter((move) => move > 1).length, `${name}: ${document}`).toBeLessThan(moves.length / 200);
      }
    }
  });

  it.skipIf(noChromium)('is read in foliate-js with the mark on the sentence that sounds', async () => {
    await using browser = await startBrowser();
    for (const each of made) {
      const { name, target, clips } = each;
      const marked = await playInFoliate(browser, target, { overlays: overlaysOf(each), count: 3 });
      const places = marked.map(({ reference }) => clips.findIndex(({ text }) => text === reference));
      expect(places, name).toEqual([...new Set(places)].toSorted((one, other) => one - other));
      expect(places.length, name).toBe(3);
      for (const mark of marked) {
        expect(solid(soundingAt(each, mark)), name).toContain(solid(mark.text));
        expect(mark.background, name).toBe('rgba(255, 190, 0, 0.4)');
      }
    }
  });

  it.skipIf(noEpubcheck)('has no message of EPUBCheck that the book does not have', async () => {
    const messages = await epubcheckAll(made.flatMap(({ source, target }) => [source, target]));
    for (const [index, { name }] of made.entries()) {
      const [theirs, ours] = [kinds(messages[index * 2] ?? []), kinds(messages[index * 2 + 1] ?? [])];
      // EPUB 3 wants `.xhtml`. A file of an EPUB 2 keeps its name, and links to it their target.
      const added = ours.filter((message) => !theirs.includes(message) && !message.includes('HTM-014a'));
      expect(added, name).toEqual([]);
    }
  });
});
