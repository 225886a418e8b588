import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { attachment } from '../../src/server/http/attachment.ts';
import { packResults } from '../../src/server/worker/pack-results.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('the download of a conversion', () => {
  it.each([
    ['Tom & "Jerry"', 'Tom & Jerry'],
    ['Ænima – ça va? 🎧', 'Ænima – ça va 🎧'],
    ['../../etc/passwd', 'etc passwd'],
    ['Line\none', 'Line one'],
  ])('of %j has a name that is valid in headers and file systems', async (title, name) => {
    const folder = await temporaryFolder();
    const files = [{ path: path.join(folder, 'audiobook.mp3'), bytes: 6, seconds: 1, kind: 'audio' }];
    const { result } = await packResults({ book: { title }, files } as unknown as ConversionReport, folder);
    const disposition = attachment(result.name);
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7E]+\.mp3"(?:; filename\*=UTF-8''[\w.~%-]+)?$/u);
    const [, encoded] = /filename\*=UTF-8''(\S+)$/u.exec(disposition) ?? [];
    const [, plain] = /filename="([^"]+)"/u.exec(disposition) ?? [];
    expect(encoded === undefined ? plain : decodeURIComponent(encoded)).toBe(`${name}.mp3`);
  });

  it('packs several parts into one zip, in order', async () => {
    const folder = await temporaryFolder();
    const paths = [1, 2, 3].map((number) => path.join(folder, `audiobook - Part ${number}.m4b`));
    await Promise.all(paths.map((file, index) => writeFile(file, `part ${index + 1}`)));
    const files = paths.map((file) => ({ path: file, bytes: 6, seconds: 1, kind: 'audio' }));
    const report = { book: { title: 'War: and Peace' }, files } as unknown as ConversionReport;
    const { result, files: packed } = await packResults(report, folder);
    expect(packed.map(({ name }) => name)).toEqual([1, 2, 3].map((number) => `War and Peace - Part ${number}.m4b`));
    expect(result).toMatchObject({ file: 'all-files.zip', mediaType: 'application/zip', name: 'War and Peace.zip' });
    const zip = await readFile(path.join(folder, result.file));
    const text = zip.toString('latin1');
    const places = [1, 2, 3].map((number) => text.indexOf(`War and Peace - Part ${number}.m4b`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect([zip.length, text.includes('part 2')]).toEqual([result.bytes, true]);
  });
});
