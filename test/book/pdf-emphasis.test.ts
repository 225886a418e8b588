import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import type { Block, Book } from '../../src/core/book.ts';
import { buildPdf } from '../helpers/pdf-builder.ts';
import type { PdfFont, PdfPageSpec, PdfText } from '../helpers/pdf-builder.ts';
import { sharedBooks, smallBookFile } from '../helpers/real-books.ts';

const signs = { em: ['_', '_'], strong: ['*', '*'], both: ['*_', '_*'] } as const;

const fonts: Readonly<Record<string, PdfFont>> = {
  italic: { entries: '/BaseFont /Courier-Oblique' },
  both: { entries: '/BaseFont /Courier-BoldOblique' },
};

/** Returns lines of text below each other, which begin at column 0. `{italic|word}` is set in the font `italic`. */
function lines(y: number, texts: readonly string[], more: Partial<PdfText> = {}): PdfText[] {
  const { size = 10, font: usual = 'mono', x: left = 72 } = more;
  return texts.flatMap((text, index) => {
    let column = 0;
    return text.split(/[{}]/u).flatMap((piece, at) => {
      const [font = usual, own = ''] = at % 2 === 0 ? [usual, piece] : piece.split('|');
      const x = left + column * size * 0.6;
      column += own.length;
      return own === '' ? [] : [{ ...more, x, y: y + index * size * 1.2, text: own, font }];
    });
  });
}

/** Returns the text of a block with signs around what is set off. */
function marked({ text, emphasis = [] }: Block): string {
  let [result, at] = ['', 0];
  for (const { from, to, emphasis: kind } of emphasis) {
    result += text.slice(at, from) + signs[kind][0] + text.slice(from, to) + signs[kind][1];
    at = to;
  }
  return result + text.slice(at);
}

const signal = () => new AbortController().signal;

async function read(texts: readonly PdfText[], own: Readonly<Record<string, PdfFont>> = {}): Promise<string[]> {
  return await readPages([{ texts }], own);
}

async function readPages(pages: readonly PdfPageSpec[], own: Readonly<Record<string, PdfFont>> = {}, notes?: 'inline') {
  const book = await readBothWays(buildPdf({ pages, fonts: { ...fonts, ...own } }), notes);
  return book.chapters.flatMap(({ blocks }) => blocks.map((block) => marked(block)));
}

function bare({ emphasis: _emphasis, ...block }: Block): Block {
  return block;
}

/** Reads a PDF with what is set off, and expects all else to be what is read without. */
async function readBothWays(pdf: Uint8Array, notes?: 'inline'): Promise<Book> {
  const book = await readPdf(pdf, { signal: signal(), keepsSource: true, notes });
  const plain = await readPdf(pdf, { signal: signal(), notes });
  const chapters = book.chapters.map(({ blocks, notes: own, ...chapter }) => {
    return { ...chapter, blocks: blocks.map(bare), notes: own?.map(bare) };
  });
  expect({ ...book, chapters }).toEqual(plain);
  return book;
}

/** Reads a sentence with one word in a font of its own. */
async function word(font: PdfFont): Promise<string | undefined> {
  const [text] = await read(
    lines(100, ['She said that she would {own|never} go there again, whatever they told her.']),
    {
      own: font,
    },
  );
  return /would (.*) go/u.exec(text ?? '')?.[1];
}

const named = (name: string): PdfFont => ({ entries: `/BaseFont /${name}` });
const described = (entries: string, name = 'F3'): PdfFont => ({
  entries: `/BaseFont /${name}`,
  descriptor: `/FontName /${name} /FontBBox [0 -200 1000 800] /Ascent 800 /Descent -200 /CapHeight 700 ${entries}`,
});

/** A font of drawings. */
const drawn = (more: string, descriptor?: string): PdfFont => ({
  entries: `/Subtype /Type3 /FontBBox [0 0 750 750] /CharProcs << >> /Encoding << /Type /Encoding /Differences [97 /a] >> /ToUnicode 5 0 R ${more}`,
  ...(descriptor !== undefined && { descriptor }),
});

const onLine = (x: number, text: string, slant = 0): PdfText => ({ x, y: 100, text, slant });

