import { describe, expect, it } from 'vitest';
import { pauseAfterMs } from '../../src/text/pause-after-ms.ts';
import { readBody } from '../helpers/read-fixture.ts';

const paragraphs = (...texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('');

describe('lines of verse', () => {
  const lines = ['The river is slow, and breeding', 'Reeds out of the dark, covering', 'The stones.', 'Evening comes.'];

  it('are one request as far as a sentence goes', async () => {
    const sentences = [
      'verse: The river is slow, and breeding\nReeds out of the dark, covering\nThe stones.',
      'verse: Evening comes.',
    ];
    const divs = lines.map((line) => `<div>${line}</div>`).join('');
    expect(await readBody(`<h1>T</h1><div class="linegroup">${divs}</div>`)).toEqual(['heading: T', ...sentences]);
    expect(await readBody(`<h1>T</h1><p class="poem">${lines.join('<br/>')}</p>`)).toEqual([
      'heading: T',
      ...sentences,
    ]);
    expect(await readBody(`<h1>T</h1><pre>${lines.join('\n   ')}</pre>`)).toEqual(['heading: T', ...sentences]);
  });

  it('are each heard alone when they have no marks, as in an address', async () => {
    expect(await readBody('<h1>T</h1><p>12 River Street<br/>Leeds<br/>England<br/>May 5</p>')).toEqual([
      'heading: T',
      'verse: 12 River Street',
      'verse: Leeds',
      'verse: England',
      'verse: May 5',
    ]);
  });

  it('do not go on in another language', async () => {
    const body =
      '<h1>T</h1><div class="poem"><p>He sang,</p><p xml:lang="de">Sie tranken,</p><p xml:lang="de">sie aßen.</p></div>';
    expect(await readBody(body)).toEqual(['heading: T', 'verse: He sang,', 'verse: Sie tranken,\nsie aßen.']);
  });
});

describe('a paragraph', () => {
  it('goes on when it does not end and the next begins with a small letter', async () => {
    const body = paragraphs(
      'She walked along the towpath and the',
      'boats lay still in the basin, where',
      'Mr Brown kept them.',
      'Nobody came.',
    );
    expect(await readBody(`<h1>T</h1>${body}`)).toEqual([
      'heading: T',
      'paragraph: She walked along the towpath and the boats lay still in the basin, where',
      'paragraph: Mr Brown kept them.',
      'paragraph: Nobody came.',
    ]);
  });

  it('goes on before a name when all of the text is hard-wrapped', async () => {
    const body = paragraphs(
      'She walked along the towpath and the',
      'boats lay still in the basin, where',
      'Mr Brown kept them for the summer. He had',
      'painted them green in the year that the',
      'Duke came to open the lock, and nobody',
      'had touched them since.',
      'Nobody came.',
    );
    expect(await readBody(`<h1>T</h1>${body}`)).toEqual([
      'heading: T',
      'paragraph: She walked along the towpath and the boats lay still in the basin, where Mr Brown kept them for the summer. He had painted them green in the year that the Duke came to open the lock, and nobody had touched them since.',
      'paragraph: Nobody came.',
    ]);
  });

  it('does not take in the items of a list', async () => {
    const body = paragraphs(
      'You need:',
      'flour',
      'sugar',
      'milk',
      'a) a clean and dry bowl of earthenware',
      'b) a spoon',
    );
    expect(await readBody(`<h1>T</h1>${body}`)).toHaveLength(7);
  });
});

describe('a speaker', () => {
  const speeches = ['Who is there?', 'A friend.', 'What friend?', 'One who has walked far.'];
  const play = (first: string, second: string): string =>
    [...speeches, ...speeches].map((speech, index) => paragraphs(index % 2 === 0 ? first : second, speech)).join('');

  it.each([
    ['ANNA.', 'BERT.'],
    ['Anna', 'First Guard'],
    ['АННА', 'ПЁТР'],
  ])('is found by the repeated names (%s, %s)', async (first, second) => {
    const blocks = await readBody(`<h1>T</h1>${paragraphs('A room by the river.')}${play(first, second)}`);
    expect(blocks.slice(1, 6)).toEqual([
      'paragraph: A room by the river.',
      `speaker: ${first}`,
      'paragraph: Who is there?',
      `speaker: ${second}`,
      'paragraph: A friend.',
    ]);
    expect(blocks).toHaveLength(18);
  });

  it('is not a short paragraph of a story', async () => {
    const body = paragraphs(
      'Silence.',
      'He waited.',
      'Silence.',
      'She waited.',
      'Silence.',
      'Nothing.',
      'They went home.',
    );
    expect((await readBody(`<h1>T</h1>${body}`)).some((block) => block.startsWith('speaker'))).toBe(false);
  });

  it('belongs to the speech', () => {
    expect(pauseAfterMs('speaker', 'paragraph')).toBe(250);
    expect(pauseAfterMs('speaker', 'verse')).toBe(250);
    expect(pauseAfterMs('paragraph', 'speaker')).toBe(600);
  });
});
