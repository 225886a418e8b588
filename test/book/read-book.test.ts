import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import type { Book } from '../../src/core/book.ts';
import type { ErrorCode } from '../../src/core/errors.ts';
import { readBook } from '../../src/book/read-book.ts';
import type { BookChoices } from '../../src/book/book-choices.ts';
import { buildEpub, buildZip, tinyPng } from '../helpers/epub-builder.ts';
import type { EpubOptions } from '../helpers/epub-builder.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { withFile } from '../helpers/read-fixture.ts';
import { readHere } from '../helpers/read-file.ts';

const signal = new AbortController().signal;
const documents = [{ path: 'a.xhtml', title: 'One', body: '<h1>One</h1><p>Some text.</p>' }];

/** Code and message of the error that reading the bytes ends with. */
async function failure(
  bytes: Uint8Array,
  choices: BookChoices = {},
  read: (file: string, choices: BookChoices) => Promise<Book> = readHere,
): Promise<{ code: ErrorCode; message: string }> {
  return await withFile('book.epub', bytes, async (file) => {
    try {
      await read(file, choices);
    } catch (error) {
      if (error instanceof AudiobookError) return { code: error.code, message: error.message };
      throw error;
    }
    throw new Error('The book was read.');
  });
}
const epubFailure = async (options: Partial<EpubOptions>): Promise<{ code: ErrorCode; message: string }> =>
  await failure(await buildEpub({ documents, ...options }));

const encrypted = (algorithm: string, file: string): string =>
  `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
   <enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${file}"/></enc:CipherData></enc:EncryptedData></encryption>`;

/** Reads a book in a process of its own, as the program does. */
async function readInProcess(file: string, choices: BookChoices): Promise<Book> {
  return await readBook(file, { ...choices, signal });
}

