import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Block, Book } from '../../src/core/book.ts';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import type { PdfOptions } from '../../src/book/pdf/document/pdf-options.ts';
import { sharedBooks, smallBookFile } from '../helpers/real-books.ts';

/** Contents of a book as a person saw them on the rendered pages. */
interface Expected {
  readonly title: string;
  readonly authors: readonly string[];
  readonly language: string;
  readonly chapters: readonly {
    readonly title: string;
    readonly first: string;
    readonly last: string;
    readonly words: number;
  }[];
  readonly leftOut: readonly string[];
  readonly never: readonly string[];
}

const { signal } = new AbortController();
const words = (text: string) => text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
const spoken = (blocks: readonly Block[]) => blocks.map((block) => block.text).join('\n');

async function read(file: string, options: Partial<PdfOptions> = {}): Promise<Book> {
  return await readPdf(readFileSync(file), { signal, ...options });
}

describe('a real PDF', () => {
  for (const { name, file } of [
    ...['report.pdf', 'locked.pdf', 'gazette.pdf'].map((own) => ({ name: own, file: smallBookFile(own) })),
    ...sharedBooks(
      'alice.pdf',
      'federal-register-3col.pdf',
      'lost-treasure.pdf',
      'pdflatex-4-pages.pdf',
      'pdflatex-outline.pdf',
      'password-openpassword.pdf',
    ),
  ]) {
    it(`is read as printed: ${name}`, async () => {
      const expected: Expected = JSON.parse(
        readFileSync(new URL(`expected/pdf-${name.replace('.pdf', '')}.json`, import.meta.url), 'utf8'),
      );
      const book = await read(file, { fileName: file, password: 'openpassword' });
      expect(book.metadata).toMatchObject({ title: expected.title, language: expected.language });
      expect(book.metadata.authors.map((author) => author.name)).toEqual(expected.authors);
      expect(
        book.chapters.map(({ title, blocks }) => {
          const text = words(spoken(blocks.filter((block) => block.kind !== 'heading')));
          return { title, first: text.slice(0, 6).join(' '), last: text.slice(-6).join(' '), words: text.length };
        }),
      ).toEqual(expected.chapters);
      expect(book.leftOut.map(({ document, reason }) => `${document}: ${reason}`)).toEqual(expected.leftOut);
      const all = book.chapters.map((chapter) => spoken(chapter.blocks)).join('\n');
      for (const text of expected.never) expect(all).not.toContain(text);
    });
  }

  it('without text is refused with a hint at text recognition', async () => {
    const file = smallBookFile('pictures.pdf');
    await expect(read(file)).rejects.toMatchObject({
      code: 'book-no-text',
      message: expect.stringMatching(/6 pages are images.*\(--ocr\)/u),
    });
  });

  it('that is encrypted needs its password, which is never shown', async () => {
    const file = smallBookFile('locked.pdf');
    await expect(read(file)).rejects.toMatchObject({
      code: 'book-password',
      message: 'The PDF is encrypted. Give its password (--password).',
    });
    await expect(read(file, { password: 'secret-guess' })).rejects.toMatchObject({ code: 'book-password' });
    await expect(read(file, { password: 'secret-guess' })).rejects.not.toThrow('secret-guess');
  });

  it.for(sharedBooks('federal-register-3col.pdf'))(
    'has the footnotes of $name beside the chapter, after their paragraph or at the end',
    async ({ file }) => {
      const skipped = (await read(file)).chapters.flatMap((chapter) => chapter.notes ?? []);
      expect(skipped).toHaveLength(15);
      expect(skipped[0]?.text).toMatch(/^Preliminary KNKT.* found in the AD docket\.$/u);
      // A note that continues in the next column.
      expect(skipped[11]?.text).toContain('such as the airplane’s altitude and airspeed, and would be limited');
      const inline = (await read(file, { notes: 'inline' })).chapters.flatMap((chapter) => chapter.blocks);
      const at = inline.findIndex((block) => block.kind === 'footnote');
      expect(inline[at - 1]?.text).toMatch(/^On October 29, 2018, a Boeing Model 737–8.*Reports from the accident/u);
      const end = (await read(file, { notes: 'end' })).chapters.flatMap((chapter) => chapter.blocks);
      expect(end.slice(-15).every((block) => block.kind === 'footnote')).toBe(true);
    },
  );

  it('is not read further after a cancellation', async () => {
    const file = smallBookFile('report.pdf');
    const controller = new AbortController();
    const reading = read(file, { signal: controller.signal });
    controller.abort();
    await expect(reading).rejects.toMatchObject({ code: 'canceled' });
  });

  it('with more pages than the limit is refused', async () => {
    const file = smallBookFile('report.pdf');
    await expect(read(file, { limits: { pdfPages: 2 } })).rejects.toMatchObject({
      code: 'book-too-large',
      message: expect.stringMatching(/3 pages.*2 pages/u),
    });
  });
});
