import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { nameChapters } from '../../src/book/titles/name-chapters.ts';
import type { ContentsEntry, EpubDocument } from '../helpers/epub-builder.ts';
import { readFile } from '../helpers/read-file.ts';
import { readFixture } from '../helpers/read-fixture.ts';

const prose = `<p>${'This is a sentence of the story with ten words. '.repeat(40)}</p>`;
const picture = '<p><img src="x.jpg" alt=""/></p>';
const titles = ({ chapters }: Book): string[] => chapters.map(({ title }) => title);
const names = (...chapters: readonly (readonly [title: string, ...above: string[]])[]): string[] =>
  nameChapters(
    chapters.map(([title, ...above]) => ({ title, above, leads: [] })),
    'The Book',
  );

/** Reads documents, those with a label as entries of the contents. */
async function readListed(
  pages: readonly (Required<Pick<EpubDocument, 'path' | 'body'>> & { readonly label?: string | undefined })[],
): Promise<Book> {
  return await readFixture({
    documents: pages.map(({ path, body }) => ({ path, body })),
    nav: pages.flatMap(({ path: href, label }) => (label === undefined ? [] : [{ label, href }])),
  });
}

const chapter = (number: number): EpubDocument => ({
  path: `${number}.xhtml`,
  body: `<h2>Chapter ${number}</h2>${prose}`,
});
const entry = (number: number): ContentsEntry => ({ label: `Chapter ${number}`, href: `${number}.xhtml` });

const layoutPage = (path: string, title: string) => ({
  path,
  body: `<h1>${title}</h1>${prose}`,
  label: 'layout-file',
});

