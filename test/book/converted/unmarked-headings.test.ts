import { describe, expect, it } from 'vitest';
import type { Book } from '../../../src/core/book.ts';
import { buildDocx, paragraph, run } from '../../helpers/docx-builder.ts';
import { buildZip } from '../../helpers/epub-builder.ts';
import { outlineOf, readFile, spokenText } from '../../helpers/read-file.ts';

const prose = (about: string): string => `${about} walked along the quay before the lamps were lit. `.repeat(30).trim();
const titlesOf = ({ chapters }: Book): string[] => chapters.map(({ title }) => title);
/** How often a text is spoken. */
const countOf = (book: Book, text: string): number => spokenText(book).split(text).length - 1;

const readWord = async (body: string, styles = ''): Promise<Book> =>
  await readFile('The_Quay.docx', await buildDocx({ body, styles }));
const p = (text: string, properties = ''): string => paragraph(run(text), '', properties);
const centered = '<w:jc w:val="center"/>';
const setOff = (text: string): string => p(text, centered);
const bold = (text: string): string => paragraph(run(text, '<w:b/>'));

const heading = (text: string): string => paragraph(run(text), '', '<w:outlineLvl w:val="0"/>');
const style = (name: string, properties: string): string =>
  `<style:style style:family="paragraph" style:name="${name}">${properties}</style:style>`;

describe('a Word document without styles of headings', () => {
  it('has chapters where paragraphs call themselves so, with the names below them', async () => {
    const book = await readWord(
      `${p('CHAPTER ONE')}${bold('The Lamps')}${p(prose('Anna'))}${p('CHAPTER TWO')}${bold('The Boats')}${p(prose('Bruno'))}${p('Epilogue')}${p(prose('Carla'))}`,
    );
    expect(titlesOf(book)).toEqual(['CHAPTER ONE: The Lamps', 'CHAPTER TWO: The Boats', 'Epilogue']);
    expect([countOf(book, 'CHAPTER ONE'), countOf(book, 'The Boats'), countOf(book, 'Epilogue')]).toEqual([1, 1, 1]);
    expect(outlineOf(book)['Epilogue']).toEqual(['heading: Epilogue', `paragraph: ${prose('Carla')}`]);
  });

  it('has chapters where numbers rise', async () => {
    const book = await readWord(
      `${p('1')}${p(prose('Anna'))}${p('2')}${p(prose('Bruno'))}${p('3')}${p(prose('Carla'))}`,
    );
    expect(titlesOf(book)).toEqual(['1', '2', '3']);
  });

  it.each([
    ['centered', setOff],
    ['bold', bold],
    ['larger than the text', (text: string) => paragraph(run(text, '<w:sz w:val="32"/>'))],
    ['at the start of a page', (text: string) => p(text, '<w:pageBreakBefore/>')],
    ['below a break', (text: string) => `${paragraph('<w:r><w:br w:type="page"/></w:r>')}${p('')}${p(text)}`],
    ['in a style of that kind', (text: string) => paragraph(run(text), 'Own')],
  ])('has chapters at lines that are %s', async (_what, written) => {
    const body = `${written('The Lamps')}${p(prose('Anna'))}${written('The Boats')}${p(prose('Bruno'))}${written('The Rope')}${p(prose('Carla'))}`;
    const ownStyle = `<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:rPr><w:b/></w:rPr></w:style>`;
    const book = await readWord(body, ownStyle);
    expect(titlesOf(book)).toEqual(['The Lamps', 'The Boats', 'The Rope']);
    expect(countOf(book, 'The Boats')).toBe(1);
  });

  it('has chapters below the lines of a title page, which are not the title of the first', async () => {
    const text = ['The Lamps', 'The Boats'].map((name) => `${setOff(name)}${p(prose('Anna'))}`).join('');
    const book = await readWord(`${setOff('The Quay')}${setOff('by Ann Marsh')}${setOff('London 1921')}${text}`);
    expect(titlesOf(book)).toEqual(['The Lamps', 'The Boats']);
  });

  it('is one chapter when its short bold lines are names or fields', async () => {
    const speech = (name: string): string => `${bold(name)}${p('It is late, and the lamps are lit.')}`;
    const book = await readWord(`${p(prose('Anna'))}${['Anna', 'Bruno', 'Anna', 'Carla'].map(speech).join('')}`);
    expect(book.chapters).toHaveLength(1);
  });

  it('keeps lines such as bold sentences and the numbers of a list in their place', async () => {
    const book = await readWord(
      `${p('Chapter 1')}${p(prose('Anna'))}${bold('Chapter 1 was read by nobody, as everybody knows.')}${p(prose('Anna'))}${p('Chapter 2')}${p(prose('Bruno'))}`,
    );
    expect(titlesOf(book)).toEqual(['Chapter 1', 'Chapter 2']);
  });

  it('has the chapters of its headings when it has some', async () => {
    const book = await readWord(
      `${heading('Morning')}${p(prose('Anna'))}${bold('The Lamps')}${p(prose('Anna'))}${heading('Noon')}${p(prose('Bruno'))}`,
    );
    expect(titlesOf(book)).toEqual(['Morning', 'Noon']);
  });
});

describe('an OpenDocument text without headings', () => {
  it('has chapters at lines that are set like titles', async () => {
    const styles = [
      style('P1', '<style:paragraph-properties fo:text-align="center"/>'),
      style('P2', '<style:text-properties fo:font-weight="bold"/>'),
      style('P3', '<style:text-properties fo:font-size="18pt"/>'),
    ].join('');
    const texts = ['The Lamps', 'The Boats', 'The Rope'].map(
      (title, index) => `<text:p text:style-name="P${index + 1}">${title}</text:p><text:p>${prose('Anna')}</text:p>`,
    );
    const namespaces = ['office', 'style', 'text', 'fo']
      .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
      .join(' ');
    const content = `<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${texts.join('')}</office:text></office:body></office:document-content>`;
    const file = await buildZip([
      { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true },
      { name: 'content.xml', data: content },
    ]);
    expect(titlesOf(await readFile('quay.odt', file))).toEqual(['The Lamps', 'The Boats', 'The Rope']);
  });
});

describe('an HTML file without headings', () => {
  it.each([
    ['<center>%</center>'],
    ['<p align="center">%</p>'],
    ['<p><b>%</b></p>'],
    ['<p><font size="+2">%</font></p>'],
    ['<p style="text-align: center">%</p>'],
    ['<p><span style="font-weight:bold">%</span></p>'],
    ['<div class="centered"><p>%</p></div>'],
  ])('has chapters at lines such as %s', async (markup) => {
    const titles = ['The Lamps', 'The Boats', 'The Rope'];
    const body = titles.map((title) => `${markup.replace('%', title)}<p>${prose('Anna')}</p>`).join('\n');
    const book = await readFile('quay.html', `<html><body>${body}</body></html>`);
    expect(titlesOf(book)).toEqual(titles);
    expect(titles.map((title) => countOf(book, title))).toEqual([1, 1, 1]);
  });

  it('has chapters when only its title is a heading', async () => {
    const body = ['I', 'II', 'III'].map((title) => `<p>${title}</p><p>${prose('Anna')}</p>`).join('\n');
    const book = await readFile('quay.html', `<html><body><h1>The Quay</h1>${body}</body></html>`);
    expect(titlesOf(book)).toEqual(['The Quay, I', 'The Quay, II', 'The Quay, III']);
  });
});
