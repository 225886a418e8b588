import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { tinyPng } from '../helpers/epub-builder.ts';
import { finishedBook } from '../helpers/finished-book.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

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

  it('needs no voice, which is loaded while a book without a result is read', async () => {
    const { provider, output, again } = await finishedBook();
    const happened: unknown[] = [];
    provider.warmUp = (voice, language) => happened.push([voice, language]);
    const onBook = async (): Promise<void> => void happened.push('read');
    await again({ voice: 'sine' }, { onBook });
    await rm(`${output}.report.json`);
    await again({ voice: 'de=sine', force: true }, { onBook });
    await again({ voice: 'sine', language: 'en', output: `${output}.mp3` }, { onBook });
    expect(happened).toEqual(['read', 'read', ['sine', 'en'], 'read']);
  });

  it('is known by its content when the book, or its folder, has another place', async () => {
    const { folder, bookFile, output, again } = await finishedBook();
    await rename(bookFile, path.join(folder, 'renamed.epub'));
    const moved = path.join(await temporaryFolder(), 'book.mp3');
    for (const end of ['', '.report.json']) await rename(`${output}${end}`, `${moved}${end}`);
    const { report } = await again({ bookFile: path.join(folder, 'renamed.epub'), output: moved });
    expect(report).toMatchObject({ unchanged: true, output: moved, files: [{ path: moved }] });
  });

  it('is made again with another bitrate, other pauses, fewer chapters, subtitles or --fresh', async () => {
    const { output, again } = await finishedBook();
    const requests = [
      { bitrate: '64k' },
      { pauses: { paragraph: 900 } },
      { toChapter: 2 },
      { toChapter: 2, subtitles: ['srt'] },
      { toChapter: 2, subtitles: ['srt'], freshScripts: true },
    ] as const;
    for (const request of requests) {
      const { report, events } = await again(request);
      expect([request, report.unchanged, events.includes('file-written')]).toEqual([request, undefined, true]);
    }
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

  it('is made again when a picture beside it was changed, if its read-along shows it', async () => {
    const folder = await temporaryFolder();
    const [bookFile, picture] = [path.join(folder, 'book.md'), path.join(folder, 'one.png')];
    await writeFile(bookFile, '# One\n\nThe birds sing.\n\n![A bird](one.png)\n\nThey fly.\n');
    await writeFile(picture, tinyPng);
    const { again } = await finishedBook('book.mp3', { bookFile, readAlong: true });
    expect((await again()).report).toMatchObject({ unchanged: true });
    await writeFile(picture, Buffer.concat([tinyPng, Buffer.from('another')]));
    expect((await again()).report).not.toHaveProperty('unchanged');
    expect((await again()).report).toMatchObject({ unchanged: true });
    const { again: heard } = await finishedBook('heard.mp3', { bookFile });
    await writeFile(picture, tinyPng);
    expect((await heard()).report).toMatchObject({ unchanged: true });
  });

  it('is made again from the store when its file was cut off, changed in one byte, or removed', async () => {
    const { output, provider, again } = await finishedBook();
    const before = await readFile(output);
    const damages: Readonly<Record<string, () => Promise<void>>> = {
      'cut off': async () => await writeFile(output, before.subarray(0, 5000)),
      'changed in one byte, with its size and time': async () => {
        const { mtime } = await stat(output);
        const bytes = Buffer.from(before);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        await writeFile(output, bytes);
        await utimes(output, mtime, mtime);
      },
      removed: async () => await rm(output),
    };
    for (const [what, damage] of Object.entries(damages)) {
      await damage();
      const request = what === 'cut off' ? { force: true } : {};
      expect([what, (await again(request)).report.unchanged]).toEqual([what, undefined]);
      expect((await readFile(output)).equals(before)).toBe(true);
      expect((await again(request)).report).toMatchObject({ unchanged: true });
    }
    expect(provider.spoken).toEqual([]);
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
