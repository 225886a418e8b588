import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Block, Book } from '../../src/core/book.ts';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import type { PdfOptions } from '../../src/book/pdf/document/pdf-options.ts';
import { sharedBookOrSkip } from '../helpers/shared.ts';

/** What a person saw on the rendered pages. */
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

async function read(path: string, options: Partial<PdfOptions> = {}): Promise<Book> {
  return await readPdf(readFileSync(path), { signal, ...options });
}

describe('real PDFs, against what was seen on their pages', () => {
  for (const name of [
    'alice',
    'federal-register-3col',
    'lost-treasure',
    'pdflatex-4-pages',
    'pdflatex-outline',
    'password-openpassword',
  ]) {
    it(`reads ${name} as a careful reader does`, async (context) => {
      const path = sharedBookOrSkip(context, `${name}.pdf`);
      const expected: Expected = JSON.parse(
        readFileSync(new URL(`expected/pdf-${name}.json`, import.meta.url), 'utf8'),
      );
      const book = await read(path, { fileName: path, password: 'openpassword' });
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

  it('says that a PDF of images has no text and how it can be read', async (context) => {
    const path = sharedBookOrSkip(context, 'images-only.pdf');
    await expect(read(path)).rejects.toMatchObject({
      code: 'book-no-text',
      message: expect.stringMatching(/6 pages are images.*\(--ocr, or the field ocr\)/u),
    });
  });

  it('asks for the password of an encrypted PDF, and says when it is the wrong one', async (context) => {
    const path = sharedBookOrSkip(context, 'password-openpassword.pdf');
    await expect(read(path)).rejects.toMatchObject({
      code: 'book-password',
      message: 'The PDF is encrypted. Give its password (--password, or the field password).',
    });
    await expect(read(path, { password: 'secret-guess' })).rejects.toMatchObject({ code: 'book-password' });
    await expect(read(path, { password: 'secret-guess' })).rejects.not.toThrow('secret-guess');
  });

  it('keeps footnotes beside the chapter, or puts them after their paragraph, or at the end', async (context) => {
    const path = sharedBookOrSkip(context, 'federal-register-3col.pdf');
    const skipped = (await read(path)).chapters.flatMap((chapter) => chapter.notes ?? []);
    expect(skipped).toHaveLength(15);
    expect(skipped[0]?.text).toMatch(/^Preliminary KNKT.* found in the AD docket\.$/u);
    // A note that runs over the end of a column.
    expect(skipped[11]?.text).toContain('such as the airplane’s altitude and airspeed, and would be limited');
    const inline = (await read(path, { notes: 'inline' })).chapters.flatMap((chapter) => chapter.blocks);
    const at = inline.findIndex((block) => block.kind === 'footnote');
    expect(inline[at - 1]?.text).toMatch(/^On October 29, 2018, a Boeing Model 737–8.*Reports from the accident/u);
    const end = (await read(path, { notes: 'end' })).chapters.flatMap((chapter) => chapter.blocks);
    expect(end.slice(-15).every((block) => block.kind === 'footnote')).toBe(true);
  });

  it('stops between two pages when it is canceled', async (context) => {
    const path = sharedBookOrSkip(context, 'alice.pdf');
    const controller = new AbortController();
    const reading = read(path, { signal: controller.signal });
    controller.abort();
    await expect(reading).rejects.toMatchObject({ code: 'canceled' });
  });

  it('refuses more pages than the limit and names it', async (context) => {
    const path = sharedBookOrSkip(context, 'alice.pdf');
    await expect(read(path, { limits: { pdfPages: 10 } })).rejects.toMatchObject({
      code: 'book-too-large',
      message: expect.stringMatching(/69 pages.*10 pages/u),
    });
  });
});
