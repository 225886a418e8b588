import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { countWords } from '../../src/text/count-words.ts';
import type { ContentsEntry } from '../helpers/epub-builder.ts';
import { readFixture } from '../helpers/read-fixture.ts';

/** Returns paragraphs of about this many words; 150 words take a minute. */
const prose = (words: number): string =>
  `<p>${'This is a sentence of the story with ten words. '.repeat(10)}</p>`.repeat(Math.ceil(words / 100));
const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
const titles = ({ chapters }: Book): string[] => chapters.map(({ title }) => title);
const sizes = ({ chapters }: Book): number[] =>
  chapters.map(({ blocks }) => blocks.reduce((sum, { text }) => sum + countWords(text), 0));
const read = async (body: string, nav: readonly ContentsEntry[] | false): Promise<Book> =>
  await readFixture({ documents: [{ path: 'a.xhtml', title: 'A', body }], nav, title: 'The Tower' });

/** Thirty scenes of 1,500 words, ten minutes each. */
const scenes = (mark: string): string =>
  range(30)
    .map(() => prose(1500))
    .join(mark);

describe('a chapter of hours without headings and lines that count', () => {
  it.each(['<hr/>', '<p>* * *</p>', '<p>⁂</p>'])('is divided at its scene breaks: %s', async (mark) => {
    const nav = ['Rivers', 'Hills'].map((label) => ({ label, href: `a.xhtml#${label}` }));
    const book = await read(`<h1 id="Rivers">Rivers</h1>${scenes(mark)}<h1 id="Hills">Hills</h1>${prose(2000)}`, nav);
    expect(titles(book).slice(0, 3)).toEqual(['Rivers', 'Rivers, 2', 'Rivers, 3']);
    expect(titles(book).at(-1)).toBe('Hills');
    expect(Math.max(...sizes(book))).toBeLessThan(13_500);
    expect(Math.min(...sizes(book))).toBeGreaterThan(1500);
    expect(sizes(book).reduce((sum, size) => sum + size)).toBe(47_002);
    expect(book.chapters[1]?.blocks[0]).toMatchObject({ kind: 'paragraph' });
  });

  it('is divided at its scene breaks when the book has no contents', async () => {
    const book = await read(scenes('<hr/>'), false);
    expect(Math.max(...sizes(book))).toBeLessThan(13_500);
    expect(titles(book)[1]).toBe('Chapter 2');
  });

  it('stays whole when it has no break', async () => {
    expect((await read(prose(45_000), false)).chapters).toHaveLength(1);
  });

  it('is not divided at breaks when 90 minutes are enough', async () => {
    const body = range(7)
      .map(() => prose(1500))
      .join('<hr/>');
    expect((await read(body, false)).chapters).toHaveLength(1);
  });
});

const chapters = (between: string): string =>
  range(4)
    .map((number) => `<h2 id="c${number}">The ${number} ships</h2>${prose(900)}${number === 2 ? between : ''}`)
    .join('');
const nav = (label: string): ContentsEntry[] =>
  [1, 2, 0, 3, 4].map((number) => ({
    label: number === 0 ? label : `The ${number} ships`,
    href: `a.xhtml#c${number}`,
  }));

describe('an entry with fewer words than a chapter of its book', () => {
  it.each(['AL ÍNDICE NOTAS', 'The Globe Press', 'London, 1902'])('is read with its neighbor: %s', async (label) => {
    const book = await read(chapters(`<h2 id="c0">${label}</h2><p>Printed for the friends of it.</p>`), nav(label));
    expect(titles(book)).toEqual(range(4).map((number) => `The ${number} ships`));
    expect(book.chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n')).toContain(label);
  });

  it.each(['Chapter II', 'Preface', 'III. The Sea'])('is a chapter when it is called one: %s', async (label) => {
    const book = await read(chapters(`<h2 id="c0">${label}</h2><p>Then it rained for days.</p>`), nav(label));
    expect(book.chapters).toHaveLength(5);
  });

  it('is a chapter where most are as short', async () => {
    const body = range(6).map((number) => `<h2 id="c${number}">The ${number} ships</h2><p>The sea is calm.</p>`);
    const entries = range(6).map((number) => ({ label: `The ${number} ships`, href: `a.xhtml#c${number}` }));
    expect((await read(body.join(''), entries)).chapters).toHaveLength(6);
  });
});
