import { describe, expect, it } from 'vitest';
import type { BookChoices } from '../../src/book/book-choices.ts';
import { readBody } from '../helpers/read-fixture.ts';

const verses = [
  'In the beginning God created the heaven and the earth.',
  'And the earth was without form, and void.',
  'I saw the light, that it was good.',
];
const text = verses.join(' ');

const asRead = { verseNumbers: 'read' } as const;

async function read(mark: (number: number) => string, choices: BookChoices = asRead): Promise<string[]> {
  const body = `<h1>T</h1><p>${verses.map((verse, index) => `${mark(index + 1)}${verse}`).join(' ')}</p>`;
  return await readBody(body, choices);
}

function chapter(first: string, ...others: readonly string[]): string {
  return `<p><b>${first}</b>Hear this. ${others.map((number) => `<b>${number}</b>Hear that.`).join(' ')}</p>`;
}

describe('the number of a verse', () => {
  it.each([
    (number: number) => `<span class="verse">${number}</span>`,
    (number: number) => `<span class="verse-num">${number}</span> `,
    (number: number) => `<b>${number}</b>`,
    (number: number) => `3:${number} `,
    (number: number) => (number === 3 ? '4:1 ' : `3:${number} `),
  ])('is not read', async (mark) => {
    expect(await read(mark, {})).toContain(`paragraph: ${text}`);
    expect((await read(mark)).join()).toContain('1');
  });

  it('is not read where each verse is a paragraph, and a reference in the text is', async () => {
    const body = verses.map((verse, index) => `<p>12:${index + 1} ${verse}</p>`).join('');
    const other = 'paragraph: Read John 3:16 and be there at 10:30 with him.';
    const blocks = await readBody(`<h1>T</h1>${body}<p>Read John 3:16 and be there at 10:30 with him.</p>`);
    expect(blocks.slice(1)).toEqual([...verses.map((verse) => `paragraph: ${verse}`), other]);
  });

  it('is a time where nothing counts from one', async () => {
    const times = '10:58 They came. 10:59 They sat. 11:00 They left. 2:1 was the score.';
    expect(await readBody(`<h1>T</h1><p>${times}</p>`)).toContain(`paragraph: ${times}`);
  });

  it('is parted from its first word when it is read', async () => {
    const numbered = `paragraph: ${verses.map((verse, index) => `${index + 1} ${verse}`).join(' ')}`;
    expect(await read((number) => `<span class="verse">${number}</span>`)).toContain(numbered);
    expect(await read((number) => `<b>${number}</b>`)).toContain(numbered);
    expect(await read((number) => `<b>${number}</b>\u00A0`)).toContain(numbered);
  });

  it('is not read when it is raised', async () => {
    expect(await read((number) => `<sup>${number}</sup>`)).toContain(`paragraph: ${text}`);
    expect(await read((number) => `<sup>${number}</sup> `)).toContain(`paragraph: ${text}`);
    const joined = '<p>All was void.<sup>1</sup>And he <sup>2</sup>said, <sup>4</sup>“Go, <sup>5</sup>A-dam.”</p>';
    expect(await readBody(`<h1>T</h1>${joined}`)).toContain('paragraph: All was void. And he said, “Go, A-dam.”');
  });

  it('is known by a chapter with more of them, and by the number of the chapter before', async () => {
    const blocks = await readBody(
      `<h1>T</h1>${chapter('1', '2', '3')}${chapter('1', '2')}${chapter('3', '2', '3', '4')}`,
      asRead,
    );
    expect(blocks.slice(1)).toEqual([
      'paragraph: 1 Hear this. 2 Hear that. 3 Hear that.',
      'paragraph: 1 Hear this. 2 Hear that.',
      'paragraph: 3 Hear this. 2 Hear that. 3 Hear that. 4 Hear that.',
    ]);
  });

  it('is parted from a word that is also the end of an ordinal, or has one letter', async () => {
    const german =
      'Er ging.|2Und er kam.|3Da sprach er am 4ten Tag.|4er sah es.|5de Heer kam am 6ten.|6Und 7ten.|7er schwieg.';
    expect(await readBody(`<h1>T</h1><p>1${german.replaceAll('|', ' ')}</p>`, asRead)).toContain(
      `paragraph: 1 ${german.replaceAll(/\|(\d)/gu, ' $1 ')}`,
    );
    const raised = '1Nel principio|2e la terra|3e Dio disse|4E vide|5e chiamò la luce giorno.';
    expect(await readBody(`<h1>T</h1><p>${raised.replaceAll(/(\d)([^|]*)\|?/gu, '<sup>$1</sup>$2 ')}</p>`)).toContain(
      `paragraph: ${raised.slice(1).replaceAll(/\|\d/gu, ' ')}`,
    );
  });

  it('is no ordinal, no isotope, no amount and no number in a row without order', async () => {
    const others = [
      'The 1st, 2nd, 3rd and 4th of May.',
      '1ST SAILOR. Go! 2D SAILOR. Here. 3D SAILOR. There.',
      '1st, water, 2dly, shelter, 3dly, security, 4thly, a view.',
      'From ¹²C to ¹³C and ¹⁴C, or ¹²Be and ¹³Be and ¹⁴Be.',
      'It took 7h, then 5min and 12km.',
      'The 2D and 3D maps, and 5Gb.',
      '1子曰。2子曰。3子曰。',
    ];
    const blocks = await readBody(`<h1>T</h1>${others.map((other) => `<p>${other}</p>`).join('')}`);
    expect(blocks.slice(1)).toEqual(others.map((other) => `paragraph: ${other}`));
  });
});

