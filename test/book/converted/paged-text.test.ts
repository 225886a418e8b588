import { readFile as readBytes } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readFile, spokenText } from '../../helpers/read-file.ts';
import { wordsOf } from '../../helpers/word-bag.ts';

const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
/** Returns the lines of one page: sentences that run over the ends of lines, and of the page. */
const pageLines = (page: number, count = 30): string[] =>
  range(count).map(
    (line) => `walked along the quay of town ${page} at hour ${line}. Then nobody in the town of ${line}`,
  );
const body = (page: number): string => pageLines(page).join('\n');
const allWords = (pages: readonly number[]): string[] => wordsOf(pages.map((page) => body(page)).join('\n'));

const prose = (chapter: number): string => `${body(chapter)} ${chapter} slept.`;

const rfc = (page: number): string =>
  `${page === 1 ? '' : 'RFC 9999                 HTTP/9.9                June 1999\n\n\n'}${body(page)}\n\n\n\nFielding, et al.        Standards Track          [Page ${page}]\n`;
const printed = (page: number): string =>
  `${page % 2 === 0 ? `${page + 9}    ANN AUTHOR` : `THE QUAY OF THE TOWN    ${page + 9}`}\n\n${body(page)}\n`;
const numbered = (page: number): string => `${body(page)}\n\n                     ${page + 20}\n`;
const titled = (page: number): string => `                THE QUAY\n${body(page)}\n`;
const ofAll = (page: number): string => `${body(page)}\n\nPage ${page} of 8\n`;

describe('a plain text in pages', () => {
  it.each([
    ['heads and feet of an RFC', rfc],
    ['heads with numbers on both sides', printed],
    ['numbers alone', numbered],
    ['a head without a number', titled],
    ['numbers of all pages', ofAll],
  ])('is read without %s, its sentences joined over them', async (_name, page) => {
    const pages = range(8);
    const book = await readFile('quay.txt', pages.map((number) => page(number)).join('\f'));
    expect(wordsOf(spokenText(book))).toEqual(allWords(pages));
    expect(book.chapters.flatMap(({ blocks }) => blocks)).toHaveLength(1);
    expect(book.leftOut).toMatchObject([{ reason: 'running-head' }]);
    expect(book.leftOut[0]?.words).toBeGreaterThanOrEqual(8);
  });

  it.each([
    ['numbers', (page: number) => `${page + 3}`],
    ['numbers with a title on one side', (page: number) => (page % 2 ? `THE QUAY. ${page}` : `${page} ANN AUTHOR`)],
    ['a misread number', (page: number) => (page === 5 ? 'THE QUAY 55' : `THE QUAY ${page}`)],
    ['a title above the number', (page: number) => `THE QUAY\n\n[ ${page} ]`],
  ])('is read so, too, without form feeds: %s', async (_name, edge) => {
    const pages = range(9);
    const text = pages.map((page) => `${body(page)}\n\n${edge(page)}\n\n`).join('');
    const book = await readFile('quay.txt', text.slice(0, text.lastIndexOf(' Then nobody')));
    const words = wordsOf(spokenText(book));
    expect(words).toEqual(allWords(pages).slice(0, words.length));
    expect(words.length).toBeGreaterThan(3700);
    expect(book.leftOut).toMatchObject([{ reason: 'running-head' }]);
  });

  it('is read with them on request', async () => {
    const text = range(4)
      .map((page) => rfc(page))
      .join('\f');
    const book = await readFile('quay.txt', text, { include: ['running-head'] });
    expect(spokenText(book).match(/Fielding, et al/gu)).toHaveLength(4);
    expect(book.leftOut).toEqual([]);
  });
});

describe('a plain text of pages that all say the same', () => {
  it('is read, because nothing else is there', async () => {
    const pages = range(5).map((page) => `HEAD ${page}\n\nA line of text.\n`);
    const book = await readFile('refrain.txt', pages.join('\f'));
    expect(spokenText(book).match(/A line of text/gu)).toHaveLength(5);
  });
});

describe('a plain text that is not in pages', () => {
  it.each([
    [
      'form feeds before chapters',
      range(5)
        .map((number) => `CHAPTER ${number}\n\n${prose(number)}`)
        .join('\n\f'),
    ],
    [
      'numbers of chapters',
      range(8)
        .map((number) => `${number}\n\n${prose(number)}`)
        .join('\n\n'),
    ],
    [
      'numbers of stanzas',
      range(9)
        .map((number) => `${number}\n\nThe lamp is out and all\nthe boats and then`)
        .join('\n\n'),
    ],
    [
      'a list of years',
      range(9)
        .map((number) => `190${number}\n\nNobody in the town slept.`)
        .join('\n\n'),
    ],
  ])('keeps %s', async (_name, text) => {
    const book = await readFile('quay.txt', text);
    expect(wordsOf(spokenText(book))).toEqual(wordsOf(text));
    expect(book.leftOut).toEqual([]);
  });
});

describe('the shared text in pages', () => {
  const file = new URL('../../../../shared/findings/repro/books/rfc-pages.txt', import.meta.url);
  it('has four chapters without heads', async ({ skip }) => {
    const bytes = await readBytes(file).catch(() => skip('the shared text is missing'));
    const book = await readFile('rfc-pages.txt', bytes);
    expect(book.chapters).toHaveLength(4);
    expect(spokenText(book)).not.toMatch(/Fielding|June 1999/u);
  });
});
