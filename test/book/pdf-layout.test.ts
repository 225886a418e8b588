import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import type { PdfOptions } from '../../src/book/pdf/document/pdf-options.ts';
import { buildPdf, column, wrap } from '../helpers/pdf-builder.ts';
import type { PdfSpec, PdfText } from '../helpers/pdf-builder.ts';

const { signal } = new AbortController();

async function read(spec: PdfSpec, options: Partial<PdfOptions> = {}): Promise<Book> {
  return await readPdf(buildPdf(spec), { signal, ...options });
}

const texts = (book: Book) => book.chapters.flatMap((chapter) => chapter.blocks.map((block) => block.text));

const story =
  'The harbour lay quiet in the early light, and the boats moved only a little when the tide began to turn against the old stone wall. ' +
  'No one had come down to the water yet, for the bells had not been rung and the baker had only just opened his shutters to the street. ' +
  'A grey cat sat on a coil of rope and watched the gulls with the patience of someone who has been disappointed many times before. ';
/** A paragraph of `count` parts, each with a number that makes it unique. */
const prose = (seed: number, count = 3) =>
  Array.from({ length: count }, (_, index) => `In the year ${seed * 10 + index} there was news. ${story}`)
    .join('')
    .trim();
const page = (number: number, more: readonly PdfText[] = []) => ({
  texts: [...column(72, 120, wrap(prose(number), 70)), ...more],
});

const yearOfBoats = (index: number) => `In the year ${index} the boats came back to the harbour in the rain.`;

const asPage = (lines: readonly string[]) => ({ texts: column(72, 100, lines, { font: 'unicode', size: 8 }) });

const pageNumber = (index: number) => ({ x: 300, y: 740, text: String(index + 800), size: 10 });

const heading = (text: string, y = 100) => ({ x: 72, y, text, size: 20, font: 'bold' as const });

const chapterPage = (title: string, seed: number) => ({
  texts: [heading(title), ...column(72, 150, wrap(prose(seed), 70))],
});

/** A chapter in small print, with about a thousand words. */
const longPage = (title: string, seed: number) => ({
  texts: [heading(title), ...column(20, 120, wrap(prose(seed, 12), 135), { size: 6, leading: 7 })],
});

const subhead = (y: number, text: string): PdfText => ({ x: 72, y, text, size: 10, font: 'bold' });
const plain = (at: number) => ({ texts: column(72, 80, wrap(prose(at, 4), 70)) });

