import { describe, expect, it } from 'vitest';
import { leaveOutRules } from '../../src/book/leave-out-rules.ts';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import type { BookChoices } from '../../src/book/book-choices.ts';
import type { Book } from '../../src/core/book.ts';
import { buildPdf, column, wrap } from '../helpers/pdf-builder.ts';
import { readFixture } from '../helpers/read-fixture.ts';

type Choices = Pick<BookChoices, 'include' | 'exclude'>;

const prose = 'The boats moved a little when the tide began to turn against the old stone wall. '.repeat(6).trim();
const titles = ['Chapter 1', 'Chapter 2', 'Chapter 3'];

async function readEpubWith(choices: Choices): Promise<Book> {
  const documents = titles.map((title, index) => ({
    path: `chapter-${index + 1}.xhtml`,
    title,
    body: `<h1>${title}</h1><p>${prose}</p>`,
  }));
  return await readFixture({ documents }, choices);
}

async function readPdfWith(choices: Choices): Promise<Book> {
  const pages = titles.map((title) => ({
    texts: [
      { x: 72, y: 100, text: title, size: 20, font: 'bold' as const },
      ...column(72, 150, wrap(`${title} has its own text. ${prose}`, 70)),
    ],
  }));
  return await readPdf(buildPdf({ pages }), { signal: new AbortController().signal, ...choices });
}

describe.each([
  ['an EPUB', readEpubWith],
  ['a PDF', readPdfWith],
])('exclude with %s', (_format, read) => {
  it.each([' Chapter 2', 'Chapter 2 ', 'chapter  2', 'CHAPTER 2.', '“Chapter 2”'])(
    'leaves out the chapter named %j',
    async (item) => {
      const { chapters, leftOut } = await read({ exclude: [item] });
      expect(chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 3']);
      expect(leftOut).toContainEqual(expect.objectContaining({ reason: 'excluded', about: 'Chapter 2' }));
    },
  );

  it('wins over include', async () => {
    const { chapters } = await read({ include: ['chapter 2'], exclude: ['chapter 2'] });
    expect(chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 3']);
  });
});

describe('exclude with an EPUB', () => {
  it.each([' chapter-2.xhtml', 'OEBPS/Chapter-2.xhtml '])('leaves out the document named %j', async (item) => {
    const { chapters } = await readEpubWith({ exclude: [item] });
    expect(chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 3']);
  });
});

describe('leaveOutRules', () => {
  it('keeps names apart that differ only in where a number ends', () => {
    const rules = leaveOutRules({ exclude: ['text/1-1.xhtml', '1.1'] });
    expect(rules.decide(undefined, ['text/11.xhtml', '11'])).toBeUndefined();
    expect(rules.decide(undefined, ['text/1-1.xhtml'])).toBe('excluded');
  });

  it('compares names without letters by their characters', () => {
    const rules = leaveOutRules({ exclude: [' * * * '] });
    expect(rules.decide(undefined, ['* * *'])).toBe('excluded');
    expect(rules.decide(undefined, ['---', ''])).toBeUndefined();
  });

  it('reads what include names by reason or by name', () => {
    const rules = leaveOutRules({ include: [' Title-Page', 'page 3'] });
    expect(rules.decide('title-page', ['page 1'])).toBeUndefined();
    expect(rules.decide('copyright', ['page 3'])).toBeUndefined();
    expect(rules.decide('copyright', ['page 4'])).toBe('copyright');
  });
});
