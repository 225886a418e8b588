import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { readFixture } from '../helpers/read-fixture.ts';

const sentence =
  'She was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do.';
const prose = `<p>${sentence}</p>`.repeat(12);
const names = ['The Lamp', 'The Pool of Tears', 'A Long Tale', 'Advice', 'Pepper'];
const pages = [1, 15, 29, 37, 49];
const numerals = ['I', 'II', 'III', 'IV', 'V'];

const chapter = (name: string, index: number): string =>
  `<h2 id="c${index}">CHAPTER ${numerals[index]}. ${name}</h2>${prose}`;
const link = (text: string | number | undefined, index: number): string => `<a href="#c${index}">${text}</a>`;

/** Reads one document: a title, what is given, and the chapters. */
async function readPages(front: string, after = names.map(chapter).join('')): Promise<Book> {
  const body = `<h1>The Harbour</h1><p>Ann Writer</p>${front}${after}`;
  return await readFixture({ title: 'The Harbour', documents: [{ path: 'a.xhtml', body }], nav: false });
}

function texts({ chapters }: Book): string[] {
  return chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text));
}

function contentsOf({ leftOut }: Book): string[] {
  return leftOut.filter(({ reason }) => reason === 'contents').map(({ about, words }) => `${about} ${words}`);
}

const table = (row: (index: number) => string): string =>
  `<h2>CONTENTS</h2><table><tr><td>CHAPTER</td><td></td><td>PAGE</td></tr>${names
    .map((_name, index) => `<tr>${row(index)}</tr>`)
    .join('')}</table><hr/>`;
const cells = (...row: readonly unknown[]): string => row.map((text) => `<td>${String(text)}</td>`).join('');

describe('printed contents', () => {
  it.each([
    ['no links', (index: number) => cells(`${numerals[index]}.`, names[index], pages[index])],
    ['linked numbers', (index: number) => cells(link(`${numerals[index]}.`, index), names[index], pages[index])],
    ['linked titles', (index: number) => cells(`${numerals[index]}.`, link(names[index], index), pages[index])],
    ['linked pages', (index: number) => cells(`${numerals[index]}.`, names[index], link(pages[index], index))],
  ])('in a table with %s are left out', async (_name, row) => {
    const book = await readPages(table(row));
    expect(texts(book)[0]).toBe('CHAPTER I. The Lamp');
    expect(contentsOf(book)).toEqual(['CONTENTS 24']);
  });

  it('are left out as a whole where short lines stand between links, and a list of illustrations too', async () => {
    const rows = names.map((name, index) => `<div><span>2.${index}</span> ${link(name, index)}</div>`).join('');
    const plates = names.map((name, index) => `<p>${name} at sea, ${pages[index]}</p>`).join('');
    const book = await readPages(`<h2>Table of Contents</h2>${rows}<h2>Illustrations</h2>${plates}`);
    expect(texts(book)[0]).toBe('CHAPTER I. The Lamp');
    expect(contentsOf(book)).toEqual(['Table of Contents 46']);
  });

  it('go on below the title of a part, but not below the first heading of the text', async () => {
    const rows = [
      '<h3>PART ONE</h3><p>The Lamp 1</p><p>The Pool of Tears 15</p><p>A Long Tale 29</p>',
      '<h3>PART TWO</h3><p>Advice 37</p><p>Pepper 49</p>',
      '<h3>PREFACE</h3><p>Leeds, 1907</p><p>I thank you.</p>',
    ];
    const book = await readPages(`<h2>Contents of the First Volume</h2>${rows.join('')}`);
    expect(texts(book).slice(0, 4)).toEqual(['PREFACE', 'Leeds, 1907', 'I thank you.', 'CHAPTER I. The Lamp']);
  });

  it('without links and pages are left out when their titles come as headings', async () => {
    const rows = names.map((name) => `<li>${name}</li>`).join('');
    expect(texts(await readPages(`<h2>Inhalt</h2><ol>${rows}</ol>`))[0]).toBe('CHAPTER I. The Lamp');
  });

  it.each([
    ['a recipe', '<li>200 g flour</li><li>3 eggs</li><li>1 pinch of salt</li><li>Sugar, 50</li><li>Milk, 7</li>'],
    ['what a box holds', '<li>a lamp</li><li>two knives</li><li>a letter from his sister</li><li>matches</li>'],
    ['numbers that do not ascend', '<li>Knives 9</li><li>Forks 3</li><li>Spoons 6</li><li>Cups 2</li><li>Pans 1</li>'],
    ['prose', `<p>${sentence}</p><p>It was in 1914</p><p>It was in 1915</p>`],
  ])('are not %s below such a heading in a story', async (_name, list) => {
    const book = await readPages('', `<h2>CHAPTER I</h2>${prose}<h2>Contents</h2>${list}${prose}`);
    expect(contentsOf(book)).toEqual([]);
    expect(texts(book)).toContain('Contents');
    expect(texts(book)).toHaveLength(1 + 12 + 1 + list.split(/<(?:li|p)>/u).length - 1 + 12);
  });

  it('end before the first chapter, even if its heading leads back to them', async () => {
    const rows = names.map((name, index) => `<p>${link(name, index)}</p>`).join('');
    const first = `<h2><a href="#toc">CHAPTER I. The Lamp</a></h2>${prose}`;
    expect(texts(await readPages(`<h2 id="toc">Contents</h2>${rows}`, first))[0]).toBe('CHAPTER I. The Lamp');
  });

  it('may be very long, and very many headings may have the name', async () => {
    const rows = '<li>A Line of Some Words</li>'.repeat(20_000);
    const headings = '<h2>Contents</h2>'.repeat(5000);
    const book = await readPages(`${headings}${rows}`, prose);
    expect(texts(book).at(-1)).toBe(sentence);
  });
});

const line = (name: string, index: number) => `<p align="center"><a name="c${index}"></a><b>${name}</b></p>${prose}`;

describe('the printed contents of a book without any others', () => {
  it.each([
    [
      'of links with pages, as word processors make them',
      (name: string, index: number) => link(`${name}${pages[index]}`, index),
    ],
    ['of lines with pages', (name: string, index: number) => `${name} ..... ${pages[index]}`],
  ])('divide it at the lines that they name: %s', async (_name, row) => {
    const rows = names.map((name, index) => `<p>${row(name, index)}</p>`).join('');
    const book = await readPages(`<p>Table of Contents</p>${rows}`, names.map(line).join(''));
    expect(book.chapters.map(({ title }) => title)).toEqual(names);
    expect(texts(book).filter((text) => text === 'Pepper')).toHaveLength(1);
  });

  it('do not where they list something else', async () => {
    const rows = names.map((name, index) => `<p>${link(`${name} at sea`, index)}</p>`).join('');
    const book = await readPages(`<p>Contents</p>${rows}`, names.map(line).join(''));
    expect(book.chapters).toHaveLength(1);
  });
});

describe('a list below the heading INDEX', () => {
  it('is the printed contents when its lines are titles that come later', async () => {
    const entries = names.map((name, index) => `<p>CHAPTER ${numerals[index]}. ${name}</p>`).join('');
    const book = await readPages(`<h2>INDEX</h2>${entries}`);
    expect(texts(book)).not.toContain('INDEX');
    expect(contentsOf(book)[0]).toMatch(/^INDEX /u);
    expect(texts(book).filter((text) => text.includes('Pepper'))).toHaveLength(1);
  });
});
