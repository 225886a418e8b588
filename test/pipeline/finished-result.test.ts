import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import type { ProgressEvent } from '../../src/core/progress.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { convert } from '../../src/pipeline/convert.ts';
import type { ConversionRequest, ConversionTools } from '../../src/pipeline/conversion.ts';
import type { ConversionReport } from '../../src/pipeline/output/report.ts';
import { openSegmentStore } from '../../src/pipeline/synthesis/segment-store.ts';
import { findProvider } from '../../src/speech/registry.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

interface Run {
  readonly report: ConversionReport;
  readonly events: readonly ProgressEvent['type'][];
}

/** Converts the small book once; `again` converts it with changed options. */
async function finishedBook() {
  const folder = await temporaryFolder();
  const bookFile = await writeBook(folder);
  const output = path.join(folder, 'book.mp3');
  const provider = toneProvider();
  const ffmpeg = await locateFfmpeg();
  const store = await openSegmentStore(path.join(folder, 'store'));
  const again = async (request: Partial<ConversionRequest> = {}): Promise<Run> => {
    const events: ProgressEvent['type'][] = [];
    const tools: ConversionTools = {
      settings: settingsFrom([]),
      chosen: { description: findProvider('embedded'), provider, byDefault: false },
      ffmpeg,
      store,
      preflight: 'off',
      signal: new AbortController().signal,
      onProgress: ({ type }) => events.push(type),
    };
    const report = await convert({ bookFile, output, format: 'mp3', loudness: 'off', ...request }, tools);
    return { report, events };
  };
  const first = await again();
  // Seconds ago, so that a file that is written again has another time.
  const past = new Date(Date.now() - 60_000);
  for (const file of [output, `${output}.report.json`]) await utimes(file, past, past);
  provider.spoken.length = 0;
  return { folder, bookFile, output, provider, first, again };
}

async function contentOf(file: string) {
  return [(await stat(file)).mtimeMs, await readFile(file)];
}

describe('a finished book', () => {
  it('that is converted again without a change is left alone', async () => {
    const { output, provider, first, again } = await finishedBook();
    expect(first.report).not.toHaveProperty('unchanged');
    const before = await Promise.all([output, `${output}.report.json`].map(contentOf));
    const { report, events } = await again();
    expect(report).toEqual({ ...first.report, unchanged: true });
    expect(events).toEqual(['book-read', 'voice-chosen', 'result-unchanged']);
    expect(provider.spoken).toEqual([]);
    expect(await Promise.all([output, `${output}.report.json`].map(contentOf))).toEqual(before);
  });

  it('is known by its content when the book, or its folder, has another place', async () => {
    const { folder, bookFile, output, again } = await finishedBook();
    await rename(bookFile, path.join(folder, 'renamed.epub'));
    const moved = path.join(await temporaryFolder(), 'book.mp3');
    for (const end of ['', '.report.json']) await rename(`${output}${end}`, `${moved}${end}`);
    const { report } = await again({ bookFile: path.join(folder, 'renamed.epub'), output: moved });
    expect(report).toMatchObject({ unchanged: true, output: moved, files: [{ path: moved }] });
  });

  it.each([
    ['another bitrate', { bitrate: '64k' }],
    ['other pauses', { pauses: { paragraph: 900 } }],
    ['fewer chapters', { toChapter: 2 }],
    ['another title', { tags: { title: 'Another' } }],
    ['subtitles', { subtitles: ['srt'] }],
    ['--fresh', { freshScripts: true }],
  ] as const)('is made again with %s', async (_what, request) => {
    const { output, again } = await finishedBook();
    const { report, events } = await again(request);
    expect(report).not.toHaveProperty('unchanged');
    expect(events).toContain('file-written');
    expect((await stat(output)).mtimeMs).toBeGreaterThan(Date.now() - 30_000);
  });

  it('is made again when its text was changed', async () => {
    const { folder, provider, again } = await finishedBook();
    const [first, ...others] = smallBook.documents ?? [];
    const body = first?.body?.replace('birds', 'larks');
    await writeBook(folder, { ...smallBook, documents: [{ ...first, body }, ...others] } as typeof smallBook);
    const { report } = await again();
    expect(report).not.toHaveProperty('unchanged');
    expect(provider.spoken).toHaveLength(1);
  });

  it.each([
    ['cut off', async (file: string) => await writeFile(file, (await readFile(file)).subarray(0, 5000))],
    [
      'changed in one byte, with its size and time',
      async (file: string) => {
        const { mtime } = await stat(file);
        const bytes = await readFile(file);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        await writeFile(file, bytes);
        await utimes(file, mtime, mtime);
      },
    ],
    ['removed', async (file: string) => await rm(file)],
  ])('is made again from the store when its file was %s', async (what, damage) => {
    const { output, provider, again } = await finishedBook();
    const before = await readFile(output);
    await damage(output);
    const request = what === 'cut off' ? { force: true } : {};
    expect((await again(request)).report).not.toHaveProperty('unchanged');
    expect(await readFile(output)).toEqual(before);
    expect(provider.spoken).toEqual([]);
    expect((await again(request)).report).toMatchObject({ unchanged: true });
  });

  it('is made again when its report has gaps or none of its own', async () => {
    const { output, again } = await finishedBook();
    const file = `${output}.report.json`;
    const report = JSON.parse(await readFile(file, 'utf8')) as ConversionReport;
    await writeFile(file, JSON.stringify({ ...report, complete: false }));
    expect((await again()).events).toContain('file-written');
    await writeFile(file, JSON.stringify({ ...report, fingerprint: undefined }));
    expect((await again()).events).toContain('file-written');
  });
});
