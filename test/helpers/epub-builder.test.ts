import { fromBuffer } from 'yauzl';
import { describe, expect, it } from 'vitest';
import { buildEpub, buildZip, epubEntries, tinyPng } from './epub-builder.ts';

async function entryNames(zip: Buffer): Promise<string[]> {
  return await new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: false, decodeStrings: false }, (error, file) => {
      if (error !== null) {
        reject(error);
        return;
      }
      const names: string[] = [];
      file.on('entry', (entry: { fileName: Buffer | string }) => names.push(entry.fileName.toString()));
      file.on('end', () => resolve(names));
      file.on('error', reject);
    });
  });
}

describe('buildEpub', () => {
  const documents = [
    { path: 'one%20two.xhtml', title: 'One & <Two>', body: '<p>Hello.</p>' },
    { path: 'lost.xhtml', title: 'Lost', missing: true },
  ];

  it('returns the same bytes for the same options, with the media type first and stored', async () => {
    const book = await buildEpub({ documents, cover: { bytes: tinyPng } });
    expect(book.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
    expect((await buildEpub({ documents, cover: { bytes: tinyPng } })).equals(book)).toBe(true);
  });

  it('puts each document at the target of its link, and a missing one only into the manifest', async () => {
    expect(await entryNames(await buildEpub({ documents }))).toEqual([
      'mimetype',
      'META-INF/container.xml',
      'OEBPS/content.opf',
      'OEBPS/one two.xhtml',
      'OEBPS/nav.xhtml',
    ]);
    const opf = String(epubEntries({ documents }).find(({ name }) => name === 'OEBPS/content.opf')?.data);
    expect(opf).toContain('href="lost.xhtml"');
  });

  it('writes entry names that lead out of the folder, are absolute or duplicate', async () => {
    const names = ['../../x', '/etc/x', 'twice', 'twice', 'a\\b', 'ü'];
    expect(await entryNames(await buildZip(names.map((name) => ({ name, data: name }))))).toEqual(names);
  });
});
