import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import type { ContentsEntry, EpubDocument } from '../helpers/epub-builder.ts';
import { readFixture } from '../helpers/read-fixture.ts';

const prose = `<p>${'This is a sentence of the story with ten words. '.repeat(40)}</p>`;
const picture = '<p><img src="x.jpg" alt=""/></p>';
const titlePage = '<h1>The Great Book</h1><p>Test Author</p>';
const copyright = '<p>Copyright © 2010 by Test Author. All rights reserved. ISBN 978-1-2345-6789-0</p>';
const dedication = '<p>For my mother, who never read it.</p>';
const epigraph = `<blockquote><p>All happy families are alike; each unhappy family is unhappy in a way that is only its own.</p><p>—Leo Tolstoy</p></blockquote>`;

const titles = ({ chapters }: Book): string[] => chapters.map(({ title }) => title);
const spoken = ({ chapters }: Book, index: number): string[] => chapters[index]?.blocks.map(({ text }) => text) ?? [];

/** Returns a document and, with a label, its entry in the contents. */
function page(path: string, body: string, label?: string): { document: EpubDocument; entries: ContentsEntry[] } {
  return { document: { path, body }, entries: label === undefined ? [] : [{ label, href: path }] };
}

/** Reads a book of pages and two chapters behind them. */
async function read(...pages: readonly ReturnType<typeof page>[]): Promise<Book> {
  const all = [
    ...pages,
    page('c1.xhtml', `<h1>Chapter One</h1>${prose}`, 'Chapter One'),
    page('c2.xhtml', `<h1>Chapter Two</h1>${prose}`, 'Chapter Two'),
  ];
  return await readFixture({
    title: 'The Great Book',
    documents: all.map(({ document }) => document),
    nav: all.flatMap(({ entries }) => entries),
  });
}

/** Reads a book of a chapter, a copyright page and text that is not in the contents. */
async function readLast(body: string): Promise<Book> {
  const all = [
    page('a.xhtml', `<h1>The Storm</h1>${prose}`, 'The Storm'),
    page('q.xhtml', copyright, 'Copyright'),
    page('z.xhtml', body),
  ];
  return await readFixture({
    documents: all.map(({ document }) => document),
    nav: all.flatMap(({ entries }) => entries),
  });
}

describe('text that the contents do not list', () => {
  it.each([
    ['a copyright page', [page('p.xhtml', titlePage, 'Title Page'), page('q.xhtml', copyright, 'Copyright')]],
    ['a copyright page of another name', [page('q.xhtml', copyright + copyright, 'Rights and Credits')]],
    ['a title page', [page('p.xhtml', titlePage, 'Title Page')]],
    ['a title page in French', [page('p.xhtml', titlePage, 'Titre')]],
    ['a title page with the name of the book', [page('p.xhtml', titlePage, 'The Great Book')]],
    ['a title page that is a picture', [page('p.xhtml', picture, 'Title Page')]],
    ['a half title that is a picture', [page('p.xhtml', picture, 'Faux titre')]],
    ['a cover and an imprint', [page('p.xhtml', picture, 'Umschlag'), page('q.xhtml', copyright, 'Impressum')]],
    ['a title page without a link of its own', [page('p.xhtml', titlePage), page('q.xhtml', copyright, 'Copyright')]],
  ])('does not get the name of %s before it', async (_what, pages) => {
    const short = await read(...pages, page('d.xhtml', dedication), page('e.xhtml', epigraph));
    expect(titles(short)).toEqual(['Chapter One', 'Chapter Two']);
    expect(spoken(short, 0).slice(0, 4)).toEqual([
      'For my mother, who never read it.',
      'All happy families are alike; each unhappy family is unhappy in a way that is only its own.',
      '—Leo Tolstoy',
      'Chapter One',
    ]);
    const named = await read(...pages, page('d.xhtml', `<h2>Prologue</h2>${prose}`));
    expect(titles(named)).toEqual(['Prologue', 'Chapter One', 'Chapter Two']);
    expect(spoken(named, 0)).toHaveLength(2);
  });

  it('is a chapter of its own when it is long, also behind the last chapter', async () => {
    const before = await read(page('q.xhtml', copyright, 'Copyright'), page('d.xhtml', prose));
    expect(titles(before)).toEqual(['This is a sentence of the story with ten words.…', 'Chapter One', 'Chapter Two']);
    expect(spoken(before, 0)).toHaveLength(1);
    expect(titles(await readLast(`<h1>About the Author</h1>${prose}`))).toEqual(['The Storm', 'About the Author']);
  });

  it('belongs to the last chapter when it is a few words at the end of the book', async () => {
    const book = await readLast('<p>This book was set in Garamond.</p>');
    expect(titles(book)).toEqual(['The Storm']);
    expect(spoken(book, 0).at(-1)).toBe('This book was set in Garamond.');
  });

  it('keeps the name of a chapter whose own page is a picture, or of the book', async () => {
    const drawn = await read(page('t.xhtml', picture, 'The Storm'), page('s.xhtml', prose));
    expect(titles(drawn)).toEqual(['The Storm', 'Chapter One', 'Chapter Two']);
    expect(spoken(drawn, 0)[0]).toBe('The Storm');
    const whole = await read(page('p.xhtml', titlePage, 'The Great Book'), page('s.xhtml', `<h2>I</h2>${prose}`));
    expect(titles(whole)[0]).toContain('The Great Book');
  });

  it('does not take the name from text that is read', async () => {
    const book = await read(page('i.xhtml', `<p>Her hand was on the glass.</p>${prose}`, 'Imprint'));
    expect(titles(book)).toEqual(['Imprint', 'Chapter One', 'Chapter Two']);
    expect(spoken(book, 0)[0]).toBe('Imprint');
  });
});
