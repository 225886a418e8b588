import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ConversionRequest } from '../../src/pipeline/conversion.ts';
import type { ProgressEvent } from '../../src/core/progress.ts';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { finishedBook } from '../helpers/finished-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

async function cover(color: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'cover.png');
  const image = sharp({ create: { width: 40, height: 60, channels: 3, background: color } });
  await image.png().toFile(file);
  return file;
}

/** Bytes of each audio file and cover of a report, by name. */
async function contents({ files }: ConversionReport): Promise<ReadonlyMap<string, string>> {
  const entries = files.map(async ({ path: file }) => [path.basename(file), await readFile(file, 'latin1')] as const);
  return new Map(await Promise.all(entries));
}

const tags = {
  title: 'Die Wälder',
  author: 'Ada Example; Bea Other',
  language: 'de',
  description: 'Erster Absatz.\n\nZweiter.',
  series: 'Trees',
  'series-position': '2',
  shelf: 'top',
};

describe('a finished book whose tags or cover changed', () => {
  it.each<[what: string, name: string, options: Partial<ConversionRequest>]>([
    ['MP3', 'book.mp3', {}],
    ['parts of an M4B', 'book.m4b', { format: 'm4b', maxPartSeconds: 5 }],
    ['Opus', 'book.opus', { format: 'opus' }],
    ['FLAC with a WAV', 'book.flac', { format: 'flac', keepWav: true, subtitles: ['srt'] }],
    ['chapters in MP3', 'book', { layout: 'chapters', subtitles: ['vtt'] }],
  ])('is not encoded again, with the bytes of a new run: %s', async (_what, name, options) => {
    const { output, provider, again } = await finishedBook(name, { tags: { narrator: 'Nobody' }, ...options });
    const changed = { tags, coverFile: await cover('teal') };
    const { report, events } = await again(changed);
    expect(report).toMatchObject({ retagged: true, complete: true });
    expect(events).toContain('result-retagged');
    expect(events).not.toContain('assembly-start');
    expect(provider.spoken).toEqual([]);
    const rewritten = await contents(report);
    const kept = await readFile(`${output}.report.json`, 'utf8');
    for (const { path: file } of report.files) await rm(file);
    await rm(`${output}.report.json`);
    const made = await again(changed);
    expect(made.report).not.toHaveProperty('retagged');
    expect(await contents(made.report)).toEqual(rewritten);
    const { elapsedSeconds: _other, ...expected } = made.report;
    expect(JSON.parse(kept)).toMatchObject(JSON.parse(JSON.stringify(expected)));
  });

  it('loses the cover and the fields that are gone', async () => {
    const options = { format: 'm4b', tags, coverFile: await cover('red') } as const;
    const { again } = await finishedBook('book.m4b', options);
    const without = { tags: {}, coverFile: undefined };
    const { report } = await again(without);
    expect(report).toMatchObject({ retagged: true });
    const rewritten = await contents(report);
    await again({ ...without, freshScripts: true });
    expect(await contents(report)).toEqual(rewritten);
  });

  it('follows the metadata of the book', async () => {
    const { folder, again } = await finishedBook();
    await writeBook(folder, { ...smallBook, title: 'A Large Book' });
    const { report } = await again();
    expect(report).toMatchObject({ retagged: true, book: { title: 'A Large Book' } });
    expect((await readFile(report.output)).includes(Buffer.from('A Large Book', 'utf16le'))).toBe(true);
  });

  it('is made again when it has a read-along, or its file was changed', async () => {
    const { output, again } = await finishedBook('book.mp3', { readAlong: true });
    expect((await again({ tags })).report).not.toHaveProperty('retagged');
    const bytes = await readFile(output);
    bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1;
    await writeFile(output, bytes);
    expect((await again({ readAlong: false, tags: {} })).report).not.toHaveProperty('retagged');
  });

  it('has whole files and can be made again after it was stopped between two files', async () => {
    const { output, first, again } = await finishedBook('book', { layout: 'chapters' });
    const before = await contents(first.report);
    const stop = new AbortController();
    const tools = {
      signal: stop.signal,
      onProgress: ({ type }: ProgressEvent) => type === 'file-written' && stop.abort(),
    };
    await expect(again({ tags }, tools)).rejects.toMatchObject({ code: 'canceled' });
    const [one, ...others] = await contents(first.report);
    expect(one?.[1]).not.toBe(before.get(one?.[0] ?? ''));
    expect(others).toEqual([...before].slice(1));
    expect((await readdir(output)).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect((await again({ tags })).report).toMatchObject({ complete: true });
    expect((await again({ tags })).report).toMatchObject({ unchanged: true });
  });
});
