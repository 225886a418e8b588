import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { markedContent } from '../../src/book/pdf/actual-text/marked-content.ts';
import { PdfObjects } from '../../src/book/pdf/objects/pdf-objects.ts';
import { pageContents } from '../../src/book/pdf/actual-text/page-contents.ts';
import { withDrawnSpaces } from '../../src/book/pdf/glyphs/spaced-texts.ts';
import { joinSpacedLetters } from '../../src/book/pdf/layout/join-spaced-letters.ts';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import { assemble, buildPdf } from '../helpers/pdf-builder.ts';
import type { PdfSpec } from '../helpers/pdf-builder.ts';

const { signal } = new AbortController();
const read = async (spec: PdfSpec): Promise<Book> => await readPdf(buildPdf(spec), { signal });
const texts = (book: Book) => book.chapters.flatMap((chapter) => chapter.blocks.map((block) => block.text));
const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Operators that draw pieces of a line one behind the other, in a font whose characters are all 8 points wide. */
const drawn = (...operators: readonly string[]) => `BT /unicode 8 Tf 40 600 Td ${operators.join(' ')} ET`;
const show = (text: string) => `<${hex(text)}> Tj`;
const say = (actualText: string, operators: string) =>
  `/Span << /ActualText <FEFF${hex(actualText)}> >> BDC ${operators} EMC`;

async function line(...operators: readonly string[]): Promise<string[]> {
  return texts(await read({ pages: [{ texts: [], content: drawn(...operators) }] }));
}

describe('what a page says beside what it draws', () => {
  it('is read in place of a ligature that its font gives no meaning', async () => {
    const word = [show('Queria '), say('fi', show('\0')), show('car com a '), say('fi', show('\0')), show('lha.')];
    expect(await line(...word)).toEqual(['Queria ficar com a filha.']);
  });

  it('tells soft hyphens from spaces', async () => {
    // Programs draw them as spaces without a width.
    const hidden = say('\u00AD', `0 Tz ${show(' ')} 100 Tz`);
    const word = [show('O es'), hidden, show('tu'), hidden, show('dan'), hidden, show('te leu.')];
    expect(await line(...word)).toEqual(['O estudante leu.']);
  });

  it('orders the letters of Indian scripts as they are written', async () => {
    expect(await line(show('നി '), say('പെ', show('െപ')), show('രിയ'))).toEqual(['നി പെരിയ']);
  });

  it('is no reason to read other words than are drawn', async () => {
    expect(await line(say('Read this', show('A plain line of text.')))).toEqual(['A plain line of text.']);
  });

  it('is found between other marked content, strings, comments and pictures', async () => {
    const image = 'BI /W 1 /H 1 /BPC 8 /CS /G ID )( EI';
    const before = [`/P << /MCID 0 /Note (\\(BDC <<) >> BDC % BDC`, `\n`, image, '/Artifact BMC', show('A '), 'EMC'];
    expect(await line(...before, say('fi', show('\0')), show('lha leu um livro.'), 'EMC')).toEqual([
      'A filha leu um livro.',
    ]);
  });
});

describe('marked content', () => {
  it('is read to the end of a text with half a character', () => {
    expect(markedContent('/Span << /ActualText <FEFF006600> >> BDC')).toEqual([{ tag: 'Span', actualText: 'f\uFFFD' }]);
  });

  it.each(['(', '(\\', '(a)', '((', 'ID x ', '<a', '%', '/ActualText ('])(
    'is looked for once in megabytes of broken content: %s',
    (broken) => {
      expect(markedContent(broken.repeat(500_000))).toEqual([]);
    },
  );
});

const page = (contents: string) => `<< /Type /Page /Parent 2 0 R /Contents ${contents} >>`;
const stream = (text: string, entries = '') => `<< /Length ${text.length}${entries} >>\nstream\n${text}\nendstream`;
const flate = (text: string, entries = '') =>
  stream(deflateSync(text).toString('latin1'), ` /Filter /FlateDecode${entries}`);
const contentsOf = (...objects: readonly string[]) => pageContents(new PdfObjects(assemble(objects, 1)))(3);

describe('the content of a page', () => {
  it('is inflated', () => {
    expect(contentsOf('<< >>', '<< >>', page('4 0 R'), flate('BT (a) Tj ET'))).toBe('BT (a) Tj ET');
  });

  it('can be in several streams, listed in the page or in an object', () => {
    const streams = [stream('BT (a) Tj'), flate('ET')];
    expect(contentsOf('<< >>', '<< >>', page('[4 0 R 5 0 R]'), ...streams)).toBe('BT (a) Tj\n\nET');
    expect(contentsOf('<< >>', '<< >>', page('6 0 R'), ...streams, '[4 0 R 5 0 R]')).toBe('BT (a) Tj\n\nET');
  });

  it('is found for a page in an object stream', () => {
    const inside = `3 0 ${page('1 0 R')}`;
    const first = inside.indexOf('<<');
    expect(contentsOf(flate('BT ET'), flate(inside, ` /Type /ObjStm /N 1 /First ${first}`))).toBe('BT ET');
  });

  it('is unknown when it is coded in another way, damaged or missing', () => {
    const coded = stream('xyz', ' /Filter /LZWDecode');
    const damaged = stream('no deflated data', ' /Filter /FlateDecode');
    for (const one of [coded, damaged]) expect(contentsOf('<< >>', '<< >>', page('4 0 R'), one)).toBeUndefined();
    expect(contentsOf('<< >>', '<< >>', page('9 0 R'))).toBeUndefined();
    expect(contentsOf('<< >>')).toBeUndefined();
  });
});

