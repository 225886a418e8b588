import { describe, expect, it } from 'vitest';
import { readBody, readFixture } from '../helpers/read-fixture.ts';

const prose = '<p>The rest of the chapter goes on for a while so that there is some text to read in it.</p>';
const link = (text: string | number): string => `<a href="#x">${text}</a>`;
const numbers = Array.from({ length: 50 }, (_, index) => link(index + 1));

async function spokenOf(row: string): Promise<string[]> {
  return (await readBody(`<h1>T</h1>${prose}${row}${prose}`)).slice(2, -1);
}

describe('a row of links that are only numbers or letters', () => {
  it.each([
    ['numbers', `<p>${numbers.join(' ')}</p>`],
    ['numbers between bars', `<p>${numbers.join(' | ')}</p>`],
    ['numbers on lines of the source', `<p>${numbers.join('\n      ')}</p>`],
    ['numbers below their word, the first of them no link', `<p>Chapter</p><p>1 ${numbers.slice(1).join(' ')}</p>`],
    [
      'letters',
      `<p>${Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        .map((one) => link(one))
        .join(' ')}</p>`,
    ],
    [
      'letters of other scripts',
      `<p>${Array.from('あかさたな')
        .map((one) => link(one))
        .join('・')}</p>`,
    ],
    [
      'Roman numerals in a table',
      `<table><tr>${['I', 'II', 'III', 'IV'].map((one) => `<td>${link(one)}</td>`).join('')}</tr></table>`,
    ],
  ])('is not read: %s', async (_name, row) => {
    expect(await spokenOf(row)).toEqual([]);
  });

  it.each([
    ['numbers without links', '<p>1 2 3 4 5 6 7</p>', ['paragraph: 1 2 3 4 5 6 7']],
    ['three links', `<p>${numbers.slice(0, 3).join(' ')}</p>`, ['paragraph: 1 2 3']],
    ['words', `<p>${link('Oh no, not us')}</p>`, ['paragraph: Oh no, not us']],
    [
      'a word for chapters alone',
      '<p>Chapter</p><p>It was late.</p>',
      ['paragraph: Chapter', 'paragraph: It was late.'],
    ],
  ])('is not one of %s', async (_name, row, spoken) => {
    expect(await spokenOf(row)).toEqual(spoken);
  });
});

describe('a link to another topic', () => {
  it.each(['Parent topic:', 'Previous topic:', 'Nächstes Thema:', 'Sujet parent :', '親トピック：'])(
    'is not read behind “%s”, however short its target is',
    async (label) => {
      expect(await spokenOf(`<p><strong>${label}</strong> ${link('Up')}</p>`)).toEqual([]);
      expect(await spokenOf(`<p>${label} the way home.</p>`)).toHaveLength(1);
      expect(await spokenOf(`<p>${label} ${link('Up')}, or what he thought it was.</p>`)).toHaveLength(1);
    },
  );

  it('is not read in the markup of DITA, whatever its words are', async () => {
    const links = `<div class="related-links"><div class="familylinks"><div class="parentlink"><strong>Ober:</strong> ${link('A')}</div></div>
      <div class="linklist"><strong>See also</strong><br/><div>${link('Weirs and Locks')}</div></div></div>`;
    expect(await spokenOf(links)).toEqual([]);
  });
});

const lastLines = async (pages: readonly number[]): Promise<(string | undefined)[]> => {
  const documents = pages.map((number, index) => ({
    path: `${index}.xhtml`,
    body: `${prose}<div id="page-number">${number}</div>`,
  }));
  const { chapters } = await readFixture({ documents, nav: false });
  return chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text)).filter((text) => /^\d+$/u.test(text));
};

describe('the numbers of pages at the ends of documents', () => {
  it('are not read when they rise with the documents', async () => {
    expect(await lastLines([2, 3, 4, 5, 6])).toEqual([]);
  });

  it('are read when they do not, or are few', async () => {
    expect(await lastLines([2, 4, 1, 7, 1945])).toEqual(['2', '4', '1', '7', '1945']);
    expect(await lastLines([2, 3, 4])).toEqual(['2', '3', '4']);
  });
});

const read = async (bodies: readonly string[]): Promise<string[]> => {
  const documents = bodies.map((body, index) => ({ path: `${index}.xhtml`, title: `Part ${index}`, body }));
  const { chapters } = await readFixture({ documents, nav: false });
  return chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text));
};
const towns = ['Alder', 'Birk', 'Cole', 'Dorn'];

describe('links between chapters', () => {
  it.each([
    ['a word', () => '<p><a href="1.xhtml">Next</a></p>'],
    ['a sentence', () => '<p><a href="0.xhtml">Back to contents</a></p>'],
    ['brackets', () => '<p>[<a href="0.xhtml">TOC</a>]</p>'],
    ['a title of the contents', () => '<p><a href="0.xhtml">Table of Contents</a></p>'],
    ['arrows', () => '<p><a href="0.xhtml">←</a> <a href="1.xhtml">→</a></p>'],
    ['arrows with words', () => '<p><a href="0.xhtml">« Prev</a> | <a href="1.xhtml">Next »</a></p>'],
    ['another language', () => '<p><a href="0.xhtml">Zurück zum Inhaltsverzeichnis</a></p>'],
    ['words of no list that repeat', () => '<p><a href="0.xhtml">Vissza a tartalomhoz</a></p>'],
    ['titles of what comes next', (town: string) => `<p><a href="1.xhtml">On to ${town} in winter</a></p>`],
    [
      'titles on both sides',
      (town: string) => `<hr/><p><a href="0.xhtml">Away from ${town}</a> <a href="1.xhtml">Past ${town}</a></p>`,
    ],
  ])('are not read at the ends of documents: %s', async (_name, row) => {
    const texts = await read(towns.map((town) => `<h1>The town of ${town}</h1>${prose}${row(town)}`));
    expect(texts.filter((text) => text !== '')).toHaveLength(2 * towns.length);
  });

  it.each(['Vissza a tartalomhoz', 'To the list', '[TOC]'])(
    'are not read between the chapters of one document: %s',
    async (text) => {
      const chapter = (town: string) => `<h2>The town of ${town}</h2>${prose}<p><a href="#x">${text}</a></p>`;
      expect(await read([towns.map(chapter).join('')])).toHaveLength(2 * towns.length);
    },
  );

  it.each([
    ['within a text', `${prose}<p><a href="#map">Look at the map</a></p>${prose}`, 4],
    ['below a heading, as the name of who wrote it', `<p><a href="#ann">Ann Author</a></p>${prose}`, 3],
    ['a title that leads to the contents', `<p><a href="0.xhtml">Chapter 1</a></p>${prose}`, 3],
  ])('are text %s', async (_name, body, count) => {
    expect(await read(towns.map((town) => `<h1>The town of ${town}</h1>${body}`))).toHaveLength(count * towns.length);
  });

  it('are text when they are links of two documents only', async () => {
    const bodies = towns.map(
      (town, index) => `<h1>The town of ${town}</h1>${prose}${index < 2 ? `<p>${link('On')}</p>` : ''}`,
    );
    expect(await read(bodies)).toContain('On');
  });
});
