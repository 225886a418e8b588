import { Buffer } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { writeNarratedEpub } from '../../src/book/epub/rewrite/write-narrated-epub.ts';
import type { NarratedDocument } from '../../src/book/epub/rewrite/write-narrated-epub.ts';
import { readBook } from '../../src/book/read-book.ts';
import { buildEpub, tinyPng } from '../helpers/epub-builder.ts';
import type { EpubOptions } from '../helpers/epub-builder.ts';
import { noEpubcheck, epubcheckAll } from '../helpers/epubcheck.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();

/** Each file of a zip by its name, as it is packed. */
async function packedFiles(file: string): Promise<Map<string, { readonly method: number; readonly bytes: Buffer }>> {
  const zip = await fromBufferPromise(await readFile(file), { decodeStrings: false });
  const found = new Map<string, { readonly method: number; readonly bytes: Buffer }>();
  for await (const entry of zip.eachEntry()) {
    const decompress = entry.compressionMethod === 0 ? null : false;
    const bytes = await buffer(await zip.openReadStreamPromise(entry, { decompress }));
    found.set(entry.fileNameRaw.toString(), { method: entry.compressionMethod, bytes });
  }
  return found;
}

async function textOf(file: string, name: string, encoding: BufferEncoding = 'utf8'): Promise<string> {
  const zip = await fromBufferPromise(await readFile(file), { decodeStrings: false });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileNameRaw.toString() === name)
      return (await buffer(await zip.openReadStreamPromise(entry))).toString(encoding);
  }
  throw new Error(`${name} is not in the zip.`);
}

/** Narrates a text of a document for a second. */
async function narrated(file: string, name: string, text: string): Promise<NarratedDocument> {
  const raw = await textOf(file, name, 'latin1');
  const start = raw.indexOf(text);
  const [characters, end] = [text.length, start + text.length];
  const spans = [{ sentence: 0, part: 0, characters, start, end, element: 'span' }];
  return {
    document: { path: name, encoding: 'ascii', idPrefix: 'n', spans },
    durationMs: 1000,
    overlay: ({ page, audio }) =>
      `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="${page}#n1"/>` +
      `<audio src="${audio(0)}" clipBegin="0s" clipEnd="1s"/></par></body></smil>`,
  };
}

interface Written {
  readonly source: string;
  readonly target: string;
  readonly warnings: readonly string[];
}

async function write(options: EpubOptions, name: string, text: string): Promise<Written> {
  const folder = await temporaryFolder();
  const [source, target, audio] = ['book.epub', 'made.epub', 'one.m4a'].map((part) => path.join(folder, part));
  if (source === undefined || target === undefined || audio === undefined) throw new Error('unreachable');
  await writeFile(source, await buildEpub(options));
  await writeFile(audio, Buffer.alloc(300_000, 'sound'));
  const warnings: string[] = [];
  const book = {
    title: 'The Book',
    language: 'en',
    documents: [await narrated(source, name, text)],
    audioFiles: new Map([[0, audio]]),
    audioType: 'audio/mp4' as const,
    styleSheet: '.now { color: inherit }',
    activeClass: 'now',
  };
  await writeNarratedEpub(source, target, book, { signal, warn: (message) => warnings.push(message) });
  return { source, target, warnings };
}

const font = `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
<enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>
<enc:CipherData><enc:CipherReference URI="OEBPS/f.otf"/></enc:CipherData></enc:EncryptedData></encryption>`;

const rich: EpubOptions = {
  title: 'Fish',
  documents: [
    { path: 'a%20b.xhtml', title: 'One', body: '<!-- kept --><p>Hello  there.</p>&#160;', head: '<!-- last -->' },
    { path: 'two.xhtml', title: 'Two', body: '<p>Nobody reads this.</p>' },
    { path: 'f.otf', mediaType: 'font/otf', raw: Buffer.from([0, 1, 2, 255]) },
  ],
  cover: { bytes: tinyPng },
  encryption: font,
  entries: [
    { name: 'META-INF/signatures.xml', data: '<signatures/>' },
    { name: 'OEBPS/Read-Along/x.txt', data: 'of the book' },
    { name: 'OEBPS/große.txt', data: 'x'.repeat(200_000) },
    { name: '../out.txt', data: 'hostile' },
  ],
};

