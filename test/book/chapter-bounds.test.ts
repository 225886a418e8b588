import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { countWords } from '../../src/text/count-words.ts';
import type { ContentsEntry } from '../helpers/epub-builder.ts';
import { readFixture } from '../helpers/read-fixture.ts';

/** Returns paragraphs of about this many words; 150 words take a minute. */
const prose = (words: number): string =>
  `<p>${'This is a sentence of the story with ten words. '.repeat(10)}</p>`.repeat(Math.ceil(words / 100));
const titles = ({ chapters }: Book): string[] => chapters.map(({ title }) => title);
const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
const read = async (
  body: string,
  nav: readonly ContentsEntry[] | false,
  title = 'The Tale of a Rabbit',
): Promise<Book> =>
  await readFixture({ documents: [{ path: 'a.xhtml', title, body }], nav, title, author: 'Ann Author' });
const wordsIn = ({ chapters }: Book): number =>
  chapters.reduce((sum, { blocks }) => sum + blocks.reduce((all, { text }) => all + countWords(text), 0), 0);

/** Returns five songs of 27 minutes each, each below a line with its number. */
const songs = (line: string): string =>
  range(5)
    .map((number) => `<p>${line.replace('%', String(number))}</p>${prose(4000)}`)
    .join('');
const scripture = (chapter: number): string =>
  `<p>${chapter}:1 In the beginning was the town.</p>${prose(3000)}<p>${chapter}:2 And it was old.</p>`;

/** The second chapter has 16 sections and lasts longer than 90 minutes. */
const partsOf = (chapter: number): number => (chapter === 2 ? 16 : 4);

describe('one chapter that is too long', () => {
  it.each([5, 9, 14])('is divided at its sections, and no other of %i is', async (count) => {
    const body = range(count).map(
      (chapter) =>
        `<h1 id="c${chapter}">Topic ${chapter}</h1>${range(partsOf(chapter))
          .map(
            (part) =>
              `<h2 id="c${chapter}s${part}">Section ${chapter}.${part}</h2>${prose(chapter === 2 ? 1000 : 300)}`,
          )
          .join('')}`,
    );
    const nav = range(count).map((chapter) => ({
      label: `Topic ${chapter}`,
      href: `a.xhtml#c${chapter}`,
      children: range(partsOf(chapter)).map((part) => ({
        label: `Section ${chapter}.${part}`,
        href: `a.xhtml#c${chapter}s${part}`,
      })),
    }));
    const book = await read(body.join(''), nav);
    expect(book.chapters).toHaveLength(count + 15);
    expect(titles(book)[0]).toBe('Topic 1');
    expect(titles(book).at(-1)).toBe(`Topic ${count}`);
  });
});

describe('a text without contents', () => {
  it.each<readonly ContentsEntry[] | false>([false, []])('has the chapters of its headings (%j)', async (nav) => {
    const book = await read(
      range(4)
        .map((number) => `<h2>The story of ${number} towns</h2>${prose(500)}`)
        .join(''),
      nav,
    );
    expect(book.chapters).toHaveLength(4);
  });

  it('stays one chapter where headings would make pieces of a few lines', async () => {
    expect(
      (
        await read(
          range(4)
            .map((number) => `<h2>Item ${number}</h2>${prose(100)}`)
            .join(''),
          false,
        )
      ).chapters,
    ).toHaveLength(1);
  });
});

describe('a chapter of hours without headings', () => {
  it.each([
    ['第%回山門', '第3回山門'],
    ['CANTO %', 'CANTO 3'],
    ['PSALM %. A song of the tower', 'PSALM 3. A song of the tower'],
  ])('is divided at lines that count: %s', async (line, third) => {
    const book = await read(`<h1 id="x">Songs</h1>${songs(line)}`, [{ label: 'Songs', href: 'a.xhtml#x' }]);
    expect(titles(book)[2]).toContain(third);
    expect(wordsIn(book)).toBeGreaterThanOrEqual(20_000);
  });

  it('stays whole where its lines count nothing', async () => {
    const book = await read(`<h1 id="x">Songs</h1>${songs('Fit the %')}`, [{ label: 'Songs', href: 'a.xhtml#x' }]);
    expect(book.chapters).toHaveLength(1);
    expect(wordsIn(book)).toBeGreaterThanOrEqual(20_000);
  });

  it('is divided at the first verses of its chapters', async () => {
    const book = await read(`<h1 id="x">Genesis</h1>${range(6).map(scripture).join('')}`, [
      { label: 'Genesis', href: 'a.xhtml#x' },
    ]);
    expect(titles(book).slice(1)).toEqual(range(5).map((number) => `Genesis, ${number + 1}`));
  });
});

describe('an entry of the contents', () => {
  const front =
    '<h1 id="t">THE TALE OF A RABBIT</h1><h3>BY</h3><h2 id="w">ANN AUTHOR</h2><h3 id="p">FREDERICK WARNE</h3><hr/><h3 id="q">FREDERICK WARNE</h3><h5>First published 1902</h5><h5>Printed in London</h5><hr/>';
  const lines = ['t', 'w', 'p', 'q'].map((id) => ({
    label: { t: 'THE TALE OF A RABBIT', w: 'ANN AUTHOR' }[id] ?? 'FREDERICK WARNE',
    href: `a.xhtml#${id}`,
  }));

  it('that is a line of the title page, or the end, is no chapter', async () => {
    const end = { label: 'THE END', href: 'a.xhtml#e' };
    const book = await read(`${front}${prose(900)}<h3 id="e">THE END</h3>`, [...lines, end]);
    expect(titles(book)).toEqual(['The Tale of a Rabbit']);
    expect(book.chapters[0]?.blocks[0]?.text).not.toContain('WARNE');
    expect(book.chapters[0]?.blocks.at(-1)?.text).toBe('THE END');
  });

  it.each(['Chapter I', 'I. The Burrow', 'Preface'])(
    'that follows the title page begins the first chapter: %s',
    async (label) => {
      const body = `${front}<h2 id="c">${label}</h2>${prose(900)}<h2 id="d">II. The Garden</h2>${prose(900)}`;
      const book = await read(body, [
        ...lines,
        { label, href: 'a.xhtml#c' },
        { label: 'II. The Garden', href: 'a.xhtml#d' },
      ]);
      expect(titles(book)).toEqual([label, 'II. The Garden']);
    },
  );
});

describe('chapters whose numbers begin again', () => {
  it.each([
    [['Alpha', 'Beta'], (number: number) => `SCENE ${number}. Room ${number} of a castle`],
    [['Genesis', 'Ruth'], (number: number) => `${number}: The road to town ${number}`],
    [['Spring', 'Autumn'], (number: number) => `Chapter ${number}: The Storm of ${number}`],
  ])('have the names of their works: %s', async (works, label) => {
    const chapters = (work: string) =>
      range(3).map((number) => ({
        id: `${work}${number}`,
        label: `${label(number)}${work === works[0] ? '' : ' again'}`,
      }));
    const body = works.map(
      (work) =>
        `<h1 id="${work}">${work}</h1>${chapters(work)
          .map((one) => `<h2 id="${one.id}">${one.label}</h2>${prose(4800)}`)
          .join('')}`,
    );
    const nav = works.map((work) => ({
      label: work,
      href: `a.xhtml#${work}`,
      children: chapters(work).map((one) => ({ label: one.label, href: `a.xhtml#${one.id}` })),
    }));
    const book = await read(body.join(''), nav, 'Collected');
    expect(titles(book)).toEqual(works.flatMap((work) => chapters(work).map((one) => `${work}: ${one.label}`)));
  });
});
