import { describe, expect, it } from 'vitest';
import type { BookChoices } from '../../../src/book/book-choices.ts';
import type { Book } from '../../../src/core/book.ts';
import { buildZip, tinyPng } from '../../helpers/epub-builder.ts';
import { outlineOf, readFile, refusalOf, spokenText } from '../../helpers/read-file.ts';
import { surplus, wordsOf } from '../../helpers/word-bag.ts';

const prose = (about: string): string => `${about} walked along the quay before the lamps were lit. `.repeat(30).trim();
const type = 'application/vnd.oasis.opendocument.text';

/** The content of the parts of an OpenDocument text. */
interface OdtOptions {
  readonly body: string;
  readonly automatic?: string;
  readonly styles?: string;
  readonly meta?: string;
  readonly manifest?: string;
}

const namespaces = ['office', 'style', 'text', 'table', 'draw', 'fo', 'svg', 'meta']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"')
  .join(' ');
const xml = (root: string, content: string): string =>
  `<?xml version="1.0"?><${root} ${namespaces}>${content}</${root}>`;
const contentOf = ({ body, automatic = '' }: OdtOptions): string =>
  `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body>`;

async function buildOdt(options: OdtOptions): Promise<Buffer> {
  return await buildZip([
    { name: 'mimetype', data: type, stored: true },
    { name: 'content.xml', data: xml('office:document-content', contentOf(options)) },
    { name: 'styles.xml', data: xml('office:document-styles', options.styles ?? styles) },
    { name: 'meta.xml', data: xml('office:document-meta', `<office:meta>${options.meta ?? ''}</office:meta>`) },
    { name: 'META-INF/manifest.xml', data: options.manifest ?? '<manifest/>' },
    { name: 'Pictures/1.png', data: tinyPng },
  ]);
}

const read = async (options: OdtOptions, choices: BookChoices = {}): Promise<Book> =>
  await readFile('The_Quay.odt', await buildOdt(options), choices);
const blocksOf = async (body: string, choices: BookChoices = {}): Promise<string[]> =>
  Object.values(outlineOf(await read({ body, automatic }, choices))).flat();
const p = (content: string, style = 'Standard'): string => `<text:p text:style-name="${style}">${content}</text:p>`;
const h = (title: string, level = 1): string => `<text:h text:outline-level="${level}">${title}</text:h>`;
const style = (family: string, name: string, attributes: string, content = ''): string =>
  `<style:style style:family="${family}" style:name="${name}" ${attributes}>${content}</style:style>`;

const styles = `<style:default-style style:family="paragraph"><style:text-properties fo:language="en" fo:country="GB"/></style:default-style>
${style('paragraph', 'Title', '')}${style('paragraph', 'Quotations', '')}${style('paragraph', 'Preformatted_20_Text', '')}
<office:master-styles><style:header><text:p>Running head</text:p></style:header></office:master-styles>`;
const automatic = [
  style('paragraph', 'P1', 'style:parent-style-name="Title"'),
  style('paragraph', 'Own', 'style:default-outline-level="1"'),
  style('text', 'T1', '', '<style:text-properties text:display="none"/>'),
  style('text', 'T2', '', '<style:text-properties style:text-position="super 58%"/>'),
  style('text', 'T3', '', '<style:text-properties fo:language="fr" fo:country="FR"/>'),
].join('');
const note = (kind: string, id: string, text: string): string =>
  `<text:note text:id="${id}" text:note-class="${kind}"><text:note-citation>1</text:note-citation><text:note-body>${p(text)}</text:note-body></text:note>`;

const front = `<office:forms/><text:tracked-changes><text:changed-region><text:deletion>${p('Gone')}</text:deletion></text:changed-region></text:tracked-changes>
${p('<draw:frame><draw:image xlink:href="Pictures/1.png"/></draw:frame>')}${p('The Quay', 'P1')}
<text:table-of-content><text:table-of-content-source><text:index-title-template>Never</text:index-title-template></text:table-of-content-source>
<text:index-body><text:index-title>${p('Contents')}</text:index-title>${p('<text:a xlink:href="#a">Morning 3</text:a>')}</text:index-body></text:table-of-content>`;
const chapters = `${h('Morning')}${p(prose('Anna'))}${p(`She said <text:change text:change-id="1"/>so.${note('footnote', 'ftn1', 'So it was.')} It was.${note('endnote', 'ftn2', 'At the end.')}`)}
<text:p text:style-name="Own">Noon</text:p>${p(prose('Bruno'))}<text:list><text:list-item>${p('First')}<text:list><text:list-item>${p('Inner')}</text:list-item></text:list></text:list-item></text:list>
${p('A letter.', 'Quotations')}<table:table><table:table-header-rows><table:table-row><table:table-cell>${p('Name')}</table:table-cell><table:covered-table-cell/><table:table-cell>${p('Age')}</table:table-cell></table:table-row></table:table-header-rows></table:table>`;
const whole: OdtOptions = {
  automatic,
  body: front + chapters,
  meta: '<meta:initial-creator>Ada Example</meta:initial-creator><dc:creator>Bo Sample</dc:creator><dc:title>The Quay</dc:title><meta:keyword>river</meta:keyword>',
};