const at = (x: number, text: string) => ({ x, y: 100, text, size: 20, font: 'unicode' });

describe('letters', () => {
  it('have the accents that are drawn before them, and over them', async () => {
    const over = '-8 0 Td';
    const text = [show('La informaci´'), `104 0 Td ${over} ${show('on de este c´')}`];
    const accented = drawn(...text);
    expect(
      texts(
        await read({
          pages: [{ texts: [], content: accented.replace(' ET', ` ${108 - 8} 0 Td ${show('odigo.')} ET`) }],
        }),
      ),
    ).toEqual(['La información de este código.']);
  });

  it('have accents before them in one piece, too', async () => {
    expect(await line(show('As´ı fue el c´odigo na¨ıve de la Ageˆncia de Aviac¸a˜o.'))).toEqual([
      'Así fue el código naïve de la Agência de Aviação.',
    ]);
  });

  it('that are drawn twice for a shadow are read once', async () => {
    const doubled = [at(40, 'A'), at(41, 'AP'), at(61, 'PR'), at(81, 'RI'), at(101, 'IL'), at(121, 'L')];
    expect(texts(await read({ pages: [{ texts: doubled }] }))).toEqual(['APRIL']);
    const leftwards = Array.from('להלל', (text, index) => at(200 - 20 * index, text));
    expect(texts(await read({ pages: [{ texts: leftwards }] }))).toEqual(['להלל']);
  });
});

const ordinary = 'The boats are still and the tide is low. ';

describe('texts that are drawn with spaces', () => {
  it('keep the gaps between words when their letters are set wide', async () => {
    expect(await line(`3 Tc ${show('The machines of the old harbour')} 0 Tc`)).toEqual([
      'The machines of the old harbour',
    ]);
    const hebrew = Array.from('אופן ההכנה').toReversed().join('');
    expect(await line(`3 Tc ${show(hebrew)} 0 Tc`)).toEqual(['אופן ההכנה']);
  });

  it('have words where the letters of one text are further apart than the others', async () => {
    const apart = Array.from('The old harbour', (letter) => (letter === ' ' ? '-900' : `<${hex(letter)}> -200`)).join(
      ' ',
    );
    expect(await line(`[${apart}] TJ`)).toEqual(['The old harbour']);
  });

  it('part Arabic letters where a space takes no room', () => {
    const drawnText = Array.from('دنناوت یم ۱ . ۱');
    const glyphs = drawnText.flatMap((text, index) =>
      text === ' ' ? [] : [{ text, operator: 0, width: 0.5, isApart: drawnText[index - 1] === ' ', isSpaced: true }],
    );
    const str = '۱.۱ میتوانند';
    const item = { str, dir: 'rtl', transform: [], width: 9, height: 9, fontName: '', hasEOL: false };
    expect(withDrawnSpaces([item], glyphs, { keepsGaps: true })[0]?.str).toBe('۱.۱ می\u200Cتوانند');
  });

  it('have hyphens that their font calls soft ones', async () => {
    const lines = [
      ...Array.from({ length: 3 }, () => ordinary),
      'COVID\u00AD19 \u00AD a virus \u00AD was examined by the labo\u00AD',
      'ratory.',
    ];
    const content = lines.map((text) => `${show(text.trim())} 0 -12 Td`).join(' ');
    expect(texts(await read({ pages: [{ texts: [], content: drawn(content) }] })).join(' ')).toMatch(
      /low\. COVID-19 - a virus - was examined by the laboratory\.$/u,
    );
  });
});

const row = (...pieces: readonly string[]) => {
  let x = 40;
  return pieces.map((text) => {
    const one = { x, y: 100, text };
    x += (text.length + 2) * 6;
    return one;
  });
};
const title = async (...pieces: readonly string[]) => texts(await read({ pages: [{ texts: row(...pieces) }] }));

describe('letters that are set wide', () => {
  it('make words', async () => {
    expect(await title('T H E', 'H A R B O U R ?')).toEqual(['THE HARBOUR?']);
    expect(await title('H a r b o u r L i g h t')).toEqual(['Harbour Light']);
  });

  it('make the word for a chapter and its number', async () => {
    expect(await title('C A P Í T U L O V')).toEqual(['CAPÍTULO V']);
    expect(await title('P A R T T W O')).toEqual(['PART TWO']);
    expect(await title('C A PÍ T U LO X I')).toEqual(['CAPÍTULO XI']);
  });

  it('are not those of an alphabet, of a table, of a formula or of a whole line', async () => {
    for (const marks of ['A B C D E F', 'y n y n n y', 'T h i s i s a w h o l e l i n e o f t e x t'])
      expect(await title(marks)).toEqual([marks]);
    const formula = '\u{1D434} \u{1D456} \u{1D432} \u{1D45B}';
    const run = { text: formula, left: 0, right: 50, baseline: 0, size: 10, bold: false, rightToLeft: false };
    expect(joinSpacedLetters([run])).toEqual([run]);
  });
});