describe('text that is not read aloud', () => {
  it('includes running heads that differ on left and right pages, and page numbers in Roman and Arabic digits', async () => {
    const roman = ['i', 'ii', 'iii'];
    const pages = Array.from({ length: 9 }, (_, index) =>
      page(index, [
        { x: index % 2 === 0 ? 72 : 400, y: 60, text: index % 2 === 0 ? 'THE QUIET HARBOUR' : 'A. Writer' },
        { x: 300, y: 740, text: roman[index] ?? String(index - 2) },
      ]),
    );
    const book = await read({ pages });
    expect(texts(book)).toEqual(Array.from({ length: 9 }, (_, index) => prose(index)));
    expect(book.leftOut.map((one) => one.about)).toEqual([
      'THE QUIET HARBOUR (on 5 pages)',
      'A. Writer (on 4 pages)',
      'Page numbers (on 9 pages)',
    ]);
  });

  it('includes a running head that changes with every chapter', async () => {
    const heads = ['Dawn', 'Dawn', 'Dawn', 'Noon', 'Noon', 'Noon', 'Dusk'];
    const pages = heads.map((head, index) => page(index, [{ x: 72, y: 60, text: `${index + 1}  ${head}` }]));
    const book = await read({ pages });
    expect(texts(book).join(' ')).not.toMatch(/Dawn|Noon|Dusk/u);
  });

  it('includes running heads of two lines, with the page number in one of them or below', async () => {
    const pages = Array.from({ length: 9 }, (_, index) =>
      page(index, [
        { x: 72, y: 60, text: index % 3 === 2 ? `THE QUIET HARBOUR ${index + 1}` : 'THE QUIET HARBOUR' },
        { x: 72, y: 72, text: index < 5 ? 'A Story of the Coast' : 'Letters from the Coast' },
      ]),
    );
    expect(texts(await read({ pages }))).toEqual(Array.from({ length: 9 }, (_, index) => prose(index)));
  });

  it('includes the title of a chapter with a page number', async () => {
    const heads = ['DAWN', 'NOON', 'NOON', 'DUSK', 'DUSK', 'NIGHT'].map((name) => `CHAPTER ${name.length}. ${name}`);
    const pages = heads.map((head, index) => page(index, [{ x: 72, y: 60, text: `${head} ${index + 1}` }]));
    expect(texts(await read({ pages })).join(' ')).not.toMatch(/DAWN|NOON|DUSK|NIGHT/u);
  });

  it('does not include the act above each scene of a play', async () => {
    const pages = Array.from({ length: 5 }, (_, index) =>
      page(index, [...column(72, 80, ['ACT ONE', `A hall in the castle, hour ${index}.`])]),
    );
    expect(
      texts(await read({ pages }))
        .join(' ')
        .match(/ACT ONE/gu),
    ).toHaveLength(5);
  });

  it('does not include the heads of numbered remarks', async () => {
    const pages = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? { texts: column(72, 120, wrap(prose(index), 70)) }
        : {
            texts: [
              ...column(72, 80, [`Remark ${index + 1}`, 'The sea is wide.']),
              ...column(72, 130, wrap(prose(index), 70)),
            ],
          },
    );
    expect(
      texts(await read({ pages }))
        .join(' ')
        .match(/Remark \d/gu),
    ).toHaveLength(4);
  });

  it('does not include a sentence that recurs at the top of pages', async () => {
    const pages = [0, 1, 2, 3].map((index) => ({
      texts: column(72, 80, ['Come home, said the sea.', ...wrap(prose(index), 70)]),
    }));
    expect(
      texts(await read({ pages }))
        .join(' ')
        .match(/Come home, said the sea\./gu),
    ).toHaveLength(4);
  });

  it.each(['Example', 'So that I can use the service', 'Abstractions of real-world elements'])(
    'does not include a subhead at the top of some pages: %s',
    async (text) => {
      const inMiddle = [1, 3, 4].map((at) => ({
        texts: [
          ...column(72, 80, wrap(prose(at, 2), 70)),
          subhead(360, text),
          ...column(72, 390, wrap(prose(at + 20, 2), 70)),
        ],
      }));
      const atTop = (at: number) => ({ texts: [subhead(60, text), ...column(72, 90, wrap(prose(at + 40, 3), 70))] });
      const near = [...inMiddle, atTop(1), atTop(2), atTop(3)];
      const far = Array.from({ length: 24 }, (_, at) => (at % 8 === 3 ? atTop(at) : plain(at)));
      for (const [pages, count] of [
        [near, 6],
        [far, 3],
      ] as const)
        expect(
          texts(await read({ pages }))
            .join('\n')
            .split(text),
        ).toHaveLength(count + 1);
    },
  );

  it.each([
    'We want to make sure that the web service exists and is available',
    'as a developer i want to see all the methods that i can call',
    'Elle ne savait pas encore ce que le vent de la mer lui disait',
  ])('does not include a page of few words without a full stop: %s', async (text) => {
    const card = { texts: [heading('rationale'), ...column(72, 150, wrap(text, 70))] };
    const title = { texts: [heading('The Quiet Harbour'), { x: 72, y: 150, text: 'by Ann Writer', size: 12 }] };
    const book = await read({ pages: [title, card, page(1)] });
    expect(texts(book).join(' ')).toContain(text);
    expect(texts(book).join(' ')).not.toContain('Ann Writer');
  });

  it('includes line numbers in the margin, but not numbers in the text', async () => {
    const lines = wrap(prose(1, 4), 60);
    const numbers = lines.flatMap((_, index) =>
      (index + 1) % 5 === 0 ? [{ x: 500, y: 100 + index * 12, text: String(index + 1) }] : [],
    );
    const book = await read({ pages: [{ texts: [...column(72, 100, lines), ...numbers] }] });
    expect(texts(book).join(' ')).toBe(prose(1, 4));
  });

  it('includes line numbers of empty lines', async () => {
    const lines = [...wrap(prose(1), 60), '', '', ...wrap(prose(2), 60), '', 'The end of the story is not known.'];
    const numbers = lines.map((_, index) => ({ x: 40, y: 100 + index * 12, text: String(index + 1), size: 8 }));
    const book = await read({ pages: [{ texts: [...column(72, 100, lines), ...numbers] }] });
    expect(texts(book).join(' ')).toBe(`${prose(1)} ${prose(2)} The end of the story is not known.`);
  });

  it('includes rotated text in the margin, but not a rotated page', async () => {
    const stamp = { x: 20, y: 500, text: 'Printed on demand', angle: 90 };
    const upright = await read({ pages: [page(1, [stamp])] });
    expect(texts(upright)).toEqual([prose(1)]);
    expect(upright.leftOut).toMatchObject([
      { reason: 'running-head', words: 3, about: 'Rotated: Printed on demand (on 1 page)' },
    ]);
    const turned = await read({ pages: [{ ...page(2), rotate: 90 }] });
    expect(texts(turned)).toEqual([prose(2)]);
  });

  it('includes footnotes and their marks, unless they are requested', async () => {
    const body = wrap(prose(3), 70);
    const last = (body.length - 1) * 12 + 120;
    const mark = { x: 72 + (body.at(-1) ?? '').length * 6, y: last - 4, text: '1', size: 6 };
    const note = column(72, 700, ['1 A note about the harbour, which goes', 'on for two lines.'], { size: 8 });
    const spec = { pages: [{ texts: [...column(72, 120, body), mark, ...note] }, page(4)] };
    const book = await read(spec);
    expect(texts(book)).toEqual([prose(3), prose(4)]);
    expect(book.chapters[0]?.notes?.map((one) => one.text)).toEqual([
      'A note about the harbour, which goes on for two lines.',
    ]);
    expect(book.leftOut).toMatchObject([{ document: 'page 1', reason: 'notes', words: 11 }]);
    expect(texts(await read(spec, { notes: 'inline' }))[1]).toMatch(/^A note about/u);
    expect(texts(await read(spec, { notes: 'end' })).at(-1)).toMatch(/^A note about/u);
  });

  it('includes page numbers on pages of small print', async () => {
    const pages = [0, 1, 2, 3, 4].map((index) =>
      index === 3
        ? { texts: [...column(20, 120, wrap(prose(3), 135), { size: 6, leading: 7 }), pageNumber(3)] }
        : page(index, [pageNumber(index)]),
    );
    expect(texts(await read({ pages })).join(' ')).not.toMatch(/80[0-4]/u);
  });

  it('includes the signs of notes that are raised but not smaller', async () => {
    const line = [
      ...column(72, 100, ['The quiet boats', 'waited in the harbour.']),
      { x: 163, y: 96.5, text: '†' },
      { x: 172, y: 100, text: ', which were old, ' },
    ];
    expect(texts(await read({ pages: [{ texts: line }] }))).toEqual([
      'The quiet boats, which were old, waited in the harbour.',
    ]);
  });

  it('does not include exponents and subscripts', async () => {
    const line = [
      { x: 72, y: 100, text: 'We poured H' },
      { x: 138, y: 102, text: '2', size: 6 },
      { x: 142, y: 100, text: 'O over 30 m' },
      { x: 208, y: 96, text: '2', size: 6 },
      { x: 212, y: 100, text: ' of floor.' },
    ];
    expect(texts(await read({ pages: [{ texts: line }] }))).toEqual(['We poured H₂O over 30 m² of floor.']);
  });
});

