import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../../src/book/pdf/document/open-pdf.ts';
import { renderPage } from '../../src/book/pdf/ocr/render-page.ts';
import { readBook } from '../../src/book/read-book.ts';
import type { BookChoices } from '../../src/book/book-choices.ts';
import type { Book } from '../../src/core/book.ts';
import { buildEpub, buildZip } from '../helpers/epub-builder.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { buildPdf, column, wrap } from '../helpers/pdf-builder.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();

const first =
  'The lamp had burned low when the keeper climbed the stairs for the last time that night. No one in the village ' +
  'remembered a winter so long, and the harbour lay under ice from the mill to the old';
const second = 'stone bridge. He counted the steps aloud, and stopped where the window looked over the quiet water.';

/** Returns a page as a scanner makes it. */
async function scan(text: string): Promise<Uint8Array> {
  const lines = column(90, 100, wrap(text, 62), { size: 13, font: 'serif', leading: 18 });
  await using pdf = await openPdf(buildPdf({ pages: [{ texts: lines }] }), { signal });
  const { pgm } = await renderPage(await pdf.document.getPage(1));
  const [all = '', width, height] =
    /^P5\n(\d+) (\d+)\n255\n/u.exec(Buffer.from(pgm.subarray(0, 40)).toString('latin1')) ?? [];
  const raw = { width: Number(width), height: Number(height), channels: 1 } as const;
  return await sharp(pgm.subarray(all.length), { raw }).png().toBuffer();
}

async function read(name: string, bytes: Uint8Array, choices: BookChoices): Promise<Book> {
  const file = path.join(await temporaryFolder(), name);
  await writeFile(file, bytes);
  return await readBook(file, { ...choices, signal });
}

const page = (name: string) => ({
  path: `${name}.xhtml`,
  title: name,
  body: `<div><img src="${name}.png" alt=""/></div>`,
});

const picture = async (name: string, text: string) => ({
  path: `${name}.png`,
  raw: await scan(text),
  mediaType: 'image/png',
});

const textOf = ({ chapters }: Book): string =>
  chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n');

describe.skipIf(isProgramMissing('tesseract'))('a book of pictures of pages', () => {
  it('is read as an EPUB by the text that is recognized on them, and refused with the flag without it', async () => {
    const documents = [page('one'), page('two'), await picture('one', first), await picture('two', second)];
    const epub = await buildEpub({ title: 'The Keeper', author: 'Ada Example', language: 'en', documents });
    await expect(read('keeper.epub', epub, {})).rejects.toMatchObject({
      code: 'book-no-text',
      message: expect.stringContaining('(--ocr)'),
    });
    const book = await read('keeper.epub', epub, { ocr: true });
    expect(book.metadata).toMatchObject({ title: 'The Keeper', authors: [{ name: 'Ada Example' }], language: 'en' });
    expect(textOf(book)).toContain(`${first} ${second}`);
  });

  it('is read as a comic book, in the order of the names of its pages, without what is damaged', async () => {
    const cbz = await buildZip([
      { name: 'p10.png', data: await scan(second) },
      { name: 'p2.png', data: await scan(first) },
      { name: 'p11.png', data: 'no picture' },
    ]);
    await expect(read('keeper.cbz', cbz, {})).rejects.toMatchObject({
      code: 'book-unsupported',
      message: expect.stringContaining('a comic book (CBZ). Text recognition reads its pages (--ocr)'),
    });
    const book = await read('keeper.cbz', cbz, { ocr: true });
    expect(book.metadata.title).toBe('keeper');
    expect(textOf(book)).toContain(`${first} ${second}`);
    expect(book.warnings).toContain('Text recognition failed on page 3, left out.');
  });
});
