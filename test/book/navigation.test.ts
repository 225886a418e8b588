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