/** Texts on one line, a hair apart: in `mono`, each character is 0.6 of the size wide. */
const inLine = (
  y: number,
  ...parts: readonly { readonly text: string; readonly size?: number; readonly lift?: number }[]
) => {
  let x = 72;
  return parts.map(({ text, size = 10, lift = 0 }) => {
    const placed = { x, y: y - lift, text, size, font: 'mono' };
    x += text.length * size * 0.6 + 0.3;
    return placed;
  });
};

describe('raised, lowered and larger letters', () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];

  it.each([
    ['powers', 4, '¹²³⁴⁵⁶⁷⁸⁹'],
    ['indices', -2, '₁₂₃₄₅₆₇₈₉'],
  ])('belong to their text where they rise line by line, as numbers of lines do: %s', async (_, lift, signs) => {
    const lines = numbers.flatMap((number) =>
      inLine(
        100 + 14 * number,
        { text: 'We wrote the name of x' },
        { text: String(number), size: 6, lift },
        { text: ', and then left it there.' },
      ),
    );
    const said = Array.from(signs, (sign) => `We wrote the name of x${sign}, and then left it there.`);
    expect(texts(await read({ pages: [{ texts: lines }] })).join(' ')).toBe(said.join(' '));
  });

  it('are no other line, nor a note, when words begin in small capitals', async () => {
    const [first = '', ...rest] = wrap(`lay quiet. ${prose(1)}`, 40);
    const opening = inLine(
      100,
      { text: 'T' },
      { text: 'HE', size: 7 },
      { text: ' H' },
      { text: 'ARBOUR', size: 7 },
      { text: ` ${first}` },
    );
    const lines = [...opening, ...column(72, 112, rest, { font: 'mono', size: 10 })];
    const book = await read({ pages: [{ texts: lines }] });
    expect(texts(book)).toEqual([`THE HARBOUR lay quiet. ${prose(1)}`]);
    expect(book.chapters.flatMap(({ notes = [] }) => notes)).toEqual([]);
  });

  it.each([
    ['I', 'saw what I saw then.', 'I saw what I saw then.'],
    ['"O', 'nce there was a tale.', '"Once there was a tale.'],
  ])('begin the first word or stand alone, as the book has it: %s', async (cap, start, said) => {
    const [first = '', second = '', ...rest] = wrap(`${start} ${prose(1)}`, 60);
    const lines = [
      { x: 72, y: 124, text: cap, size: 30 },
      ...column(104, 112, [first, second]),
      ...column(72, 136, rest),
    ];
    expect(texts(await read({ pages: [{ texts: lines }] }))).toEqual([`${said} ${prose(1)}`]);
  });
});