describe('readBook', () => {
  it('reads an EPUB in a child process, whatever the file name', async () => {
    const book = await withFile('book.pdf', await buildEpub({ documents, cover: { bytes: tinyPng } }), async (file) => {
      return await readBook(file, { signal });
    });
    expect(book.chapters.map(({ title }) => title)).toEqual(['One']);
    expect(book.cover).toEqual({ mediaType: 'image/png', bytes: new Uint8Array(tinyPng) });
  });

  it('says why the process could not read it', async () => {
    await withFile('book.epub', Buffer.from('PK\x03\x04'), async (file) => {
      await expect(readBook(file, { signal })).rejects.toMatchObject({ code: 'book-damaged' });
    });
  });

  it('rejects a missing file and a folder', async () => {
    const folder = await temporaryFolder();
    await expect(readBook(path.join(folder, 'x.epub'), { signal })).rejects.toMatchObject({ code: 'file-not-found' });
    await expect(readBook(folder, { signal })).rejects.toMatchObject({ code: 'bad-value' });
  });

  it.runIf(process.platform === 'linux')(
    'rejects a file that the system does not let it read, and says why',
    async () => {
      const failed = { code: 'bad-value', message: "The file '/proc/self/mem' cannot be read (EIO)." };
      await expect(readBook('/proc/self/mem', { signal })).rejects.toMatchObject(failed);
    },
  );

  it('says of a name that is not UTF-8 why there is no such file', async () => {
    const file = path.join(await temporaryFolder(), 'b\uFFFDd.md');
    const message = expect.stringContaining('rename it');
    await expect(readBook(file, { signal })).rejects.toMatchObject({ code: 'file-not-found', message });
  });

  it.each([
    ['an empty file', Buffer.alloc(0), 'book-damaged'],
    ['a picture', tinyPng, 'book-unsupported'],
    ['a zip mark alone', Buffer.from('PK\x03\x04'), 'book-damaged'],
    ['the error page of a download', Buffer.from('<!doctype html><h1>Log in</h1><p>To go on.</p>'), 'book-damaged'],
    ['a text', Buffer.from('Not found.'), 'book-damaged'],
  ])('refuses %s', async (_name, bytes, code) => {
    expect(await failure(bytes)).toMatchObject({ code });
  });

  it.each([
    ['a Kindle book (MOBI, AZW or AZW3)', Buffer.concat([Buffer.alloc(60, 'x'), Buffer.from('BOOKMOBI')])],
    ['an RTF document', Buffer.from(String.raw`{\rtf1\ansi Some text.}`)],
    ['a DjVu book', Buffer.from('AT&TFORM\0\0')],
  ])('names %s, and the command that converts it', async (kind, bytes) => {
    expect(await failure(bytes)).toEqual({
      code: 'book-unsupported',
      message: `The file is ${kind}, which is not read. Convert it with calibre: ebook-convert book.epub book-2.epub`,
    });
  });

  it('refuses a zip file that is cut off or is not an EPUB', async () => {
    const whole = await buildEpub({ documents });
    expect(await failure(whole.subarray(0, whole.length / 2))).toMatchObject({ code: 'book-damaged' });
    expect(await failure(await buildZip([{ name: 'a.txt', data: 'x' }]))).toMatchObject({ code: 'book-unsupported' });
  });

  it('refuses an EPUB without a package document or reading order, and reads one without a container', async () => {
    expect(await epubFailure({ opf: false })).toMatchObject({
      code: 'book-damaged',
      message: expect.stringContaining('OPF'),
    });
    expect(await epubFailure({ documents: [], nav: false })).toMatchObject({
      code: 'book-damaged',
      message: expect.stringContaining('spine'),
    });
    const bytes = await buildEpub({ documents, container: false, mimetype: false });
    const book = await withFile('b.epub', bytes, async (file) => await readHere(file));
    expect(book.chapters).toHaveLength(1);
  });

  it('has no characters in titles and names that a terminal would obey', async () => {
    const title = 'The \u001B]52;c;cHduZWQ=\u0007Quay';
    const heading = 'Don\u0092t \u001B[2Jgo';
    const bytes = await buildEpub({
      documents: [
        { path: 'a.xhtml', title: heading, body: `<h1>${heading}</h1><p>The quay was quiet, and a gull cried.</p>` },
        { path: 'cover\u001B.xhtml', title: 'Cover', missing: true },
      ],
      title,
      author: 'Ann\u009B31m Lee',
    });
    const book = await withFile('b.epub', bytes, async (file) => await readHere(file));
    expect(JSON.stringify({ ...book, chapters: book.chapters.map((chapter) => chapter.title) })).not.toMatch(
      /\\u00[019]|[\u0080-\u009F]/u,
    );
    expect(book.metadata).toMatchObject({ title: 'The ]52;c;cHduZWQ=Quay', authors: [{ name: 'Ann›31m Lee' }] });
    expect(book.chapters.map((chapter) => chapter.title)).toEqual(['Don’t [2Jgo']);
  });

  it('refuses a book of pictures', async () => {
    const pictures = [{ path: 'a.xhtml', body: '<img src="a.png" alt=""/>' }];
    expect(await epubFailure({ documents: pictures })).toMatchObject({ code: 'book-no-text' });
  });

  it('reads the rest when a document is missing, and warns', async () => {
    const bytes = await buildEpub({ documents: [...documents, { path: 'gone.xhtml', title: 'Gone', missing: true }] });
    const book = await withFile('b.epub', bytes, async (file) => await readHere(file));
    expect(book.leftOut).toContainEqual({ document: 'OEBPS/gone.xhtml', reason: 'missing', words: 0 });
    expect(book.warnings).toEqual(["The document 'OEBPS/gone.xhtml' is missing from the book and was skipped."]);
  });

  it('reads the rest when the reading order lists a picture or another file that is not a text', async () => {
    const sound = Uint8Array.from({ length: 5000 }, (_, index) => (index * 37) % 256);
    const bytes = await buildEpub({
      documents: [
        { path: 'cover.png', raw: tinyPng, mediaType: 'image/png', inSpine: true },
        ...documents,
        { path: 'sound.xhtml', raw: sound },
      ],
      nav: false,
    });
    const book = await withFile('b.epub', bytes, async (file) => await readHere(file));
    expect(book.chapters.flatMap(({ blocks }) => blocks.map(({ document }) => document))).not.toContain(
      'OEBPS/cover.png',
    );
    expect(book.leftOut).toEqual([
      { document: 'OEBPS/cover.png', reason: 'empty', words: 0 },
      { document: 'OEBPS/sound.xhtml', reason: 'unreadable', words: 0 },
    ]);
    expect(book.warnings).toEqual(["The document 'OEBPS/sound.xhtml' is damaged and was skipped."]);
  });

  const aes = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc';

  it.each([
    ['Adobe ADEPT', { name: 'META-INF/rights.xml', data: '<rights xmlns="http://ns.adobe.com/adept"/>' }],
    ['Apple FairPlay', { name: 'META-INF/sinf.xml', data: '<fairplay/>' }],
    ['Readium LCP', { name: 'META-INF/license.lcpl', data: '{}' }],
    ['Kobo', { name: 'META-INF/rights.xml', data: '<kdrm xmlns="http://www.kobo.com/"/>' }],
    ['unknown system', { name: 'other.txt', data: '' }],
  ])('refuses DRM by %s', async (system, entry) => {
    const found = await epubFailure({ encryption: encrypted(aes, 'OEBPS/a.xhtml'), entries: [entry] });
    expect(found).toMatchObject({ code: 'book-drm', message: expect.stringContaining(system) });
  });

  it('accepts obfuscated fonts', async () => {
    const fonts = encrypted('http://www.idpf.org/2008/embedding', 'OEBPS/font.otf');
    const bytes = await buildEpub({ documents, encryption: fonts });
    const book = await withFile('b.epub', bytes, async (file) => await readHere(file));
    expect(book.chapters).toHaveLength(1);
  });

  it('accepts films, and files that are only compressed', async () => {
    const compressed = encrypted('', 'OEBPS/a.xhtml')
      .replace('<enc:EncryptionMethod Algorithm=""/>', '')
      .replace(
        '</enc:EncryptedData>',
        '<c:Compression xmlns:c="http://www.idpf.org/2016/encryption#compression" Method="8"/>$&',
      );
    for (const encryption of [encrypted(aes, 'OEBPS/video.mp4'), encrypted(aes, 'OEBPS/a.MP3'), compressed]) {
      const bytes = await buildEpub({ documents, encryption });
      const book = await withFile('b.epub', bytes, async (file) => await readHere(file));
      expect(book.chapters).toHaveLength(1);
    }
    const found = await epubFailure({ encryption: encrypted('', 'OEBPS/a.xhtml') });
    expect(found).toMatchObject({ code: 'book-drm' });
  });

  it('stops when it is canceled, before and while reading', async () => {
    const before = AbortSignal.abort();
    await expect(readBook('nowhere.epub', { signal: before })).rejects.toMatchObject({ code: 'canceled' });
    const controller = new AbortController();
    await withFile('b.epub', await buildEpub({ documents }), async (file) => {
      const reading = readBook(file, { signal: controller.signal });
      controller.abort();
      await expect(reading).rejects.toMatchObject({ code: 'canceled' });
    });
  });

  it('stops at its limits of time and memory', async () => {
    const long = await buildEpub({
      documents: [{ ...documents[0], path: 'a.xhtml', body: '<p>word</p>'.repeat(200_000) }],
    });
    expect(await failure(long, { limits: { seconds: 0.001 } }, readInProcess)).toMatchObject({
      code: 'book-too-large',
      message: expect.stringContaining('processor time for reading, at most 0.001 seconds'),
    });
    expect(
      await failure(await buildEpub({ documents }), { limits: { wallSeconds: 0.001 } }, readInProcess),
    ).toMatchObject({
      code: 'book-too-large',
      message: expect.stringContaining('reading time, at most 0.001 seconds'),
    });
    expect(await failure(long, { limits: { memoryMegabytes: 20 } }, readInProcess)).toMatchObject({
      code: 'book-too-large',
      message: expect.stringContaining('memory for reading, at most 20 megabytes'),
    });
  });
});