describe('the name of a chapter', () => {
  it('is not in contents whose entries all have one label, as programs for layout write for each page', async () => {
    const pages = [layoutPage('a.xhtml', 'The Storm'), layoutPage('b.xhtml', 'The Calm')];
    expect(titles(await readListed([...pages, layoutPage('c.xhtml', 'The Port')]))).toEqual([
      'The Storm',
      'The Calm',
      'The Port',
    ]);
    expect(titles(await readListed(pages))).toEqual(['layout-file', 'layout-file']);
  });

  it('has the part’s before a bare number', () => {
    expect(names(['Scene V', 'Act IV'], ['Scene VI', 'Act IV'])).toEqual(['Act IV: Scene V', 'Act IV: Scene VI']);
    expect(names(['I', 'A Scandal in Bohemia'], ['II', 'A Scandal in Bohemia'])).toEqual([
      'A Scandal in Bohemia, I',
      'A Scandal in Bohemia, II',
    ]);
  });

  it('has it before numbered chapters that start again in each part, and before all of these', () => {
    expect(names(['Chapter 1', 'Part One'], ['Chapter 1', 'Part Two'], ['Chapter 2', 'Part Two'])).toEqual([
      'Part One: Chapter 1',
      'Part Two: Chapter 1',
      'Part Two: Chapter 2',
    ]);
    expect(names(['Chapter 1', 'Part One'], ['Chapter 2', 'Part Two'])).toEqual(['Chapter 1', 'Chapter 2']);
  });

  it('goes up as far as it must', () => {
    expect(names(['I', 'Book I', 'Part I'], ['I', 'Book II', 'Part I'], ['II', 'Book II', 'Part I'])).toEqual([
      'Book I: Part I: I',
      'Book II: Part I: I',
      'Book II: Part I: II',
    ]);
  });

  it('does not repeat the book’s title or what it says itself', () => {
    expect(names(['I', 'The Book'], ['II', 'The Book'])).toEqual(['I', 'II']);
    expect(names(['Part One, Chapter 1', 'Part One'], ['Part One, Chapter 1', 'Part One'])).toEqual([
      'Part One, Chapter 1',
      'Part One, Chapter 1',
    ]);
  });

  it('shows every entry of the contents: that of a page with a title only, and those with the same link', async () => {
    const book = await readFixture({
      documents: [
        { path: 'p.xhtml', body: '<h1>The Sea</h1>' },
        { path: 'a.xhtml', body: `<h2>The Storm</h2>${prose}` },
        { path: 'b.xhtml', body: `<h2>The Calm</h2>${prose}` },
      ],
      nav: [
        { label: 'The Sea', href: 'p.xhtml' },
        { label: 'The Storm', href: 'a.xhtml' },
        { label: 'Chapter 2', href: 'b.xhtml' },
        { label: 'The Calm', href: 'b.xhtml' },
      ],
    });
    expect(titles(book)).toEqual(['The Sea: The Storm', 'Chapter 2: The Calm']);
  });

  it.each([
    ['a picture', picture, picture],
    ['a heading and a picture', `<h1>Family Tree</h1>${picture}`, `<h1>Map of the North</h1>${picture}`],
    ['a heading with a picture on the page behind', '<h1>Family Tree</h1>', '<h1>Map of the North</h1>', picture],
  ])('does not show the entry of a page with only %s', async (_what, tree, map, behind?: string) => {
    const pages = [
      { path: 't.xhtml', label: 'Family Tree', body: tree },
      ...(behind === undefined ? [] : [{ path: 't2.xhtml', body: behind }]),
      { path: 'm.xhtml', label: 'Map of the North', body: map },
      ...(behind === undefined ? [] : [{ path: 'm2.xhtml', body: behind }]),
      { path: 'a.xhtml', label: 'Prologue', body: `<h1>Prologue</h1>${prose}` },
      { path: 'p.xhtml', label: 'Plates', body: behind === undefined ? `<h1>Plates</h1>${picture}` : picture },
      { path: 'b.xhtml', label: 'Bran', body: `<h1>Bran</h1>${prose}` },
    ];
    const book = await readListed(pages);
    expect(titles(book)).toEqual(['Prologue', 'Bran']);
    const headings = book.chapters.map(({ blocks }) =>
      blocks.flatMap(({ kind, text }) => (kind === 'heading' ? text : [])),
    );
    expect(headings.flat().toSorted()).toEqual(
      pages.flatMap(({ body }) => /<h1>(.*?)<\/h1>/u.exec(body)?.[1] ?? []).toSorted(),
    );
  });

  it('does not show a chapter without text before that of the next', async () => {
    const story = { path: 'b.xhtml', label: 'Chapter 2', body: `<h1>Chapter 2</h1>${prose}` };
    for (const body of ['', '<h1>Chapter 1</h1>'])
      expect(titles(await readListed([{ path: 'a.xhtml', label: 'Chapter 1', body }, story]))).toEqual(['Chapter 2']);
    const number = { path: 'a.xhtml', label: 'Chapter 1', body: `<h1>Chapter 1</h1>${picture}` };
    const named = { path: 'b.xhtml', label: 'The Storm', body: `<h1>The Storm</h1>${prose}` };
    expect(titles(await readListed([number, named]))).toEqual(['Chapter 1: The Storm']);
  });

  it('is not that of a picture that the contents list behind it', async () => {
    const book = await readFixture({
      documents: [
        { path: 'm.xhtml', body: picture },
        { path: 'a.xhtml', body: prose },
        { path: 'b.xhtml', body: prose },
      ],
      nav: [
        { label: 'The Storm', href: 'a.xhtml' },
        { label: 'The Calm', href: 'b.xhtml' },
        { label: 'Map', href: 'm.xhtml' },
      ],
    });
    expect(titles(book)).toEqual(['The Storm', 'The Calm']);
  });

  it.each([
    ['Part One', picture],
    ['Part One', `<h1>Part One</h1>${picture}`],
    ['The Fellowship', picture],
    ['The Fellowship', `<h1>The Fellowship</h1>${picture}`],
  ])('shows the part above it, although its page has only a picture: %s, %s', async (label, page) => {
    const documents = [{ path: 'p.xhtml', body: page }, chapter(1), chapter(2)];
    const part = { label, href: 'p.xhtml' };
    const nested = await readFixture({ documents, nav: [{ ...part, children: [entry(1), entry(2)] }] });
    expect(titles(nested)).toEqual([`${label}: Chapter 1`, 'Chapter 2']);
    if (label !== 'Part One') return;
    const flat = await readFixture({ documents, nav: [part, entry(1), entry(2)] });
    expect(titles(flat)).toEqual(['Part One: Chapter 1', 'Chapter 2']);
  });

  it.each([
    ['<h1>CHAPTER ONE: Creators</h1>'],
    ['<p>CHAPTER ONE: Creators</p>'],
    ['<h1>CHAPTER ONE</h1><h2>Creators</h2>'],
    ['<p>Chapter I</p><p>Creators</p>'],
  ])('is spoken once when the contents write the number in another way: %s', async (heading) => {
    const book = await readFixture({
      documents: [
        { path: 'a.xhtml', body: heading + prose },
        { path: 'b.xhtml', body: `<h1>CHAPTER TWO: Readers</h1>${prose}` },
      ],
      nav: [
        { label: 'Chapter 1: Creators', href: 'a.xhtml' },
        { label: 'Chapter 2: Readers', href: 'b.xhtml' },
      ],
    });
    expect(titles(book)).toEqual(['Chapter 1: Creators', 'Chapter 2: Readers']);
    const spoken = book.chapters[0]?.blocks.map(({ text }) => text).join('\n') ?? '';
    expect(spoken.match(/creators/giu)).toHaveLength(1);
    expect(book.chapters[0]?.blocks[0]?.kind).toBe('heading');
  });
});

describe('the text before the first chapter of a memo', () => {
  const sentence = 'The bells of the harbour are rung at noon, and whoever hears them knows what time it is.';
  const text = `${sentence}\n\n`.repeat(12);
  it.each([
    ['an RFC', 'Network Working Group             R. Field\nRequest for Comments: 9999       UC Irvine'],
    ['a memorandum', 'To:      All of the harbour\nFrom:    Ann Lee\nDate:    3 June 1999'],
  ])('is not named by its masthead: %s', async (_name, masthead) => {
    const sections = ['1. Notation', '2. Bells'].map((heading) => `\n\n\n${heading}\n\n\n${text}`).join('');
    const book = await readFile('memo.txt', `${masthead}\n\nThe bells that are rung: a proposal\n\n${text}${sections}`);
    expect(titles(book)).toEqual(['The bells that are rung: a proposal', '1. Notation', '2. Bells']);
  });
});
