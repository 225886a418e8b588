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

describe('a title below other lines', () => {
  it.each([
    ['<p>12 May 1888</p>', '<h1>The Calm</h1>', 'The Calm', ['12 May 1888', 'The Calm']],
    [
      '<blockquote><p>All families are alike.</p><p>Leo Tolstoy</p></blockquote>',
      '<h1>The Calm</h1>',
      'The Calm',
      ['All families are alike.', 'Leo Tolstoy', 'The Calm'],
    ],
    ['<p>Ivan Petrov</p>', '<h1>The Calm</h1>', '4. The Calm', ['Ivan Petrov', 'The Calm']],
    ['<p>Ivan Petrov</p>', '<h1>4</h1>', 'Chapter 4', ['Ivan Petrov', '4']],
    [
      '<p>Ivan Petrov</p>',
      '<h1>Chapter 4</h1><h2>The Calm</h2>',
      'Chapter 4 - The Calm',
      ['Ivan Petrov', 'Chapter 4', 'The Calm'],
    ],
    [
      '<p>Ivan Petrov</p>',
      '<p>Chapter 4</p><p>The Calm</p>',
      'Chapter 4: The Calm',
      ['Ivan Petrov', 'Chapter 4', 'The Calm'],
    ],
  ])('is spoken once: %s%s', async (above, heading, label, spoken) => {
    const book = await readFixture({
      documents: [
        { path: 'a.xhtml', body: above + heading + prose },
        { path: 'z.xhtml', body: `<h1>Z</h1>${prose}` },
      ],
      nav: [
        { label, href: 'a.xhtml' },
        { label: 'Z', href: 'z.xhtml' },
      ],
    });
    expect(openings(book)[0]).toEqual(spoken);
    expect(titles(book)[0]).toBe(label);
  });

  it('names the chapter with its number', async () => {
    const book = await withLineAbove('<p>Ivan Petrov</p><h2>Chapter 4</h2>', 'Chapter 4');
    expect(titles(book)[1]).toBe('Chapter 4: The Calm');
  });

  it('is spoken first when what follows only has its words by chance', async () => {
    const book = await readFixture({
      documents: [
        { path: 'a.xhtml', body: `<p>Ann spoke.</p><p>“No.”</p>${prose}` },
        { path: 'b.xhtml', body: `<p>Ann spoke.</p><h2>What I saw</h2>${prose}` },
        { path: 'c.xhtml', body: `${prose}${prose}<h2>Late</h2>${prose}` },
      ],
      nav: [
        { label: 'No', href: 'a.xhtml' },
        { label: 'I', href: 'b.xhtml' },
        { label: 'Late', href: 'c.xhtml' },
      ],
    });
    expect(openings(book)).toEqual([
      ['No', 'Ann spoke.', '“No.”'],
      ['I', 'Ann spoke.', 'What I saw'],
      ['Late', 'Late'],
    ]);
  });
});

/** Reads a chapter with this entry of the contents, and another. */
const readEntry = async (label: string, body: string): Promise<Book> =>
  await readFixture({
    documents: [
      { path: 'a.xhtml', body: body + prose },
      { path: 'z.xhtml', body: `<h1>Z</h1>${prose}` },
    ],
    nav: [
      { label, href: 'a.xhtml' },
      { label: 'Z', href: 'z.xhtml' },
    ],
  });

describe('a title over several lines', () => {
  it.each([
    ['Introduction: Why we count', '<p>Introduction</p><p>Why we count</p>', ['Introduction', 'Why we count']],
    [
      '2 The Sea: Who was there?',
      '<h1>CHAPTER 2</h1><p>The Sea</p><p>Who was there?</p>',
      ['CHAPTER 2', 'The Sea', 'Who was there?'],
    ],
  ])('is spoken once, as headings: %s', async (label, body, spoken) => {
    const book = await readEntry(label, body);
    expect(openings(book)[0]).toEqual(spoken);
    const [chapter] = book.chapters;
    expect(chapter?.blocks.slice(0, spoken.length).every(({ kind }) => kind === 'heading')).toBe(true);
  });

  it.each([
    ['Chapter 4', '<h1>Chapter 4: The Storm</h1><h2>Captain Hook</h2>', 'Chapter 4: The Storm'],
    ['Chapter 4', '<h1>Chapter 4</h1><h2>The Storm</h2><h3>Captain Hook</h3>', 'Chapter 4: The Storm'],
    ['Chapter 4', '<h1>IV</h1><h2>The Storm</h2><h3>Captain Hook</h3>', 'Chapter 4: The Storm'],
    ['4', '<h1>The Storm</h1><h2>Captain Hook</h2>', '4: The Storm'],
    ['The Storm', '<h1>The Storm at Sea</h1><h2>Captain Hook</h2>', 'The Storm at Sea'],
    [
      'Chapter 4',
      '<h1>Chapter 4</h1><h2>As told by:</h2><h3>Captain Hook</h3><h3>12 July</h3>',
      'Chapter 4: As told by: Captain Hook',
    ],
    ['Emma', '<h1>Emma and Others</h1><h2>Emma</h2>', 'Emma and Others Emma'],
    ['1', '<h1>Book 1: The Sea</h1><h2>1</h2><h3>The Storm</h3>', 'Book 1: The Sea 1 The Storm'],
  ])('ends with the heading that holds the entry %s: %s', async (label, body, title) => {
    expect(titles(await readEntry(label, body))[0]).toBe(title);
  });

  it.each([
    ['Chapter 1', '<h1>1</h1>', 'Chapter 1'],
    ['Chapitre I', '<h1>I</h1>', 'Chapitre I'],
    ['2 The Sea: Who was there?', '<h1>CHAPTER 2</h1>', 'CHAPTER 2: The Sea: Who was there?'],
    ['2. The Sea', '<h1>Part Two</h1>', 'Part Two: 2. The Sea'],
  ])('has its number once: %s and %s', async (label, body, title) => {
    expect(titles(await readEntry(label, body))[0]).toBe(title);
  });
});

/** Reads two chapters of one document, with a number above the heading of the second. */
const withNumberAbove = async (number: string): Promise<Book> => {
  const body = `<h2 id="a">The Storm</h2>${prose}${number}<h2 id="b">The Calm</h2>${prose}`;
  const nav = [
    { label: 'The Storm', href: 'a.xhtml#a' },
    { label: 'The Calm', href: 'a.xhtml#b' },
  ];
  return await readFixture({ documents: [{ path: 'a.xhtml', body }], nav });
};

describe('the number above a heading to which the contents lead', () => {
  it.each(['<h3>Chapter 2</h3>', '<p class="chapter-number">2</p>'])('belongs to its chapter: %s', async (number) => {
    const book = await withNumberAbove(number);
    const [, text = ''] = />(.*)</u.exec(number) ?? [];
    expect(openings(book)).toEqual([['The Storm'], [text, 'The Calm']]);
  });

  it('stays where it is when it can be that of a page', async () => {
    expect(openings(await withNumberAbove('<p>112</p>'))).toEqual([['The Storm', '112'], ['The Calm']]);
  });
});