describe('what is set off in a PDF', () => {
  it.each([
    ['Courier-Oblique', '_never_'],
    ['Courier-Bold', '*never*'],
    ['Courier-BoldOblique', '*_never_*'],
    ['ABCDEF+Sabon-Italic', '_never_'],
    ['Times#20New#20Roman,BoldItalic', '*_never_*'],
    ['TimesNewRomanPS-BoldItalicMT', '*_never_*'],
    ['MinionPro-It', '_never_'],
    ['UniversLTStd-BdObl', '*_never_*'],
    ['Sabon-Kursiv', '_never_'],
    ['Arial-Black', '*never*'],
    ['MyriadPro-Semibold', '*never*'],
    ['ITCBookman-DemiItalic', '*_never_*'],
    ['ABCDEF+CMTI10', '_never_'],
    ['ABCDEF+CMSL12', '_never_'],
    ['ABCDEF+CMBX10', '*never*'],
    ['ABCDEF+CMBXTI10', '*_never_*'],
    ['ABCDEF+SFTI1095', '_never_'],
    ['ABCDEF+SFBI1095', '*_never_*'],
    ['ABCDEF+NimbusRomNo9L-Medi', '*never*'],
    ['ABCDEF+NimbusRomNo9L-ReguItal', '_never_'],
    ['ABCDEF+LMRomanSlant10-Regular', '_never_'],
    // Families whose names only sound like it, and weights close to the usual one.
    ['ITC-Garamond', 'never'],
    ['Italia-Book', 'never'],
    ['DigitalSans', 'never'],
    ['Blackadder', 'never'],
    ['Academica', 'never'],
    ['Lighthouse', 'never'],
    ['MyriadPro-Medium', 'never'],
    ['MyriadPro-SemiCn', 'never'],
    ['ABCDEF+CMSS10', 'never'],
    ['ABCDEF+CMTT10', 'never'],
    ['ABCDEF+CMCSC10', 'never'],
    ['F1', 'never'],
  ])('is known by the name of its font: %s', async (name, expected) => {
    expect(await word(named(name))).toBe(expected);
  });

  it.each([
    ['the flag of italics', '/Flags 96 /ItalicAngle 0', '_never_'],
    ['the flag of bold type', '/Flags 262176 /ItalicAngle 0', '*never*'],
    ['both', '/Flags 262240 /ItalicAngle -12', '*_never_*'],
    ['the angle', '/Flags 32 /ItalicAngle -9.5', '_never_'],
    ['the weight', '/FontWeight 700 /Flags 32', '*never*'],
    ['a dictionary inside', '/Style << /Panose <080502020603050405020304> >> /Flags 96', '_never_'],
    ['nothing', '/Flags 32 /ItalicAngle 0 /FontWeight 400 /StemV 200', 'never'],
  ])('is known by the descriptor of its font: %s', async (_what, entries, expected) => {
    expect(await word(described(entries))).toBe(expected);
  });

  it.each([
    '/Flags -1 /ItalicAngle 1e308',
    '/Flags 99999999999999999999 /ItalicAngle 90 /FontWeight 99999',
    '/Flags (64) /ItalicAngle [-12] /FontWeight /Bold',
    '/Flags 1.2.3 /ItalicAngle --12 /FontWeight -700',
    '/Flags 4 0 R /ItalicAngle 4 0 R',
    `/Flags ${'6'.repeat(5000)}`,
    `/Flags [${'<< >> '.repeat(2000)}]`,
  ])('is nothing of what a wrong descriptor says: %.60s', async (entries) => {
    expect(await word(described(entries))).toBe('never');
  });

  it('is known by a descriptor in a packed object stream, and with the name of a font in several writings', async () => {
    const pdf = Buffer.from(
      buildPdf({
        pages: [{ texts: lines(100, ['She said that she would {own|never} go there again, whatever they told her.']) }],
        fonts: { own: described('', 'My#20Font') },
      }),
    );
    const objects = deflateSync('9 0 << /Type /FontDescriptor /Flags 96 /FontName/My#20Font >>');
    const stream = Buffer.concat([
      Buffer.from(
        `\n90 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${objects.length} >>\nstream\r\n`,
      ),
      objects,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
    const book = await readPdf(Buffer.concat([pdf, stream]), { signal: signal(), keepsSource: true });
    expect(book.chapters.flatMap(({ blocks }) => blocks.map((block) => marked(block)))).toEqual([
      'She said that she would _never_ go there again, whatever they told her.',
    ]);
  });

  it('is what a font of drawings says, and nothing without a name', async () => {
    const upright = '/FontMatrix [0.001 0 0 0.001 0 0]';
    expect(await word(drawn(upright))).toBe('never');
    expect(await word(drawn(upright, '/FontName /AAAAAA+NimbusRoman-Bold /Flags 4'))).toBe('*never*');
    expect(await word(drawn('/FontMatrix [0.001 0 0.0002 0.001 0 0]'))).toBe('_never_');
  });

  it('is known on pages after one with hyphens that their font calls soft ones', async () => {
    const soft = Buffer.from('co\u00ADoperate', 'utf16le').swap16().toString('hex');
    const first = { texts: [], content: `BT /unicode 8 Tf 40 600 Td <${soft}> Tj ET` };
    const second = {
      texts: lines(100, ['She said that she would {bold|never} go there again, whatever they told her.']),
    };
    const pages = await readPages([first, second], { bold: named('Courier-Bold') });
    expect(pages.join(' ')).toContain('would *never* go');
  });

  it('is what is slanted by a transformation, up to its last letter', async () => {
    expect(
      await read([
        onLine(72, 'She said that she '),
        onLine(180, 'would never', 0.3),
        onLine(246, ' go there again, and '),
        onLine(372, 'that', 0.21),
        onLine(396, ' was it.'),
      ]),
    ).toEqual(['She said that she _would never_ go there again, and _that_ was it.']);
  });

  it('goes on over lines, without their hyphens, and over sentences', async () => {
    expect(
      await read(
        lines(100, [
          'It was a long day, and the old man went down to the river, as he',
          'did on all of them, and he said that it was {italic|quite extraordi-}',
          '{italic|nary. Nobody else} thought so, but he was {bold|sure} of it. His well-',
          '{italic|known} boat lay there, and the water was as {both|high} as the quay itself.',
        ]),
      ),
    ).toEqual([
      'It was a long day, and the old man went down to the river, as he did on all of them, and he said that it was _quite extraordinary. Nobody else_ thought so, but he was *sure* of it. His well_known_ boat lay there, and the water was as *_high_* as the quay itself.',
    ]);
  });

  it('can be a letter, a whole paragraph and a part of a word, but no comma and no large first letter', async () => {
    const [first, second] = await read([
      { x: 72, y: 124, text: 'I', size: 36, font: 'bold' },
      ...lines(100, ['t was a long day, and the {italic|x} of the map was un{italic|find}able'], { x: 100 }),
      ...lines(112, ['for all of them{bold|,} so that the old man went down to the water'], { x: 100 }),
      ...lines(124, ['and waited for the boat that would take him over to his house.'], { x: 100 }),
      ...lines(160, [
        '{italic|All happy families are alike; each unhappy family is unhappy in}',
        '{italic|its own way.}',
      ]),
    ]);
    expect(first).toContain(
      'It was a long day, and the _x_ of the map was un_find_able for all of them, so that the old',
    );
    expect(second).toBe('_All happy families are alike; each unhappy family is unhappy in its own way._');
  });

  it('is not a heading in bold type or italics, but a word in it that is not like the others', async () => {
    const long = Array.from({ length: 6 }, () => 'It was a long day, and the old man went down to the river again.');
    expect(
      await read([
        ...lines(80, ['The Voyage of the {both|Heron}'], { size: 18, font: 'bold' }),
        ...lines(120, long),
        ...lines(240, ['The {italic|Heron} Comes Home'], { size: 18 }),
        ...lines(280, long),
        ...lines(400, ['Nobody Knew It'], { size: 18, font: 'italic' }),
        ...lines(440, long),
      ]),
    ).toEqual([
      'The Voyage of the _Heron_',
      long.join(' '),
      'The _Heron_ Comes Home',
      long.join(' '),
      'Nobody Knew It',
      long.join(' '),
    ]);
  });

  it.each([
    ['bold', 'It was a {mono|long} {both|day} for all of them.', 'It was a long _day_ for all of them.'],
    ['italic', 'It was a {mono|long} {both|day} for all of them.', 'It was a _long_ *day* for all of them.'],
    ['medium', 'It was a {mono|long} {black|day} for all of them.', 'It was a long *day* for all of them.'],
    ['light', 'It was a {mono|long} {medium|day} for all of them.', 'It was a long *day* for all of them.'],
  ])('is told from the font of the book: %s', async (font, line, expected) => {
    const own = { medium: named('Any-Medium'), light: named('Any-Light'), black: named('Any-Black') };
    const long = Array.from({ length: 6 }, () => 'It was a long day, and the old man went down to the river again.');
    expect(await read([...lines(100, long, { font }), ...lines(200, [line], { font })], own)).toEqual([
      long.join(' '),
      expected,
    ]);
  });

  it.each([
    ...sharedBooks('federal-register-3col.pdf'),
    { name: 'gazette.pdf', file: smallBookFile('gazette.pdf') },
    { name: 'report.pdf', file: smallBookFile('report.pdf') },
  ])('changes nothing of what is read: $name', async ({ file }) => {
    const { chapters } = await readBothWays(readFileSync(file));
    for (const { text, emphasis = [] } of chapters.flatMap(({ blocks }) => blocks)) {
      const ends = emphasis.flatMap(({ from, to }) => [from, to]);
      expect(emphasis.filter(({ from, to }) => from >= to)).toEqual([]);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      expect(ends.at(-1) ?? 0).toBeLessThanOrEqual(text.length);
    }
  });

  it('is kept in notes, lists and columns', async () => {
    const body = Array.from({ length: 8 }, () => 'It was a long day, and the old man went down to the river again.');
    const blocks = await readPages(
      [
        {
          texts: [
            ...lines(80, [...body, '   He had read of {italic|it}   in a book.']),
            { x: 72 + 20 * 6, y: 80 + 8 * 12 - 4, text: '1', size: 6 },
            ...lines(230, ['• The {bold|first} of the things that he had with him', '• The second one']),
            { x: 72, y: 696, text: '1', size: 5 },
            ...lines(700, ['See the {italic|Almanac} of that year.'], { size: 8, x: 78 }),
          ],
        },
      ],
      {},
      'inline',
    );
    expect(blocks).toContain('He had read of _it_ in a book.');
    expect(blocks).toContain('The *first* of the things that he had with him');
    expect(blocks).toContain('See the _Almanac_ of that year.');
  });
});
