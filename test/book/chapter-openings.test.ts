import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { readFixture } from '../helpers/read-fixture.ts';

const sentence = 'This is a sentence of the story that has quite enough words to count as running text for everyone.';
const prose = `<p>${sentence}</p>`.repeat(10);
const titles = ({ chapters }: Book): string[] => chapters.map(({ title }) => title);
/** Returns what is spoken in each chapter besides its running text. */
const openings = ({ chapters }: Book): string[][] =>
  chapters.map(({ blocks }) => blocks.map(({ text }) => text).filter((text) => text !== sentence));

/** Reads two chapters with something above the heading of the second. */
const withLineAbove = async (line: string, label = 'The Calm'): Promise<Book> =>
  await readFixture({
    documents: [
      { path: 'a.xhtml', body: `<h1>The Storm</h1>${prose}` },
      { path: 'b.xhtml', body: `${line}<h1>The Calm</h1>${prose}` },
    ],
    nav: [
      { label: 'The Storm', href: 'a.xhtml' },
      { label, href: 'b.xhtml' },
    ],
  });

describe('what stands above the heading of a chapter', () => {
  it.each([
    ['<p class="number">4</p>', '4', '4: The Calm'],
    ['<p>Chapter Four</p>', 'Chapter Four', 'Chapter Four: The Calm'],
    ['<p>Часть вторая</p>', 'Часть вторая', 'Часть вторая: The Calm'],
    ['<p class="date">12 May 1888</p>', '12 May 1888', 'The Calm'],
    ['<p>Ivan Petrov</p>', 'Ivan Petrov', 'The Calm'],
    ['<figure><img src="x.jpg"/><figcaption>A ship.</figcaption></figure>', 'A ship.', 'The Calm'],
    [`<blockquote><p>All families are alike.</p></blockquote>`, 'All families are alike.', 'The Calm'],
  ])('belongs to that chapter: %s', async (line, text, title) => {
    const book = await withLineAbove(line);
    expect(openings(book)[0]).toEqual(['The Storm']);
    expect(openings(book)[1]).toContain(text);
    expect(titles(book)).toEqual(['The Storm', title]);
  });

  it.each([
    ['<p id="x">4</p>', '4'],
    ['<p><a id="x"/>Chapter 4</p>', 'Chapter 4'],
    ['<p id="x">12 May 1888</p>', '12 May 1888'],
    ['<a id="x"/><p>12 May 1888</p>', '12 May 1888'],
    ['<div id="x"><p>12 May 1888</p><h2>The Calm</h2></div>', '12 May 1888'],
  ])('belongs to it when an entry leads to it inside a document: %s', async (line, text) => {
    const heading = line.includes('<h2>') ? '' : '<h2>The Calm</h2>';
    const book = await readFixture({
      documents: [{ path: 'a.xhtml', body: `<h2>The Storm</h2>${prose}${line}${heading}${prose}` }],
      nav: [
        { label: 'The Storm', href: 'a.xhtml' },
        { label: 'The Calm', href: 'a.xhtml#x' },
      ],
    });
    expect(openings(book)[0]).toEqual(['The Storm']);
    expect(openings(book)[1]).toContain(text);
  });

  it('belongs to the chapter before when the anchor of the heading stands in its last line', async () => {
    const book = await readFixture({
      documents: [
        {
          path: 'a.xhtml',
          body: `<h2>The Storm</h2>${prose}<p>“Yes,” he said.<a id="x"/></p><h2>The Calm</h2>${prose}`,
        },
      ],
      nav: [
        { label: 'The Storm', href: 'a.xhtml' },
        { label: 'The Calm', href: 'a.xhtml#x' },
      ],
    });
    expect(openings(book)).toEqual([['The Storm', '“Yes,” he said.'], ['The Calm']]);
  });
});
