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

describe('headings that are only pictures, in a book without contents', () => {
  const empty =
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><nav epub:type="toc" xmlns:epub="http://www.idpf.org/2007/ops"><ol/></nav></body></html>';
  const read = async (heads: readonly string[], title: (index: number) => string): Promise<Book> =>
    await readFixture({
      title: 'The Ferry',
      nav: empty,
      documents: heads.map((head, index) => ({ path: `${index}.xhtml`, title: title(index), body: head + prose })),
    });
  const names = ['One', 'Two', 'Three'];

  it('have the names that their pictures are described by', async () => {
    const book = await read(
      names.map((name) => `<h1><a href="x.xhtml"><img src="a.png" alt="Chapter ${name}"/></a></h1>`),
      () => 'x',
    );
    expect(titles(book)).toEqual(['Chapter One', 'Chapter Two', 'Chapter Three']);
    expect(openings(book)).toEqual([['Chapter One'], ['Chapter Two'], ['Chapter Three']]);
    const numerals = await read(
      ['I', 'II', 'III'].map((alt) => `<h2><img src="a.png" alt="${alt}"/></h2>`),
      () => 'x',
    );
    expect(openings(numerals)).toEqual([['I'], ['II'], ['III']]);
  });

  it.each(['', 'alt=""', 'alt="image"', 'alt="ch1.png"', 'alt="No alternative text available."'])(
    'have the titles of their pages, or numbers: %s',
    async (alt) => {
      const heads = names.map(() => `<h1><img src="a.png" ${alt}/></h1>`);
      expect(titles(await read(heads, (index) => `The Boat ${'ABC'[index]}`))).toEqual([
        'The Boat A',
        'The Boat B',
        'The Boat C',
      ]);
      const numbered = await read(heads, () => 'The Ferry');
      expect(titles(numbered)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
      expect(openings(numbered)).toEqual([[], [], []]);
    },
  );

  it('divide one page, and leave a heading with words as it is', async () => {
    const body = names
      .map((name) => `<h1><img src="a.png"/></h1>${prose}<h2><img src="b.png" alt="A leaf"/> ${name}</h2>${prose}`)
      .join('');
    const book = await readFixture({
      title: 'The Ferry',
      nav: empty,
      documents: [{ path: 'a.xhtml', title: 'The Ferry', body }],
    });
    expect(titles(book)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
    expect(openings(book)).toEqual([['One'], ['Two'], ['Three']]);
  });
});
