import { describe, expect, it } from 'vitest';
import { isNoteLabel } from '../../src/book/epub/markup/context/is-note-label.ts';
import { readBody, readFixture } from '../helpers/read-fixture.ts';

const filler = '<p>The rest of the chapter goes on for a while so that there is some text to read in it.</p>';
const typed = 'epub:type="noteref" href="#n1"';

async function paragraph(markup: string): Promise<string | undefined> {
  const blocks = await readBody(
    `<h1>T</h1><p>${markup}</p>${filler}<aside epub:type="footnote" id="n1"><p>It means reader.</p></aside>`,
  );
  return blocks[1]?.replace('paragraph: ', '');
}

describe('a link to a note', () => {
  it('is not read as LaTeXML writes it, which style sheets hide the note of', async () => {
    const mark = '<sup class="ltx_note_mark">2</sup>';
    const note = `<span class="ltx_note">${mark}<span class="ltx_note_content">${mark}<span class="ltx_tag_note">2</span>A note.</span></span>`;
    const head = '<style>.ltx_note_content { display: none; }</style>';
    expect(await readBody(`<h1>T</h1><p>An object${note} is here.</p>`, {}, head)).toContain(
      'paragraph: An object is here.',
    );
  });

  it.each(['epub:type="noteref"', 'role="doc-noteref"', 'class="noteref"', 'class="footnote-ref"'])(
    'is read when it is words of the sentence (%s)',
    async (type) => {
      expect(
        await paragraph(`“I’m <a ${type} href="#n1">Dokja</a>.” She took <a ${type} href="#n1">samovar tea</a>, too.`),
      ).toBe('“I’m Dokja.” She took samovar tea, too.');
    },
  );

  it('keeps its note on request', async () => {
    const body = `<h1>T</h1><p>I’m <a ${typed}>Dokja</a>¹.</p>${filler}<aside epub:type="footnote" id="n1"><p>It means reader.</p></aside>`;
    const { chapters } = await readFixture({ documents: [{ path: 'a.xhtml', title: 'T', body }] }, { notes: 'inline' });
    expect(chapters[0]?.blocks.map(({ text }) => text).slice(0, 3)).toEqual(['T', 'I’m Dokja.', 'It means reader.']);
  });

  it.each([
    [`I’m <a ${typed}>Dokja</a>¹.`, 'I’m Dokja.'],
    [`I’m <a ${typed}>Dokja</a><sup>1</sup>.`, 'I’m Dokja.'],
    [`I’m <a ${typed}>Dokja<sup>12</sup></a>.`, 'I’m Dokja.'],
    [`I’m <a ${typed}>Dokja</a> [1], and`, 'I’m Dokja, and'],
    [`I’m <a ${typed}>Dokja*</a>.`, 'I’m Dokja.'],
    [`with <a ${typed}>hyung</a>¹-nim’s permission`, 'with hyung-nim’s permission'],
    [`He <a ${typed}>(Gap)</a>¹ signs with <a ${typed}>[Cider]</a>².`, 'He (Gap) signs with [Cider].'],
    [`茶は<a ${typed}>煎茶</a>¹だ。`, '茶は煎茶だ。'],
  ])('is read without the mark at its end: %s', async (markup, text) => {
    expect(await paragraph(markup)).toBe(text);
  });

  it.each([
    [`a field of 12 <a ${typed}>km</a>² there`, 'a field of 12 km² there'],
    [`I’m <a ${typed}>Dokja</a>. ¹ is raised`, 'I’m Dokja. ¹ is raised'],
    [`see <a ${typed}>Dokja</a> (a reader)`, 'see Dokja (a reader)'],
    [`see <a ${typed}>Dokja</a> [the reader]`, 'see Dokja [the reader]'],
  ])('takes away no text behind it: %s', async (markup, text) => {
    expect(await paragraph(markup)).toBe(text);
  });

  it('is not read when it is a mark', async () => {
    expect(
      await paragraph(
        `Water<a ${typed}>1</a> is<a ${typed}>*</a> wet<sup><a ${typed}>nota</a></sup>, he<a ${typed}><sup>xy</sup></a> said<a ${typed}></a> [<a ${typed}>3</a>].`,
      ),
    ).toBe('Water is wet, he said.');
  });

  it('is read when a word of it only looks like a numeral', async () => {
    expect(await paragraph('A <a href="#fn1">civil</a> <a href="#fn1">mix</a> it is<a href="#fn1">xiv</a>.')).toBe(
      'A civil mix it is.',
    );
  });
});

describe('a label of a note', () => {
  it.each(
    `1 12 1914 1a 1,2 3–5 [1] (12) {3} *9 1) 1. ① ¹² ٣ iv XIV [xii] a B α б א aa * † ※ [*] ↩ … ? [ab] 注 註 （註） 注1 註二 [一] 〔二十三〕
     원주 주1 (주) fn3 note3 n.3 [n.] Note notes [note] N.d.T. [NdT] T/N (TN) [Anm.]`.split(/\s+/u),
  )('is %s', (label) => {
    expect(isNoteLabel(label, false)).toBe(true);
  });

  it.each([
    'note 3',
    'see note',
    'See note 12.',
    '(see n. 4)',
    '[anm. 2]',
    'siehe Anm. 3',
    'voir note 2',
    'véase nota 5',
    'vedi nota 1',
    'zie noot 2',
    'см. прим. 4',
    '12. lábjegyzet',
    'przypis 3',
    'pozn. 2',
    'dipnot 3',
    'viite 2',
    'Translator’s note',
    'not 3',
  ])('is %s', (label) => {
    expect(isNoteLabel(label, false)).toBe(true);
  });

  it.each([
    ...`Dokja ssi gun won Li Vi Xi civil (Gap) [Cider] CSAT U.S. B2 3D 10,000 10:30 50% $5 C++ 20°C 1st 1990s 1914–1918 an not TN
      note-taking 주 煎茶 一`.split(/\s+/u),
    'samovar tea',
    'the old woman',
    'in 1945',
    'this link',
    'I see',
    'A 4',
    'not here',
    'the note',
    'notes of a son',
  ])('is not %s', (label) => {
    expect(isNoteLabel(label, false)).toBe(false);
  });
});