describe('an EPUB 3 with a narration', () => {
  it('has every file of the book as it is packed, but the documents that are heard and the package', async () => {
    const { source, target, warnings } = await write(rich, 'OEBPS/a b.xhtml', 'Hello  there.');
    const [before, after] = [await packedFiles(source), await packedFiles(target)];
    expect([...after.keys()][0]).toBe('mimetype');
    expect(after.get('mimetype')).toEqual({ method: 0, bytes: Buffer.from('application/epub+zip') });
    const changed = new Set(['OEBPS/a b.xhtml', 'OEBPS/content.opf']);
    const gone = ['META-INF/signatures.xml', '../out.txt'];
    expect([...before.keys()].filter((name) => !after.has(name))).toEqual(gone);
    const same = [...before].filter(([name]) => !changed.has(name) && !gone.includes(name));
    expect(same.length).toBeGreaterThan(5);
    for (const [name, file] of same) expect(after.get(name)).toEqual(file);
    const added = [...after.keys()].filter((name) => !before.has(name));
    expect(added).toEqual(
      ['overlay-1.smil', 'chapter-001.m4a', 'style.css'].map((name) => `OEBPS/read-along-2/${name}`),
    );
    expect(after.get('OEBPS/read-along-2/chapter-001.m4a')).toEqual({
      method: 0,
      bytes: Buffer.alloc(300_000, 'sound'),
    });
    expect(warnings).toEqual([expect.stringMatching(/signatures\.xml/u)]);
  });

  it('is the book again when what was added is taken away', async () => {
    const { source, target } = await write(rich, 'OEBPS/a b.xhtml', 'Hello  there.');
    const document = await textOf(target, 'OEBPS/a b.xhtml');
    expect(document).toContain(
      '<!-- last --><link rel="stylesheet" type="text/css" href="read-along-2/style.css"/></head>',
    );
    expect(document).toContain('<p><span id="n1">Hello  there.</span></p>');
    const bare = document.replace(/<link [^>]*read-along-2[^>]*>/u, '').replaceAll(/<span id="n1">|<\/span>/gu, '');
    expect(bare).toBe(await textOf(source, 'OEBPS/a b.xhtml'));
    const opf = await textOf(target, 'OEBPS/content.opf');
    const bareOpf = opf
      .replaceAll(/<item id="read-along-2[^>]*>\n|<meta[^>]*"media:[^>]*>[^<]*<\/meta>\n/gu, '')
      .replace(' media-overlay="read-along-2-overlay-1"', '')
      .replace('00:00:01Z', '00:00:00Z');
    expect(bareOpf).toBe(await textOf(source, 'OEBPS/content.opf'));
    expect(opf).toContain('<meta refines="#read-along-2-overlay-1" property="media:duration">1.000s</meta>');
    expect(opf).toContain('<meta property="media:duration">1.000s</meta>');
    expect(opf).toContain('<meta property="media:active-class">now</meta>');
    expect(await textOf(target, 'OEBPS/read-along-2/overlay-1.smil')).toContain('src="../a%20b.xhtml#n1"');
  });
});