describe('paragraphs in reading order', () => {
  it('are those of two columns one after the other, below their common heading', async () => {
    const [left, right] = [wrap(prose(1), 36), wrap(prose(2), 36)];
    const drawn = [
      { x: 72, y: 80, text: 'A heading over both columns of the page', size: 18 },
      // Some programs draw line by line across both columns.
      ...left.flatMap((text, index) => [
        { x: 72, y: 120 + index * 12, text },
        { x: 320, y: 120 + index * 12, text: right[index] ?? '' },
      ]),
    ];
    const book = await read({ pages: [{ texts: drawn }] });
    expect(texts(book)).toEqual(['A heading over both columns of the page', prose(1), prose(2)]);
  });

  it('follow indents, blank space and short last lines, and continue across pages', async () => {
    const indented = [1, 2, 3].flatMap((seed) =>
      wrap(`####${prose(seed, 1)}`, 70).map((line) => ({
        indent: line.startsWith('####'),
        text: line.replace('####', ''),
      })),
    );
    const lines = indented.map(({ indent, text }, index) => ({ x: indent ? 96 : 72, y: 100 + index * 12, text }));
    expect(texts(await read({ pages: [{ texts: lines }] }))).toEqual([prose(1, 1), prose(2, 1), prose(3, 1)]);

    const spaced = [...column(72, 100, wrap(prose(1, 1), 70)), ...column(72, 220, wrap(prose(2, 1), 70))];
    expect(texts(await read({ pages: [{ texts: spaced }] }))).toEqual([prose(1, 1), prose(2, 1)]);

    const long = wrap(prose(5, 6), 70);
    const pages = [long.slice(0, 20), long.slice(20)].map((part) => ({ texts: column(72, 100, part) }));
    expect(texts(await read({ pages }))).toEqual([prose(5, 6)]);
  });

  it('of one line each begin at the indent of the book, and go on at the margin', async () => {
    const speech = [
      '“Come down to the water and speak to your aunt at once, my boy!”',
      '“And would you like to sit upon my bag for so long a time?” said',
    ];
    const lines = [
      ...wrap(prose(1, 1), 70).map((text, index) => ({ x: index === 0 ? 90 : 72, text })),
      ...speech.map((text) => ({ x: 90, text })),
      { x: 72, text: 'Albert, who did not like it.' },
      ...wrap(prose(2, 1), 70).map((text, index) => ({ x: index === 0 ? 90 : 72, text })),
      // A quotation goes on at the same indent.
      ...wrap(prose(3, 1), 64).map((text) => ({ x: 90, text })),
    ].map((line, index) => ({ ...line, y: 100 + index * 12 }));
    expect(texts(await read({ pages: [{ texts: lines }] }))).toEqual([
      prose(1, 1),
      speech[0],
      `${speech[1]} Albert, who did not like it.`,
      prose(2, 1),
      prose(3, 1),
    ]);
  });

  it('are found by blank space on a page of short ones', async () => {
    const pages = [1, 2, 3].map((seed) => ({ texts: column(72, 100, wrap(prose(seed, 2), 70)) }));
    const speeches = Array.from(
      { length: 9 },
      (_, index) => `“This is what was said as the number ${index} by one of the two old and tall men.”`,
    );
    const last = wrap(prose(4, 1), 70);
    const short = [...column(72, 100, speeches, { leading: 24 }), ...column(72, 316, last)];
    const book = await read({ pages: [...pages, { texts: short }] });
    expect(texts(book).slice(-10)).toEqual([...speeches, prose(4, 1)]);
  });

  it('are not broken by one line that is too wide for its column', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => yearOfBoats(10 + index)).with(
      9,
      `${yearOfBoats(19)} See https://example.org/a`,
    );
    const book = await read({ pages: [{ texts: column(72, 100, lines) }] });
    expect(texts(book)).toEqual([lines.join(' ')]);
  });

  it('contain hyphenated words as one, and keep the hyphens of compounds', async () => {
    const pages = [
      [
        'The rabbit-hole was deep, and the won-',
        'derful journey of the mother-in-',
        'law went down the rabbit-',
        'hole, with pre- and post-',
        'war maps by an Anglo-',
        'Saxon scribe who was ex\u00AD',
      ],
      ['tremely old. The years 1914–', '1918 were, in short, extremely hard.'],
    ].map((lines) => ({ texts: column(72, 100, lines, { font: 'unicode', size: 8 }) }));
    expect(texts(await read({ pages })).join(' ')).toBe(
      'The rabbit-hole was deep, and the wonderful journey of the mother-in-law went down the rabbit-hole, with pre- and postwar maps by an Anglo-Saxon scribe who was extremely old. The years 1914–1918 were, in short, extremely hard.',
    );
  });

  it('do not take the end of a divided word for a conjunction', async () => {
    const pages = [
      ['The women came with a hatchet.'],
      [
        'There two wom-',
        'en were, and a hatch-',
        'et of iron. They knew the doct-',
        'or',
        'well, who came pre- and post-',
        'war and mid-',
        'to late in the year.',
      ],
    ];
    const english = await read({ pages: pages.map(asPage), language: 'en' });
    expect(texts(english).join(' ')).toBe(
      'The women came with a hatchet. There two women were, and a hatchet of iron. They knew the doctor well, who came pre- and postwar and mid- to late in the year.',
    );
    const german = ['Alle Frau-', 'en kamen vor-', 'und nachmittags mit einem neu-', 'en Hut.'];
    expect(texts(await read({ pages: [asPage(german)], language: 'de' }))).toEqual([
      'Alle Frauen kamen vor- und nachmittags mit einem neuen Hut.',
    ]);
    const dutch = ['Dit zijn voor-', 'en nadelen.'];
    expect(texts(await read({ pages: [asPage(dutch)], language: 'nl' }))).toEqual(['Dit zijn voor- en nadelen.']);
    const russian = ['Это было одно-', 'и двухэтажное здание.'];
    expect(texts(await read({ pages: [asPage(russian)], language: 'ru' }))).toEqual([
      'Это было одно- и двухэтажное здание.',
    ]);
  });

  it('keep the hyphens of numbers in words, and of chains of which the book has both parts', async () => {
    const lines = [
      'There was half a score of them, forty-',
      'four or three-',
      'quarters of all, and half-',
      'a-dozen more, for-',
      'got by the rep-',
      'resentative-elect of the seven-',
      'teen islands.',
    ];
    expect(texts(await read({ pages: [asPage(lines)], language: 'en' }))).toEqual([
      'There was half a score of them, forty-four or three-quarters of all, and half-a-dozen more, forgot by the representative-elect of the seventeen islands.',
    ]);
  });

  it('keep the hyphens of the author where those of the printer are other characters', async () => {
    const [divided, compound] = [
      Array.from({ length: 5 }, () => ['A won\u2010', 'derful wom\u2010', 'en said it.']).flat(),
      ['Two golf-', 'clubs and a pre-', 'and postwar map.'],
    ];
    const said = Array.from({ length: 5 }, () => 'A wonderful women said it.').join(' ');
    const both = { pages: [asPage([...divided, ...compound])], language: 'en' };
    expect(texts(await read(both)).join(' ')).toBe(`${said} Two golf-clubs and a pre- and postwar map.`);
    const few = { pages: [asPage(['A won\u2010', 'derful', 'fact of un-', 'usual size.'])], language: 'en' };
    expect(texts(await read(few)).join(' ')).toBe('A wonderful fact of unusual size.');
  });

  it('begin with their drop cap', async () => {
    const [first = '', second = '', ...rest] = wrap(`nce there was a tale. ${prose(1)}`, 60);
    const lines = [
      { x: 72, y: 124, text: 'O', size: 30 },
      ...column(96, 112, [first, second]),
      ...column(72, 136, rest),
    ];
    expect(texts(await read({ pages: [{ texts: lines }] }))).toEqual([`Once there was a tale. ${prose(1)}`]);
  });

  it('contain the letters of ligatures, but keep other compatibility characters', async () => {
    const line = 'The ﬁrst oﬃce cost ½ of 3² crowns.';
    expect(texts(await read({ pages: [{ texts: [{ x: 40, y: 100, text: line, font: 'unicode' }] }] }))).toEqual([
      'The first office cost ½ of 3² crowns.',
    ]);
  });

  it('contain letters whose accents were drawn before them', async () => {
    const line = 'K¯ıldir of Mothz¯am, Erd˝os and cr´eer';
    const drawn = { x: 40, y: 100, text: line, font: 'unicode', size: 8 };
    expect(texts(await read({ pages: [{ texts: [drawn] }] }))).toEqual(['Kīldir of Mothzām, Erdős and créer']);
  });

  it('join Chinese and Japanese lines without spaces', async () => {
    const lines = [
      '吾輩は猫である。名前はまだ無い。どこで生れ',
      'たかとんと見当がつかぬ。何でも薄暗いじめじ',
      'めした所でニャーニャー泣いていた事だけは記',
      '憶している。',
    ];
    const book = await read({
      pages: [{ texts: column(72, 100, lines, { font: 'unicode', size: 12 }) }],
      language: 'ja',
    });
    expect(texts(book)).toEqual([lines.join('')]);
    expect(book.metadata.language).toBe('ja');
  });

  it('run from right to left in Hebrew, in whichever order it was drawn', async () => {
    const lines = ['בראשית ברא אלהים את השמים ואת הארץ והארץ היתה', 'תהו ובהו וחשך על פני תהום'];
    const drawn = lines.map((text, index) => {
      const visual = Array.from(text).toReversed().join('');
      return { x: 500 - visual.length * 8, y: 100 + index * 12, text: visual, font: 'unicode' as const, size: 8 };
    });
    expect(texts(await read({ pages: [{ texts: drawn }] }))).toEqual([lines.join(' ')]);
  });

  it.each(['Jerusalem', '15', 'B'])('keep the spaces around what runs from left to right: %s', async (inside) => {
    const drawn = [
      { x: 300, text: 'תלחתה' },
      { x: 296 - 8 * inside.length, text: inside },
      { x: 260 - 8 * inside.length, text: 'ףוסה' },
    ].map(({ x, text }) => ({ x, y: 100, text, font: 'unicode' as const, size: 8 }));
    const expected = [`התחלת ${inside} הסוף`];
    expect(texts(await read({ pages: [{ texts: drawn }] }))).toEqual(expected);
    expect(texts(await read({ pages: [{ texts: drawn.toReversed() }] }))).toEqual(expected);
  });

  it('keep the order of pointed letters in Hebrew', async () => {
    const text = Array.from('\uFB31\uFB4Bקר טוב').toReversed().join('');
    const book = await read({ pages: [{ texts: [{ x: 100, y: 100, text, font: 'unicode', size: 8 }] }] });
    expect(texts(book)).toEqual(['\u05D1\u05BC\u05D5\u05B9קר טוב']);
  });

  it.each([
    ['of one glyph with two letters', 'خلال السلام', 'خ\uE000ل الس\uE000م'],
    ['of presentation forms', 'انواع الخطوط', 'انواع ا\uFCCBطوط'],
  ])('keep the order of letters in Arabic ligatures %s', async (_how, line, glyphs) => {
    const visual = Array.from(glyphs).toReversed().join('');
    const drawn = { x: 100, y: 100, text: visual, font: 'unicode' as const, size: 8 };
    expect(texts(await read({ pages: [{ texts: [drawn] }] }))).toEqual([line]);
  });

  it('are lines in verse, and separated by scene breaks', async () => {
    const verse = [
      'The sea is wide and the night is long',
      'And the gulls are flying low,',
      'The tide has sung its only song',
      'And the boats are loath to go',
    ];
    const lines = [
      ...column(72, 100, wrap(prose(1), 70)),
      { x: 200, y: 330, text: '*   *   *' },
      ...column(110, 360, verse),
    ];
    const [chapter] = (await read({ pages: [{ texts: lines }] })).chapters;
    expect(chapter?.blocks.map((block) => block.kind)).toEqual(['paragraph', 'scene-break', 'verse']);
    expect(chapter?.blocks.at(-1)?.text).toBe(verse.join('\n'));
  });
});