describe('a fraction of raised and lowered digits', () => {
  it('is one number beside the whole one', async () => {
    const half = '<sup>1</sup>/<sub>2</sub>';
    const blocks = await readBody(
      `<h1>T</h1><p>Mix 1${half} cups, 10 <sup>3</sup>⁄<sub>16</sub> and ${half} spoon in 166${half}.</p>`,
    );
    expect(blocks).toContain('paragraph: Mix 1 1/2 cups, 10 3/16 and 1/2 spoon in 166¹/2.');
  });
});

const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
const countIn = (blocks: readonly string[]): number =>
  blocks.filter((block) => !block.startsWith('heading')).flatMap((block) => block.match(/\d+ (?=\p{Lu})/gu) ?? [])
    .length;

describe('the number of a verse that a space parts from its words', () => {
  it.each([
    ['paragraphs', (number: number) => `<p>${number} Thou art the man of it.</p>`, (all: string) => all],
    ['one paragraph', (number: number) => `${number} And he went, as he was told; `, (all: string) => `<p>${all}</p>`],
    [
      'lines',
      (number: number) => `${number} I lift my eyes,<br/>and see the hills.<br/>`,
      (all: string) => `<p class="poem">${all}</p>`,
    ],
  ])('is not read in %s', async (_name, verse, around) => {
    const body = ['Genesis 1', 'Genesis 2', 'Psalm 3']
      .map(
        (title, at) =>
          `<h2>${title}</h2>${around(
            range(12 - 5 * at)
              .map((number) => verse(number))
              .join(''),
          )}`,
      )
      .join('');
    expect(countIn(await readBody(body))).toBe(0);
    expect(countIn(await readBody(body, asRead))).toBe(21);
  });

  it.each([
    ['the steps of recipes', 12, '<h2>Cake 1</h2><p>1 Beat eggs.</p><p>2 Add milk.</p><p>3 Bake it.</p>'.repeat(4)],
    [
      'one list',
      12,
      `<h2>Chapter 1</h2>${range(12)
        .map((number) => `<p>${number} Item of it.</p>`)
        .join('')}`,
    ],
    [
      'amounts',
      24,
      `<h2>Part 1</h2><p>${range(12)
        .map((number) => `Give ${number} Greeks gifts.`)
        .join(' ')}</p>`.repeat(2),
    ],
    [
      'numbers below no number',
      24,
      `<h2>Rules</h2>${range(12)
        .map((number) => `<p>${number} Obey it.</p>`)
        .join('')}`.repeat(2),
    ],
  ])('is read of %s', async (_name, count, body) => {
    expect(countIn(await readBody(body))).toBe(count);
  });
});
