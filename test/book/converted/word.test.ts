import { describe, expect, it } from 'vitest';
import { buildDocx, paragraph, run } from '../../helpers/docx-builder.ts';
import type { DocxOptions } from '../../helpers/docx-builder.ts';
import { tinyPng } from '../../helpers/epub-builder.ts';
import { outlineOf, readFile, refusalOf, spokenText } from '../../helpers/read-file.ts';
import { surplus, wordsOf } from '../../helpers/word-bag.ts';
import type { BookChoices } from '../../../src/book/book-choices.ts';
import type { Book } from '../../../src/core/book.ts';

const prose = (about: string): string => `${about} walked along the quay before the lamps were lit. `.repeat(30).trim();
const p = (text: string, styleId = ''): string => paragraph(run(text), styleId);
const read = async (options: DocxOptions, choices: BookChoices = {}): Promise<Book> =>
  await readFile('The_Quay.docx', await buildDocx(options), choices);
/** Returns the blocks of a document of one chapter. */
const blocksOf = async (body: string, choices: BookChoices = {}): Promise<string[]> =>
  Object.values(outlineOf(await read({ body, styles }, choices))).flat();

const styles = [
  '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>',
  ...[1, 2].map((level) =>
    style(`Kop${level}`, `heading ${level}`, `<w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr>`),
  ),
  style('Own', 'My chapters', '', 'Kop1'),
  style('Titel', 'Title'),
  style('Inhopg1', 'toc 1'),
  style('Citaat', 'Quote'),
  style('Code', 'HTML Preformatted'),
  style('Lijst', 'List Bullet', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'),
].join('');

function style(id: string, name: string, content = '', base = ''): string {
  const based = base === '' ? '' : `<w:basedOn w:val="${base}"/>`;
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${based}${content}</w:style>`;
}

const noteMark = (kind: string, id: number): string => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
const note = (kind: string, id: number, text: string): string =>
  `<w:${kind} w:id="${id}">${paragraph(`<w:r><w:${kind}Ref/></w:r>${run(` ${text}`)}`)}</w:${kind}>`;

const front = `${paragraph('<w:r><w:drawing><wp:inline><wp:docPr descr="A lamp"/><a:blip r:embed="rId1"/></wp:inline></w:drawing></w:r>')}
${p('The Quay', 'Titel')}${p('Morning 3', 'Inhopg1')}${p('Noon 9', 'Inhopg1')}`;
const chapters = `${p('Morning', 'Kop1')}${p(prose('Anna'))}
${paragraph(run('She said ') + run('so', '<w:i/>') + run('.') + noteMark('footnote', 1) + run(' It was') + run(' so.') + noteMark('endnote', 1))}
${p('Noon', 'Own')}${p(prose('Bruno'))}${p('First', 'Lijst')}${p('Second', 'Lijst')}${p('A letter.', 'Citaat')}
<w:tbl><w:tr><w:tc>${p('Anna')}</w:tc><w:tc>${p('30')}</w:tc></w:tr><w:tr><w:trPr><w:del/></w:trPr><w:tc>${p('Gone')}</w:tc></w:tr></w:tbl>`;
const whole: DocxOptions = {
  styles,
  body: front + chapters,
  footnotes: `<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>${note('footnote', 1, 'So it was.')}`,
  endnotes: note('endnote', 1, 'At the end.'),
  core: '<dc:title>The Quay</dc:title><dc:creator>Ada Example; Bo Sample</dc:creator><cp:keywords>river, town</cp:keywords>',
  relations: '<Relationship Id="rId1" Target="media/image1.png"/>',
  entries: [
    { name: 'word/media/image1.png', data: tinyPng },
    { name: 'word/header1.xml', data: '<w:hdr><w:p><w:r><w:t>Running head</w:t></w:r></w:p></w:hdr>' },
  ],
};

const control = (properties: string, text: string): string =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${run(text)}</w:sdtContent></w:sdt>`;

describe('a Word document', () => {
  it('has its metadata from its properties and styles, and a picture before all text as its cover', async () => {
    const { metadata, cover } = await read(whole);
    expect(metadata).toMatchObject({
      title: 'The Quay',
      authors: [{ name: 'Ada Example' }, { name: 'Bo Sample' }],
      language: 'en-GB',
      subjects: ['river', 'town'],
    });
    expect(cover).toEqual({ bytes: new Uint8Array(tinyPng), mediaType: 'image/png' });
  });

  it('has chapters by the levels of its styles, and blocks of every kind', async () => {
    const { Noon, ...others } = outlineOf(await read(whole));
    expect(Object.keys(others)).toEqual(['Morning']);
    expect(Noon?.slice(2)).toEqual([
      'list-item: First',
      'list-item: Second',
      'quotation: A letter.',
      'table-row: Anna, 30',
    ]);
  });

  it('loses no word and has none twice, apart from those that it lists', async () => {
    const all = await read(whole, { notes: 'end', include: ['contents', 'title-page'] });
    const source = `${front}${chapters} So it was. At the end.`.replace(/<w:tr><w:trPr>.*?<\/w:tr>/u, '');
    const words = wordsOf(source.replaceAll(/<\/w:p>/gu, ' ').replaceAll(/<[^>]*>/gu, ''));
    const spoken = wordsOf(spokenText(all));
    expect([surplus(words, spoken), surplus(spoken, words)]).toEqual([[], []]);
    const { leftOut, chapters: kept } = await read(whole);
    expect(kept[0]?.notes?.map(({ text }) => text)).toEqual(['So it was.', 'At the end.']);
    expect(leftOut.map(({ reason, words: count }) => [reason, count])).toEqual([
      ['title-page', 2],
      ['contents', 4],
      ['notes', 6],
    ]);
  });

  it('is read as it is shown: insertions, fields, controls and readings, not deletions, prompts and instructions', async () => {
    const body = paragraph(
      [
        run('One'),
        `<w:del><w:r><w:delText>never</w:delText></w:r></w:del><w:ins>${run(' two')}</w:ins>`,
        `<w:moveFrom>${run('never')}</w:moveFrom><w:moveTo>${run(' three')}</w:moveTo>`,
        `<w:fldSimple w:instr="PAGE">${run(' four')}</w:fldSimple>`,
        '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>NEVER</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>',
        `${run(' five')}<w:r><w:tab/><w:t>six</w:t><w:noBreakHyphen/><w:t>x</w:t></w:r>`,
        `<w:hyperlink r:id="rId9">${run(' seven')}</w:hyperlink>${control('', ' eight')}${control('<w:showingPlcHdr/>', 'never')}`,
        `<w:dir w:val="rtl">${run(' nine')}</w:dir><w:smartTag>${run(' ten')}</w:smartTag>`,
        '<w:r><w:t> </w:t><w:ruby><w:rt><w:r><w:t>never</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>eleven</w:t></w:r></w:rubyBase></w:ruby></w:r>',
        run('.'),
      ].join(''),
    );
    expect(await blocksOf(body)).toEqual(['paragraph: One two three four five six‑x seven eight nine ten eleven.']);
  });

  it('joins paragraphs whose division was deleted, and a drop cap with its word', async () => {
    const joined = paragraph(run('The lamps '), '', '<w:rPr><w:del/></w:rPr>') + p('were lit.');
    const cap = paragraph(run('T'), '', '<w:framePr w:dropCap="drop"/>') + p('he boat came in.');
    expect(await blocksOf(joined + cap)).toEqual(['paragraph: The lamps were lit.', 'paragraph: The boat came in.']);
  });

  it('lists hidden text, and reads it on request', async () => {
    const body = paragraph(
      run('Shown.') + run(' Not shown.', '<w:vanish/>') + run(' Shown, too.', '<w:vanish w:val="0"/>'),
    );
    const book = await read({ body });
    expect(spokenText(book)).toBe('Shown. Shown, too.');
    expect(book.leftOut).toMatchObject([{ reason: 'hidden', words: 2, about: 'Not shown.' }]);
    expect(spokenText(await read({ body }, { include: ['hidden'] }))).toContain('Not shown.');
  });

  it('reads a text box once, though it is stored in two forms', async () => {
    const box = `<w:txbxContent>${p('In the box.')}</w:txbxContent>`;
    const shape = `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:wsp><wps:txbx>${box}</wps:txbx></wps:wsp></w:drawing>
      </mc:Choice><mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent>`;
    expect(await blocksOf(paragraph(`${run('Beside it.')}<w:r>${shape}</w:r>`))).toEqual([
      'paragraph: Beside it.',
      'paragraph: In the box.',
    ]);
  });

  it('reads formulas in words, and pictures by their alternative text', async () => {
    const fraction = '<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>';
    const picture = '<w:r><w:drawing><wp:docPr descr="A lamp at night"/></w:drawing></w:r>';
    const body = paragraph(`${run('It is ')}<m:oMath>${fraction}</m:oMath>${run(' here.')}`) + paragraph(picture);
    expect(await blocksOf(body, { images: 'alt' })).toEqual([
      'paragraph: It is a over 2 here.',
      'caption: A lamp at night',
    ]);
  });

  it('has programs, and the languages of its runs', async () => {
    const french = run('Il faisait nuit et les lampes étaient allumées.', '<w:lang w:val="fr-FR"/>');
    const { chapters: all } = await read({
      styles,
      body: p('const x = 1;', 'Code') + p(prose('Anna')) + paragraph(french),
    });
    expect(all[0]?.blocks[0]?.text).toBe('Code example, 1 line.');
    expect(all[0]?.blocks.at(-1)?.language).toBe('fr-FR');
  });
});

describe('a hostile Word document', () => {
  it.each([
    ['elements inside each other', '<w:p>'.repeat(100_000)],
    ['elements in one document', `<w:p>${'<w:r/>'.repeat(400_000)}</w:p>`],
    ["size of 'word/document.xml'", ' '.repeat(120_000_000)],
  ])('is refused for its %s', async (limit, body) => {
    expect(await refusalOf(read({ body }))).toContain(`book-too-large: The book exceeds a limit: ${limit}`);
  });

  it('has its entities left alone, and ignores what its relations lead to outside', async () => {
    const body = `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>${paragraph('<w:r><w:drawing><a:blip r:embed="rId1"/></w:drawing></w:r>')}${p('Some &a; words.')}`;
    const book = await read({ body, relations: '<Relationship Id="rId1" Target="../../../etc/passwd"/>' });
    expect([spokenText(book), book.cover]).toEqual(['Some &a; words.', undefined]);
  });

  it('whose styles are based on each other in a circle is read', async () => {
    const circle = style('A', 'a', '', 'B') + style('B', 'b', '', 'A');
    expect(spokenText(await read({ body: p('Some words.', 'A'), styles: circle }))).toBe('Some words.');
  });

  it('of broken parts is read or refused in words', async () => {
    expect(spokenText(await read({ body: `${p('Some words.')}</w:x><w:p><w:r><w:t>More`, styles: '<<<' }))).toBe(
      'Some words. More',
    );
    expect(await refusalOf(read({ body: '' }))).toContain('book-no-text');
  });
});