const [entities, svg] = [
  '<p>A&nbsp;caf&eacute; &mdash; &amp;c.</p>',
  '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>',
];
const oldType = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">';
const oldDocument = (body: string, title = '<title></title>'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${oldType}\n<html xmlns="http://www.w3.org/1999/xhtml"><head>${title}</head><body>${body}</body></html>`;

const old: EpubOptions = {
  version: '2.0',
  author: false,
  documents: [
    { path: 'one.xhtml', raw: oldDocument(`<p id="here">It is.</p>${entities}`) },
    { path: 'two.xhtml', raw: oldDocument(`<div>${svg}</div>`, '<title>Two</title>') },
  ],
  ncx: [
    { label: 'One & “more”', href: 'one.xhtml', children: [{ label: 'Here', href: 'one.xhtml#here' }] },
    { label: 'Two', href: 'two.xhtml' },
  ],
  cover: { bytes: tinyPng, mark: 'meta' },
  metadataExtra: [
    '<dc:creator opf:role="aut" opf:file-as="Author, Ann">Ann Author</dc:creator>',
    '<dc:creator opf:role="ill" id="bob">Bob</dc:creator>',
    '<dc:identifier opf:scheme="ISBN">9780306406157</dc:identifier>',
    '<dc:date opf:event="modification">2011-03-04</dc:date><dc:date opf:event="publication">1865</dc:date>',
    '<dc:rights></dc:rights>',
    '<meta name="calibre:series" content="A Series"/>',
  ].join('\n'),
  opfExtra: '<guide><reference type="text" title="Start" href="one.xhtml"/></guide>',
};

describe('an EPUB 2 with a narration', () => {
  it('is an EPUB 3 with the same metadata, contents and text', async () => {
    const { source, target } = await write(old, 'OEBPS/one.xhtml', 'It is.');
    const opf = await textOf(target, 'OEBPS/content.opf');
    expect(opf).toContain('version="3.0"');
    expect(opf).toContain('<dc:creator id="creator-1">Ann Author</dc:creator>');
    expect(opf).toContain('<meta refines="#creator-1" property="role" scheme="marc:relators">aut</meta>');
    expect(opf).toContain('<meta refines="#creator-1" property="file-as">Author, Ann</meta>');
    expect(opf).toContain('<meta refines="#bob" property="role" scheme="marc:relators">ill</meta>');
    expect(opf).toContain('<dc:date>1865</dc:date>');
    expect(opf).toContain('<meta property="dcterms:modified">2011-03-04T00:00:00Z</meta>');
    expect(opf).toMatch(/<item id="cover-image"[^>]* properties="cover-image"\/>/u);
    expect(opf).toMatch(/href="two.xhtml"[^>]* properties="svg"\/>/u);
    expect(opf).toContain('<spine toc="ncx">');
    expect(opf).toContain('<guide>');
    const nav = await textOf(target, 'OEBPS/read-along/nav.xhtml');
    expect(nav).toContain('<a href="../one.xhtml#here">Here</a>');
    const [before, after] = [await readBook(source, { signal }), await readBook(target, { signal })];
    expect(after.chapters).toEqual(before.chapters);
    expect(after.metadata).toEqual(before.metadata);
  });

  it('keeps the bytes of its documents but for their type, an empty title and what marks the text', async () => {
    const { target } = await write(old, 'OEBPS/one.xhtml', 'It is.');
    const type = '<!DOCTYPE html [<!ENTITY nbsp "&#160;"><!ENTITY eacute "&#233;"><!ENTITY mdash "&#8212;">]>';
    const link = '<link rel="stylesheet" type="text/css" href="read-along/style.css"/>';
    expect(await textOf(target, 'OEBPS/one.xhtml')).toBe(
      oldDocument(`<p id="here"><span id="n1">It is.</span></p>${entities}`, `<title>The Book</title>${link}`).replace(
        oldType,
        type,
      ),
    );
    expect(await textOf(target, 'OEBPS/two.xhtml')).toBe(
      oldDocument(`<div>${svg}</div>`, '<title>Two</title>').replace(oldType, '<!DOCTYPE html>'),
    );
  });
});

describe('package documents', () => {
  it('with prefixes of their own and in UTF-16 are changed in place', async () => {
    const opf = `<?xml version="1.0" encoding="UTF-16"?>
<o:package xmlns:o="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">
<o:metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">urn:x:1</dc:identifier><dc:title>Ünïcode</dc:title>
<dc:language>en</dc:language><o:meta property="dcterms:modified">2020-12-31T23:59:59Z</o:meta></o:metadata>
<o:manifest><!-- <item id="no"/> > --><o:item id='d' href='one.xhtml' media-type='application/xhtml+xml'></o:item>
<o:item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/></o:manifest>
<o:spine><o:itemref idref="d"/></o:spine></o:package>`;
    const bytes = Buffer.from(`\uFEFF${opf}`, 'utf16le');
    const documents = [{ path: 'one.xhtml', title: 'One', body: '<p>Hello.</p>' }];
    const { target } = await write({ documents, opf: bytes }, 'OEBPS/one.xhtml', 'Hello.');
    const made = await textOf(target, 'OEBPS/content.opf', 'utf16le');
    expect(made).toContain('media-type=\'application/xhtml+xml\' media-overlay="read-along-overlay-1"></o:item>');
    expect(made).toContain(
      '<o:item id="read-along-audio-1" href="read-along/chapter-001.m4a" media-type="audio/mp4"/>\n</o:manifest>',
    );
    expect(made).toContain('>2021-01-01T00:00:00Z</o:meta>');
    expect(made).toContain('<!-- <item id="no"/> > -->');
    expect((await readBook(target, { signal })).metadata.title).toBe('Ünïcode');
  });

  it('of EPUB 2 in an encoding of eight bits are read as they are declared', async () => {
    const opf = `<?xml version="1.0" encoding="ISO-8859-1"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="i">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
<dc:identifier id="i">urn:x:1</dc:identifier><dc:title>One</dc:title><dc:language>de</dc:language>
<dc:creator opf:file-as="B\u00F6ll, Heinrich">Heinrich B\u00F6ll</dc:creator></metadata>
<manifest><item id="gr\u00F6\u00DFe" href="a&amp;&#98;.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine><itemref idref="gr\u00F6\u00DFe"/></spine></package>`;
    const documents = [{ path: 'one.xhtml', entryName: 'OEBPS/a&b.xhtml', title: 'One', body: '<p>Hello.</p>' }];
    const { target } = await write({ documents, opf: Buffer.from(opf, 'latin1') }, 'OEBPS/a&b.xhtml', 'Hello.');
    const made = await textOf(target, 'OEBPS/content.opf', 'latin1');
    expect(made).toContain('media-type="application/xhtml+xml" media-overlay="read-along-overlay-1"/>');
    expect(made).toContain('property="file-as">B&#246;ll, Heinrich</meta>');
  });

  it('with more elements inside each other than is allowed are refused', async () => {
    const depth = 10_000;
    const documents = [{ path: 'one.xhtml', title: 'One', body: '<p>Hello.</p>' }];
    const opf = `<package version="3.0">${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</package>`;
    await expect(write({ documents, opf }, 'OEBPS/one.xhtml', 'Hello.')).rejects.toThrow(/elements inside each other/u);
  });

  it('of a book with a narration of its own get the new one for the same document, and keep the class', async () => {
    const documents = [
      { path: 'one.xhtml', id: 'one', title: 'One', body: '<p>Hello.</p>' },
      { path: 'one.smil', id: 's1', mediaType: 'application/smil+xml', raw: '<smil/>' },
      { path: 'two.xhtml', id: 'two', title: 'Two', body: '<p>World.</p>' },
      { path: 'two.smil', id: 's2', mediaType: 'application/smil+xml', raw: '<smil/>' },
    ];
    const metadataExtra = `<meta property="media:duration">0:00:30</meta><meta property="media:active-class">own</meta>
<meta property="media:duration" refines="#s1">10s</meta>
<meta property="media:duration" refines="#s2">20s</meta>`;
    const plain = await buildEpub({ documents, metadataExtra });
    const folder = await temporaryFolder();
    const file = path.join(folder, 'plain.epub');
    await writeFile(file, plain);
    const opf = (await textOf(file, 'OEBPS/content.opf'))
      .replace('<item id="one"', '<item media-overlay="s1" id="one"')
      .replace('<item id="two"', '<item media-overlay="s2" id="two"');
    const { target, warnings } = await write({ documents, opf }, 'OEBPS/one.xhtml', 'Hello.');
    const made = await textOf(target, 'OEBPS/content.opf');
    expect(made).toContain('<item media-overlay="read-along-overlay-1" id="one"');
    expect(made).toContain('<item media-overlay="s2" id="two"');
    expect(made).not.toMatch(/#?s1"/u);
    expect(made).toContain('<meta property="media:duration">21.000s</meta>');
    expect(made.match(/media:active-class/gu)).toHaveLength(1);
    const files = await packedFiles(target);
    expect(files.has('OEBPS/one.smil')).toBe(false);
    expect(files.has('OEBPS/two.smil')).toBe(true);
    expect(files.has('OEBPS/read-along/style.css')).toBe(false);
    expect(warnings).toEqual([expect.stringMatching(/narration of its own/u)]);
  });
});

describe('EPUBCheck', () => {
  it.skipIf(noEpubcheck)('finds nothing in an EPUB 3 or an EPUB 2 that was made a read-along', async () => {
    const { entries: _hostile, encryption: _font, ...valid } = rich;
    const documents = rich.documents
      .slice(0, 2)
      .map((document) => ({ ...document, path: document.path.replace('%20', '') }));
    const made = [
      await write({ ...valid, documents }, 'OEBPS/ab.xhtml', 'Hello  there.'),
      await write(old, 'OEBPS/one.xhtml', 'It is.'),
    ];
    expect(await epubcheckAll(made.map(({ target }) => target))).toEqual([[], []]);
  });
});