describe('an OpenDocument text', () => {
  it('has its metadata, and a picture before all text as its cover', async () => {
    const { metadata, cover } = await read(whole);
    expect(metadata).toMatchObject({
      title: 'The Quay',
      authors: [{ name: 'Ada Example' }],
      language: 'en-GB',
      subjects: ['river'],
    });
    expect(cover).toEqual({ bytes: new Uint8Array(tinyPng), mediaType: 'image/png' });
  });

  it('has chapters by the levels of its headings and styles, and blocks of every kind', async () => {
    const { Noon, ...others } = outlineOf(await read(whole));
    expect(Object.keys(others)).toEqual(['Morning']);
    expect(Noon?.slice(2)).toEqual([
      'list-item: First',
      'list-item: Inner',
      'quotation: A letter.',
      'table-row: Name, Age',
    ]);
  });

  it('loses no word and has none twice, apart from those that it lists', async () => {
    const all = await read(whole, { notes: 'end', include: ['contents', 'title-page'] });
    const source = (front + chapters)
      .replace(/<text:tracked-changes>.*<\/text:tracked-changes>/u, '')
      .replace(/<text:index-title-template>.*<\/text:index-title-template>/u, '')
      .replaceAll('<text:note-citation>1</text:note-citation>', ' ');
    const words = wordsOf(
      source
        .replaceAll(/<\/text:p>/gu, ' ')
        .replaceAll(/<\/?text:(?:h|p)[^>]*>/gu, ' ')
        .replaceAll(/<[^>]*>/gu, ''),
    );
    const spoken = wordsOf(spokenText(all));
    expect([surplus(words, spoken), surplus(spoken, words)]).toEqual([[], []]);
    const { leftOut, chapters: kept } = await read(whole);
    expect(kept[0]?.notes?.map(({ text }) => text)).toEqual(['So it was.', 'At the end.']);
    expect(leftOut.map(({ reason, words: count }) => [reason, count])).toEqual([
      ['title-page', 2],
      ['contents', 3],
      ['notes', 6],
    ]);
  });

  it('is read as it is shown: fields, spaces, readings and boxes, not comments, prompts and page numbers', async () => {
    const body = p(
      [
        'One<text:s text:c="3"/>two<text:tab/>three <text:date>four</text:date> <text:a xlink:href="https://example.org">five</text:a>',
        '<office:annotation><dc:creator>Never</dc:creator><text:p>never</text:p></office:annotation><text:page-number>7</text:page-number>',
        ' <text:ruby><text:ruby-base>six</text:ruby-base><text:ruby-text>never</text:ruby-text></text:ruby>',
        ` m<text:span text:style-name="T2">2</text:span><text:placeholder>never</text:placeholder>.<draw:frame><draw:text-box>${p('In the box.')}</draw:text-box></draw:frame>`,
      ].join(''),
    );
    expect(await blocksOf(body)).toEqual(['paragraph: One two three four five six m².', 'paragraph: In the box.']);
  });

  it('lists hidden text and sections, and keeps the language of its spans', async () => {
    const french = 'Il faisait nuit et les lampes étaient allumées.';
    const body = `${p('Shown.<text:span text:style-name="T1"> Not shown.</text:span>')}<text:section text:display="none">${p('Nor this.')}</text:section>
${p(prose('Anna'))}${p(`<text:span text:style-name="T3">${french}</text:span>`)}`;
    const book = await read({ body, automatic });
    expect(book.leftOut).toMatchObject([{ reason: 'hidden', words: 4, about: 'Not shown.' }]);
    expect(book.chapters[0]?.blocks.at(-1)).toMatchObject({ text: french, language: 'fr-FR' });
  });

  it('is read from one flat file, too', async () => {
    const flat = `<?xml version="1.0"?><office:document ${namespaces} office:mimetype="${type}"><office:meta><dc:title>The Mill</dc:title></office:meta>${contentOf(whole)}</office:document>`;
    const book = await readFile('a.fodt', flat);
    expect(book.metadata.title).toBe('The Mill');
    expect(book.chapters.map(({ title }) => title)).toEqual(['Morning', 'Noon']);
  });
});

describe('a hostile OpenDocument text', () => {
  it.each([
    ['elements inside each other', '<text:p>'.repeat(100_000)],
    ['elements in one document', `<text:p>${'<text:s/>'.repeat(400_000)}</text:p>`],
    ["size of 'content.xml'", ' '.repeat(120_000_000)],
  ])('is refused for its %s', async (limit, body) => {
    expect(await refusalOf(read({ body }))).toContain(`book-too-large: The book exceeds a limit: ${limit}`);
  });

  it('has its entities left alone, and its styles in a circle', async () => {
    const circle =
      style('paragraph', 'A', 'style:parent-style-name="B"') + style('paragraph', 'B', 'style:parent-style-name="A"');
    const body = `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>${p('Some &a; words.', 'A')}`;
    expect(spokenText(await read({ body, automatic: circle }))).toBe('Some &a; words.');
  });

  it('that is encrypted is refused with the reason', async () => {
    expect(await refusalOf(read({ body: '', manifest: '<manifest:encryption-data/>' }))).toBe(
      'book-drm: The document is encrypted with a password and cannot be read. Save it without a password.',
    );
  });
});

describe('another document of an office program', () => {
  it.each([
    ['a.ods', { name: 'content.xml', data: '<x/>' }],
    ['a.xlsx', { name: 'xl/workbook.xml', data: '<x/>' }],
  ])('is refused as what it is: %s', async (name, entry) => {
    expect(
      await refusalOf(readFile(name, await buildZip([entry, { name: 'Thumbnails/1.png', data: tinyPng }]))),
    ).toContain('book-unsupported: The file is a spreadsheet, a presentation or a drawing, not a book.');
  });
});
