import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ReadLimits } from '../../src/book/read-limits.ts';
import type { Book } from '../../src/core/book.ts';
import { buildEpub, buildZip, epubEntries } from '../helpers/epub-builder.ts';
import type { EpubOptions, ZipEntry } from '../helpers/epub-builder.ts';
import { readFile, refusalOf } from '../helpers/read-file.ts';

// The limits of the process are shown in read-book.test.ts.
const read = async (bytes: Uint8Array, limits: Partial<ReadLimits> = {}): Promise<Book> =>
  await readFile('b.epub', bytes, { limits });
const readOptions = async (options: Partial<EpubOptions>): Promise<Book> =>
  await read(await buildEpub({ documents: [plain], ...options }));
const text = 'Nothing else happens in this book, but it has a sentence.';
const plain = { path: 'a.xhtml', title: 'One', body: `<h1>One</h1><p>${text}</p>` };
const spoken = ({ chapters }: Book): string =>
  chapters.flatMap(({ blocks }) => blocks.map((block) => block.text)).join('|');

const many = (piece: string): string => piece.repeat(20_000);

describe('a hostile book', () => {
  it('with a document of more than 20 MB is refused', async () => {
    const huge = { ...plain, body: `<p>${'word '.repeat(4_000_100)}</p>` };
    expect(await refusalOf(readOptions({ documents: [huge] }))).toBe(
      "book-too-large: The book exceeds a limit: size of 'OEBPS/a.xhtml', at most 20,000,000 bytes.",
    );
  });

  it('with wrong sizes of its documents is refused while it is unpacked', async () => {
    const bytes = await buildEpub({ documents: [{ ...plain, raw: Buffer.alloc(21_000_000, ' ') }] });
    expect(await refusalOf(read(withSize(bytes, 21_000_000, 1000)))).toContain('damaged');
  });

  it('of many large documents is refused for its total size', async () => {
    const page = Buffer.alloc(150_000, ' ');
    const documents = Array.from({ length: 30 }, (_, index) => ({ path: `${index}.xhtml`, raw: page }));
    const bytes = await buildEpub({ documents, nav: false });
    expect(await refusalOf(read(bytes, { totalBytes: 4_000_000 }))).toContain(
      'total unpacked size, at most 4,000,000 bytes',
    );
  });

  it('whose entries overlap is refused', async () => {
    const bytes = await buildEpub({ documents: [plain, { ...plain, path: 'b.xhtml' }] });
    expect(await refusalOf(read(overlapping(bytes)))).toContain('its entries overlap, as in a zip bomb');
  });

  it('with a bomb without references is read', async () => {
    const bomb = { name: 'bomb.bin', data: Buffer.alloc(20_000_000) };
    const nested = { name: 'nested.zip', data: await buildZip([bomb]) };
    expect(spoken(await readOptions({ entries: [bomb, nested] }))).toBe(`One|${text}`);
  });

  it('with entities that grow or refer to files is read without expanding them', async () => {
    const laughs = Array.from(
      { length: 20 },
      (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
    ).join('');
    const doctype = `<!DOCTYPE x [<!ENTITY l0 "ha ha ha ha ha ha"><!ENTITY file SYSTEM "file:///etc/passwd">${laughs}]>`;
    const raw = `${doctype}<html><body><h1>One</h1><p>${text} &l20; &file;</p></body></html>`;
    expect(spoken(await readOptions({ documents: [{ ...plain, raw }] }))).toBe(`One|${text} &l20; &file;`);
    const nav = `${doctype}<html><body><nav epub:type="toc"><ol><li><a href="a.xhtml">One &l20;</a></li></ol></nav></body></html>`;
    expect(spoken(await readOptions({ nav }))).toContain(text);
    const ncx = `${doctype}<ncx><navMap><navPoint><navLabel><text>&l20;&file;</text></navLabel><content src="a.xhtml"/></navPoint></navMap></ncx>`;
    expect(spoken(await readOptions({ nav: false, ncx }))).toContain(text);
    const opf = epubEntries({ documents: [plain] }).find(({ name }) => name.endsWith('.opf'));
    const infected = String(opf?.data).replace('<package', `${doctype}<package`).replace('Test Book', '&l20;&file;');
    const { metadata } = await readOptions({ opf: infected });
    expect(metadata.title).toBe('&l20;&file;');
  });

  it('with file names that lead out of it is read without those files', async () => {
    const names = ['../../evil.txt', '/etc/passwd', 'C:/evil.txt', '..\\evil.txt', '__proto__', 'a.xhtml\0.png'];
    const book = await readOptions({ entries: names.map((name): ZipEntry => ({ name, data: 'x' })) });
    expect(spoken(book)).toBe(`One|${text}`);
    expect(book.warnings.filter((warning) => warning.includes('leads out of the book'))).toHaveLength(5);
    const outside = { path: '../../../etc/passwd', title: 'Two', missing: true };
    expect(spoken(await readOptions({ documents: [plain, outside] }))).toBe(`One|${text}`);
  });

  it.each([
    ['a document', (deep: string) => ({ documents: [{ ...plain, body: deep }] })],
    ['the navigation', (deep: string) => ({ nav: deep })],
    ['the NCX', (deep: string) => ({ nav: false as const, ncx: deep })],
    ['the package', (deep: string) => ({ opf: deep })],
  ])('with 100,000 elements inside each other in %s is refused', async (_name, options) => {
    const deep = `${'<div>'.repeat(100_000)}x${'</div>'.repeat(100_000)}`;
    expect(await refusalOf(readOptions(options(deep)))).toContain('elements inside each other, at most 500 levels');
  });

  it('with very many elements or attributes is refused or read', async () => {
    const bold = { ...plain, body: '<b>x</b>'.repeat(300_001) };
    expect(await refusalOf(readOptions({ documents: [bold] }))).toContain('elements in one document, at most 300,000');
    const attributes = Array.from({ length: 20_000 }, (_, index) => `a${index}="x"`).join(' ');
    expect(spoken(await readOptions({ documents: [{ ...plain, body: `<p ${attributes}>${text}</p>` }] }))).toContain(
      text,
    );
  });

  it('with 10,001 documents in its reading order, or files in its archive, is refused', async () => {
    const refs = '<itemref idref="a"/>'.repeat(10_001);
    const opf = `<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine>${refs}</spine></package>`;
    expect(await refusalOf(readOptions({ opf }))).toContain('documents in the reading order, at most 10,000');
    const entries = Array.from({ length: 20_001 }, (_, index): ZipEntry => ({
      name: `${index}`,
      data: '',
      stored: true,
    }));
    expect(await refusalOf(readOptions({ entries }))).toContain('files in the archive, at most 20,000');
  });

  it('with fallbacks, links and contents in circles is read', async () => {
    const opf = `<package><metadata/><manifest>
      <item id="x" href="x.bin" media-type="image/x" fallback="y"/><item id="y" href="y.bin" media-type="image/y" fallback="x"/>
      <item id="a" href="a.xhtml" media-type="application/xhtml+xml" fallback="a"/></manifest>
      <spine><itemref idref="x"/><itemref idref="a"/><itemref idref="a"/><itemref idref="none"/></spine></package>`;
    const body = `<h1>One</h1><p id="p1">${text}<sup><a href="#p2">1</a></sup></p><p id="p2"><sup><a href="#p1">1</a></sup> Back.</p>`;
    const book = await readOptions({ opf, documents: [{ ...plain, body }] });
    expect(spoken(book)).toBe(`One|${text}`);
    expect(book.leftOut.map(({ reason }) => reason)).toEqual(['notes', 'missing']);
  });

  it.each([
    [
      'noise for a package',
      { opf: Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)) },
      'book-damaged',
    ],
    ['noise for a document', { documents: [{ ...plain, raw: Buffer.alloc(1000, 0xff) }] }, 'read'],
    ['noise for contents', { nav: '<<<>>>&&&', ncx: '\0\0\0' }, 'read'],
    ['noise for encryption', { encryption: '<<<>>>' }, 'read'],
    ['a package in UTF-16', { opf: utf16(String(epubEntries({ documents: [plain] })[2]?.data)) }, 'read'],
    [
      'a document in UTF-16',
      { documents: [{ ...plain, raw: utf16(`<html><body><p>${text}</p></body></html>`) }] },
      'read',
    ],
  ])('with %s is read or refused', async (_name, options, outcome) => {
    expect((await refusalOf(readOptions(options))).split(':')[0]).toBe(outcome);
  });

  it('with text that slows down regular expressions is read', async () => {
    const walls = [
      many('* '),
      many('a '),
      many('I '),
      many('&'),
      many('['),
      many('\u00AD'),
      `${many('-')}x`,
      `${many(' ')}x`,
      'CHAPTER '.repeat(10_000),
      '<br/>'.repeat(10_000),
    ];
    const documents = walls.map((wall, index) => ({
      ...plain,
      path: `${index}.xhtml`,
      body: `<h1>${wall}</h1><p>${wall}</p><p><a href="#x">${wall}</a></p><p>${text}</p>`,
    }));
    const nav = walls.map((wall, index) => ({ label: wall.replaceAll('<br/>', ''), href: `${index}.xhtml` }));
    const book = await readOptions({ documents, nav });
    expect(spoken(book).split(text)).toHaveLength(walls.length + 1);
    const style = `${'.a,'.repeat(20_000)}${'@media{'.repeat(10_000)}${'/*'.repeat(10_000)}`;
    expect(spoken(await readOptions({ documents: [{ ...plain, head: `<style>${style}</style>` }] }))).toContain(text);
  });

  it('with tens of thousands of lines, links or characters without a space is read', async () => {
    const lines = { ...plain, body: `<p>${'x<br/>'.repeat(30_000)}</p><p>${text}</p>` };
    expect(spoken(await readOptions({ documents: [lines] }))).toContain(text);
    const links = Array.from({ length: 30_000 }, (_, index) => `<p><a href="#x${index}">${index}</a></p>`).join('');
    expect(spoken(await readOptions({ documents: [{ ...plain, body: `${links}<p>${text}</p>` }] }))).toContain(text);
    const wall = { ...plain, body: `<p>${'山路'.repeat(50_000)}</p>` };
    expect(spoken(await readOptions({ documents: [wall] }))).toBe(`One|${'山路'.repeat(50_000)}`);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'with elements, attributes, classes and a language named %s is read',
    async (name) => {
      const options = {
        documents: [
          {
            ...plain,
            body: `<p class="${name}" ${name}="1" epub:type="${name}">a <x:${name} id="${name}">b</x:${name}></p><div><y:${name}>c</y:${name}></div><p>${text}</p>`,
          },
        ],
        nav: [{ label: name, href: `a.xhtml#${name}` }],
        language: name,
      };
      expect(spoken(await readOptions(options))).toMatch(new RegExp(`a b\\|c\\|${text.slice(0, 10)}`, 'u'));
    },
  );

  it('with a damaged document is read without it', async () => {
    const bytes = await buildEpub({
      documents: [plain, { ...plain, path: 'b.xhtml', body: 'Broken words. '.repeat(50) }],
    });
    const broken = deflateRawSync(Buffer.from('Broken words. '.repeat(50))).subarray(2, 12);
    const position = bytes.indexOf(broken);
    if (position !== -1) bytes.fill(0xff, position, position + 10);
    else bytes.fill(0xff, bytes.indexOf('OEBPS/b.xhtml') + 13 + 20, bytes.indexOf('OEBPS/b.xhtml') + 13 + 60);
    const book = await read(bytes);
    expect(book.leftOut).toContainEqual({ document: 'OEBPS/b.xhtml', reason: 'unreadable', words: 0 });
    expect(spoken(book)).toContain(text);
  });
});

function utf16(xml: string): Buffer {
  return Buffer.from(`\uFEFF${xml}`, 'utf16le');
}

/** Changes the declared sizes of an entry, in the directory and in its own header. */
function withSize(zip: Buffer, from: number, to: number): Buffer {
  const changed = Buffer.from(zip);
  for (let index = 0; index < changed.length - 4; index += 1) {
    if (changed.readUInt32LE(index) === from) changed.writeUInt32LE(to, index);
  }
  return changed;
}

/** Points the last entry of the directory at the bytes of the first one. */
function overlapping(zip: Buffer): Buffer {
  const changed = Buffer.from(zip);
  const last = changed.lastIndexOf('PK\x01\x02', undefined, 'latin1');
  changed.writeUInt32LE(60, last + 42);
  return changed;
}