function withReferences(lines: readonly string[]): PdfSpec {
  const pages = [chapterPage('Chapter 1', 1), chapterPage('Chapter 2', 2)];
  const outline = ['Chapter 1', 'Chapter 2', 'References'].map((title, index) => ({ title, page: index }));
  return { pages: [...pages, { texts: [heading('References'), ...column(72, 150, lines)] }], outline };
}

function titlesOf({ chapters }: Pick<Book, 'chapters'>): string[] {
  return chapters.map(({ title }) => title);
}

describe('chapters', () => {
  it('begin at bookmarks, also in the middle of a page', async () => {
    const both = {
      texts: [
        heading('Dawn'),
        ...column(72, 150, wrap(prose(1), 70)),
        heading('Noon', 420),
        ...column(72, 470, wrap(prose(2), 70)),
      ],
    };
    const outline = [
      { title: 'Dawn', page: 0, y: 80 },
      { title: 'Noon', page: 0, y: 400 },
      { title: 'Dusk', page: 1 },
    ];
    const book = await read({ pages: [both, chapterPage('Dusk', 3)], outline });
    expect(
      book.chapters.map(({ title, titleSource, blocks }) => [title, titleSource, blocks.map((block) => block.text)]),
    ).toEqual([
      ['Dawn', 'contents', ['Dawn', prose(1)]],
      ['Noon', 'contents', ['Noon', prose(2)]],
      ['Dusk', 'contents', ['Dusk', prose(3)]],
    ]);
  });

  it('inside parts include the text of the part, whose name distinguishes repeated numbers', async () => {
    const pages = [
      { texts: [heading('Part One'), { x: 72, y: 150, text: 'Call no man happy.' }] },
      chapterPage('Chapter 1', 1),
      chapterPage('Chapter 2', 2),
      { texts: [heading('Part Two')] },
      chapterPage('Chapter 1', 3),
    ];
    const outline = [
      {
        title: 'Part One',
        page: 0,
        children: [
          { title: 'Chapter 1', page: 1 },
          { title: 'Chapter 2', page: 2 },
        ],
      },
      { title: 'Part Two', page: 3, children: [{ title: 'Chapter 1', page: 4 }] },
    ];
    const book = await read({ pages, outline });
    expect(book.chapters.map((chapter) => chapter.title)).toEqual([
      'Part One: Chapter 1',
      'Part One: Chapter 2',
      'Part Two: Chapter 1',
    ]);
    const first = book.chapters[0]?.blocks.map((block) => block.text);
    expect(first?.slice(0, 3)).toEqual(['Part One', 'Call no man happy.', 'Chapter 1']);
  });

  it('begin with the page of their part, also the first one, which no entry names', async () => {
    const pages = [
      { texts: [heading('The Quiet Harbour'), heading('A. Writer', 200)] },
      { texts: [heading('Part One'), heading('The Sea', 140)] },
      chapterPage('Dawn', 1),
      chapterPage('Noon', 2),
    ];
    const outline = ['Dawn', 'Noon'].map((title, index) => ({ title, page: index + 2 }));
    const book = await read({ pages, outline, info: { Title: 'The Quiet Harbour' } });
    expect(texts(book)).toEqual(['Part One', 'The Sea', 'Dawn', prose(1), 'Noon', prose(2)]);
    expect(book.leftOut).toMatchObject([{ reason: 'title-page', document: 'page 1' }]);
  });

  it('without text of their own are read with the next chapter, which has their names', async () => {
    const pages = [{ texts: [heading('The Sea')] }, chapterPage('The Storm', 1), chapterPage('The Calm', 2)];
    const outline = ['The Sea', 'The Storm', 'The Calm'].map((title, index) => ({ title, page: index }));
    const book = await read({ pages, outline, info: { Title: 'Harbour' } });
    expect(book.chapters.map(({ title }) => title)).toEqual(['The Sea: The Storm', 'The Calm']);
    expect(book.chapters[0]?.blocks.map(({ text }) => text).slice(0, 2)).toEqual(['The Sea', 'The Storm']);
  });

  it('are below a part of many hours, whatever its name', async () => {
    const names = Array.from({ length: 16 }, (_, index) => `Morning ${index + 1}`);
    const pages = names.map((name, index) => longPage(name, index));
    const children = names.map((title, index) => ({ title, page: index }));
    const outline = [{ title: 'The Travels', page: 0, children }];
    const book = await read({ pages, outline, info: { Title: 'Harbour' } });
    expect(book.chapters.map(({ title }) => title)).toEqual(['The Travels: Morning 1', ...names.slice(1)]);
  });

  it('say their title once when the bookmark writes its number in another way', async () => {
    const pages = [chapterPage('CHAPTER ONE: Creators', 1), chapterPage('CHAPTER TWO: Readers', 2)];
    const outline = ['Chapter 1: Creators', 'Chapter 2: Readers'].map((title, index) => ({ title, page: index }));
    const book = await read({ pages, outline });
    expect(book.chapters.map(({ blocks }) => blocks[0]?.text)).toEqual([
      'CHAPTER ONE: Creators',
      'CHAPTER TWO: Readers',
    ]);
    expect(book.chapters.map(({ title }) => title)).toEqual(['Chapter 1: Creators', 'Chapter 2: Readers']);
    expect(book.chapters[0]?.blocks[1]?.text).toBe(prose(1));
  });

  it.each([
    ['in body size', ['The Baker Wakes'], 'The Baker Wakes', ['The Baker Wakes']],
    ['in capitals', ['THE BAKER WAKES'], 'The Baker Wakes', ['THE BAKER WAKES']],
    [
      'over two lines',
      ['The Baker Wakes to', 'the Sound of Bells'],
      'The Baker Wakes to the Sound of Bells',
      undefined,
    ],
    ['below its number', ['II', 'The Baker Wakes'], 'The Baker Wakes', ['II', 'The Baker Wakes']],
    ['below its number in another way', ['2.', 'The Baker Wakes'], 'II. The Baker Wakes', ['2.', 'The Baker Wakes']],
    ['without its number', ['The Baker Wakes'], 'Chapter 2: The Baker Wakes', ['The Baker Wakes']],
    ['behind a section number', ['1.2 The Baker Wakes'], 'The Baker Wakes', ['1.2 The Baker Wakes']],
  ])('say their title once when it is printed %s', async (_how, printed, title, spoken) => {
    const pages = [
      { texts: column(72, 120, wrap(prose(0), 70)) },
      { texts: column(72, 120, [...printed, ...wrap(prose(1), 70)]) },
    ];
    const outline = ['The Weather', title].map((name, index) => ({ title: name, page: index }));
    const book = await read({ pages, outline });
    const headings = (spoken ?? [title]).map((text) => ['heading', text]);
    expect(book.chapters[1]?.blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ...headings,
      ['paragraph', prose(1)],
    ]);
  });

  it.each([
    ['a sentence that begins', [...wrap(`The baker wakes at four. ${prose(1)}`, 70)]],
    [
      'a paragraph that ends',
      [...wrap(`${yearOfBoats(1)} ${yearOfBoats(2)} Here you will hear why`, 70), 'the baker wakes.'],
    ],
  ])('keep %s with the words of their title', async (_what, lines) => {
    const pages = [{ texts: column(72, 120, wrap(prose(0), 70)) }, { texts: column(72, 120, lines) }];
    const outline = ['The Weather', 'The Baker Wakes'].map((name, index) => ({ title: name, page: index }));
    const book = await read({ pages, outline });
    expect(texts(book).join(' ')).toContain(lines.join(' '));
  });

  it('begin at headings when there are no bookmarks, with the heading below a number', async () => {
    const pages = ['Dawn', 'Noon', 'Dusk'].map((name, index) => ({
      texts: [
        heading(`Chapter ${index + 1}`),
        { ...heading(name, 130), size: 16 },
        ...column(72, 180, wrap(prose(index), 70)),
      ],
    }));
    const book = await read({ pages });
    expect(book.chapters.map(({ title, titleSource }) => [title, titleSource])).toEqual([
      ['Chapter 1. Dawn', 'heading'],
      ['Chapter 2. Noon', 'heading'],
      ['Chapter 3. Dusk', 'heading'],
    ]);
  });

  it.each([
    ['digits', ['1', '2', '3', '4']],
    ['Roman numerals', ['I', 'II.', 'III', 'IV']],
    ['words', ['One', 'Two', 'Three', 'Four']],
  ])(
    'begin at numbers in lines of their own, in %s of body size, when nothing else marks them',
    async (_how, numbers) => {
      const pages = numbers.flatMap((number, index) => [
        { texts: column(72, 120, [number, '', ...wrap(prose(index), 70)]) },
        page(index + 10),
      ]);
      const book = await read({ pages, info: { Title: 'Harbour' } });
      expect(book.chapters.map(({ titleSource, blocks }) => [titleSource, ...blocks.map(({ text }) => text)])).toEqual(
        numbers.map((number, index) => ['heading', number, prose(index), prose(index + 10)]),
      );
    },
  );

  it.each([
    ['of a list', ['1', '2', '3', '4'].flatMap((number) => [number, '', yearOfBoats(Number(number)), ''])],
    ['of the sections of two stories', ['1', '2', '3', '1', '2', '3'].flatMap((number) => [number, '', story, ''])],
  ])('do not begin at the numbers %s', async (_what, lines) => {
    const pages = [
      {
        texts: column(
          72,
          120,
          lines.flatMap((line) => wrap(line, 90)),
          { size: 8 },
        ),
      },
    ];
    const book = await read({ pages, info: { Title: 'Harbour' } });
    expect(book.chapters.map(({ title }) => title)).toEqual(['Harbour']);
  });

  it.each([
    ['with page numbers', (name: string, index: number) => `${name} ........ ${index + 1}`, ['']],
    [
      'with page numbers, where a title runs into its paragraph,',
      (name: string, index: number) => `${name} ...... ${index + 1}`,
      [],
    ],
    ['without page numbers', (name: string) => name, ['']],
  ])('come from the printed contents %s when nothing else marks them', async (_kind, entry, gap) => {
    const names = ['The Weather', 'On Boats', 'Of the Baker', 'A Grey Cat'];
    const pages = [
      { texts: [heading('Contents'), ...column(72, 150, names.map(entry))] },
      ...names.map((name, index) => ({ texts: column(72, 120, [name, ...gap, ...wrap(prose(index), 70)]) })),
    ];
    const book = await read({ pages, info: { Title: 'Harbour' } });
    expect(book.chapters.map(({ title, titleSource }) => [title, titleSource])).toEqual(
      names.map((name) => [name, 'contents']),
    );
    expect(book.chapters[1]?.blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', 'On Boats'],
      ['paragraph', prose(1)],
    ]);
  });

  it('come from printed contents without page numbers whose entries go on in the next line', async () => {
    const long = 'The Baker Wakes to the Sound of Bells';
    const contents = ['The Weather', 'The Baker Wakes to', 'the Sound of Bells', 'A Grey Cat'];
    const names = ['The Weather', long, 'A Grey Cat'];
    const pages = [
      { texts: [heading('Contents'), ...column(72, 150, contents)] },
      ...names.map((name, index) => ({ texts: column(72, 120, [name, '', ...wrap(prose(index), 70)]) })),
    ];
    const book = await read({ pages, info: { Title: 'Harbour' } });
    expect(book.chapters.map(({ title }) => title)).toEqual(names);
    expect(book.chapters[1]?.blocks.map(({ text }) => text)).toEqual([long, prose(1)]);
  });

  it('keep the first lines of the text below the printed contents', async () => {
    const names = ['Weather', 'Boats', 'Bakers'];
    const contents = [...names.map((name, index) => `${name} ........ ${index + 1}`), 'Weather'];
    const first = column(72, 150 + 12 * contents.length, wrap(prose(0), 50));
    const pages = [
      { texts: [heading('Contents'), ...column(72, 150, contents), ...first] },
      ...names.slice(1).map((name, index) => ({ texts: column(72, 120, [name, '', ...wrap(prose(index + 1), 70)]) })),
    ];
    const book = await read({ pages, info: { Title: 'Harbour' } });
    expect(book.chapters.map(({ title }) => title)).toEqual(names);
    expect(texts(book).join(' ')).toContain(prose(0));
    expect(book.leftOut).toMatchObject([{ reason: 'contents', words: 7 }]);
  });

  it('do not hold the half-title or the page of the next part, nor the endnotes unless these are read', async () => {
    const pages = [
      chapterPage('Chapter 1', 1),
      { texts: [heading('Harbour')] },
      { texts: [heading('Winter')] },
      chapterPage('Chapter 2', 2),
      {
        texts: [heading('Notes'), ...column(72, 150, ['1. Said the baker.', '', '2. Said the cat.', '', '3. No one.'])],
      },
    ];
    const outline = ['Chapter 1', 'Chapter 2', 'Notes'].map((title, index) => ({ title, page: [0, 3, 4][index] ?? 0 }));
    const spec = { pages, outline, info: { Title: 'Harbour' } };
    const book = await read(spec);
    expect(book.chapters.map(({ blocks }) => blocks.map(({ text }) => text))).toEqual([
      ['Chapter 1', prose(1)],
      ['Winter', 'Chapter 2', prose(2)],
    ]);
    expect(book.leftOut.map(({ reason, document }) => `${reason} ${document}`)).toEqual([
      'title-page page 2',
      'notes page 5',
    ]);
    const withNotes = await read(spec, { notes: 'end' });
    expect(withNotes.chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 2', 'Notes']);
  });

  it('do not hold a bibliography, which is listed, unless it is included or is prose', async () => {
    const works = [
      'Baker, A. (1987). Bread and the Sea. Harbour Press.',
      'Cat, G. (1992). On Sleeping in Boats. Quay Books.',
      'Miller, J. (2004). Wind, Water and Grain. Mill Lane.',
    ];
    for (const lines of [works.flatMap((work) => [work, '']), [...works, ...works, ...works, ...works]]) {
      const { chapters, leftOut } = await read(withReferences(lines));
      expect(titlesOf({ chapters })).toEqual(['Chapter 1', 'Chapter 2']);
      expect(leftOut).toMatchObject([{ reason: 'bibliography', document: 'page 3' }]);
    }
    const all = ['Chapter 1', 'Chapter 2', 'References'];
    expect(titlesOf(await read(withReferences(works), { include: ['bibliography'] }))).toEqual(all);
    expect(titlesOf(await read(withReferences(wrap(prose(3), 60))))).toEqual(all);
  });

  it('are one without bookmarks and headings, or when requested', async () => {
    expect(
      (await read({ pages: [page(1), page(2)], info: { Title: 'Harbour' } })).chapters.map((one) => one.title),
    ).toEqual(['Harbour']);
    const pages = [chapterPage('Chapter 1', 1), chapterPage('Chapter 2', 2)];
    expect((await read({ pages }, { splitBy: 'documents' })).chapters).toHaveLength(1);
  });

  it('do not contain the title page, the copyright page and the printed contents, unless included', async () => {
    const contents = ['Chapter 1 ............ 4', 'Chapter 2 ............ 5', 'Chapter 3 ............ 6'];
    const pages = [
      { texts: [heading('The Quiet Harbour', 300), { x: 72, y: 400, text: 'Ann Writer' }] },
      { texts: column(72, 600, ['Copyright 2020 by Ann Writer. All rights reserved.', 'ISBN 978-3-16-148410-0']) },
      { texts: [heading('Contents'), ...column(72, 150, contents)] },
      ...[1, 2, 3].map((seed) => chapterPage(`Chapter ${seed}`, seed)),
    ];
    const book = await read({ pages });
    expect(book.chapters.map((one) => one.title)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
    expect(book.leftOut.map(({ document, reason }) => [document, reason])).toEqual([
      ['page 1', 'title-page'],
      ['page 2', 'copyright'],
      ['page 3', 'contents'],
    ]);
    const chosen = await read({ pages }, { include: ['copyright'], exclude: ['chapter 2'] });
    expect(chosen.chapters.map((one) => one.blocks[0]?.text)).toEqual([
      expect.stringMatching(/^Copyright 2020/u),
      'Chapter 1',
      'Chapter 3',
    ]);
    expect(chosen.leftOut).toContainEqual(expect.objectContaining({ reason: 'excluded', about: 'Chapter 2' }));
  });

  it.each([
    ['ja', ['ある日、うさぎが森へ行きました。', '森は静かでした。', '空は青く、風は少し冷たかった。']],
    ['zh', ['我于是画了一只羊给他看。', '他看了很久，什么也没说。', '后来天黑了。']],
    ['en', ['One day the cat went out.', 'It was cold by the sea.', 'The cat saw a fish there.']],
  ])('include the first pages of a picture book with a sentence or two on each (%s)', async (_language, sentences) => {
    const cover = { texts: [{ ...heading('', 300), font: 'unicode' as const, text: sentences[0]?.slice(0, 4) ?? '' }] };
    const pages = [0, 1, 2, 0, 1].map((which) => {
      const text = sentences[which] ?? '';
      const middle = Math.ceil(text.length * 0.7);
      const lines = [text.slice(0, middle), text.slice(middle)];
      return { texts: column(60, 500, lines, { size: 14, font: 'unicode', leading: 20 }) };
    });
    const book = await read({ pages: [cover, ...pages] });
    const expected = [0, 1, 2, 0, 1].map((index) => sentences[index]);
    expect(texts(book).join('').replaceAll(' ', '')).toBe(expected.join('').replaceAll(' ', ''));
    expect(book.leftOut.map(({ document, reason }) => [document, reason])).toEqual([['page 1', 'title-page']]);
  });

  it('include lines that end in dots, and lists with dot leaders', async () => {
    const list = ['Rope ............ 4', 'Tar ............. 5', 'Oil ............. 6'];
    const expected = ['He thought of the sea....', 'She thought of the land....', 'They thought of nothing....'];
    const pages = Array.from({ length: 20 }, (_, index) => page(index));
    pages[9] = { texts: [...column(72, 120, wrap(prose(9), 70)), ...column(72, 500, list)] };
    pages[10] = { texts: [...column(72, 120, wrap(prose(10), 70)), ...column(72, 500, expected)] };
    const all = texts(await read({ pages })).join(' ');
    for (const words of ['Rope, 4', 'Tar, 5', 'Oil, 6', ...expected]) expect(all).toContain(words);
  });

  it('include a foreword before the first bookmark', async () => {
    const pages = [chapterPage('A word before', 7), chapterPage('Dawn', 1), chapterPage('Noon', 2)];
    const outline = [
      { title: 'Dawn', page: 1 },
      { title: 'Noon', page: 2 },
    ];
    const book = await read({ pages, outline });
    expect(book.chapters.map((one) => one.title)).toEqual(['A word before', 'Dawn', 'Noon']);
  });
});

describe('metadata', () => {
  it('replaces an unusable title with the largest line of the first page, or with the file name', async () => {
    const named = {
      pages: [
        { texts: [{ x: 72, y: 100, text: 'The Quiet Harbour', size: 24 }, ...column(72, 150, wrap(prose(1), 70))] },
      ],
    };
    expect((await read({ ...named, info: { Title: 'Microsoft Word - final_v3.docx' } })).metadata.title).toBe(
      'The Quiet Harbour',
    );
    expect(
      (await read({ ...named, info: { Title: 'Harbour Tales', Author: 'Ann Writer; Bob Other' } })).metadata,
    ).toMatchObject({
      title: 'Harbour Tales',
      authors: [{ name: 'Ann Writer' }, { name: 'Bob Other' }],
    });
    expect(
      (await read({ pages: [page(1)], info: { Title: 'untitled' } }, { fileName: '/books/Quiet_Harbour.pdf' })).metadata
        .title,
    ).toBe('Quiet Harbour');
  });

  it('contains the declared language, normalized, with a warning when the text looks like another one', async () => {
    const german =
      'Der Hafen lag still im frühen Licht, und die Boote bewegten sich nur wenig, als die Flut gegen die alte Mauer zu drücken begann. ';
    const pages = [{ texts: column(72, 100, wrap(german.repeat(3).trim(), 70)) }];
    expect((await read({ pages, language: 'de_de' })).metadata).toMatchObject({
      language: 'de-DE',
      languageSource: 'declared',
    });
    expect((await read({ pages })).metadata).toMatchObject({ language: 'de', languageSource: 'detected' });
    const wrong = await read({ pages, language: 'en-US' });
    expect(wrong.metadata.language).toBe('en-US');
    expect(wrong.warnings).toEqual(["The file declares the language 'en-US', but the text looks like 'de'."]);
    const long = [{ texts: column(72, 100, wrap(german.repeat(8).trim(), 70)) }];
    expect((await read({ pages: long, language: 'en-US' })).metadata).toMatchObject({
      language: 'de',
      languageSource: 'detected',
    });
  });
});
