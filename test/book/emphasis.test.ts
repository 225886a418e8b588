import { describe, expect, it } from 'vitest';
import type { BookChoices } from '../../src/book/book-choices.ts';
import type { Block } from '../../src/core/book.ts';
import { buildDocx, paragraph, run } from '../helpers/docx-builder.ts';
import { buildEpub, buildZip } from '../helpers/epub-builder.ts';
import { readFile } from '../helpers/read-file.ts';

const more = 'Lamps were lit along the quay, one by one, before anyone had asked for them. '.repeat(8).trim();
const bodyOf = (inline: string): string => `<h1>One</h1><p>${inline}</p><p>${more}</p>`;

/** Returns the parts of the block with the word “quiet” that are set off. */
async function setOffIn(name: string, bytes: Uint8Array, choices: BookChoices = { keepsSource: true }) {
  const { chapters } = await readFile(name, Buffer.from(bytes), choices);
  const block = chapters.flatMap(({ blocks }) => blocks).find(({ text }) => text.includes('quiet'));
  return partsOf(block);
}

function partsOf({ text, emphasis = [] }: Pick<Block, 'text' | 'emphasis'> = { text: '' }): string[] {
  return emphasis.map(({ from, to, emphasis: kind }) => `${kind}: ${text.slice(from, to)}`);
}

async function epubOf(inline: string): Promise<Uint8Array> {
  return await buildEpub({ documents: [{ path: 'one.xhtml', title: 'One', body: bodyOf(inline) }] });
}

const set = (style: string, text: string): string => `<text:span text:style-name="${style}">${text}</text:span>`;
const style = (name: string, properties: string): string =>
  `<style:style style:family="text" style:name="${name}"><style:text-properties ${properties}/></style:style>`;

async function buildOdt(): Promise<Uint8Array> {
  const [italic, bold] = ['fo:font-style="italic"', 'fo:font-weight="bold"'];
  const styles = style('I', italic) + style('B', bold) + style('BI', `${italic} ${bold}`);
  const body = `<text:h text:outline-level="1">One</text:h><text:p>Then ${set('I', 'all')} was ${set('B', `very ${set('BI', 'quiet')}`)}.</text:p><text:p>${more}</text:p>`;
  const namespaces = ['office', 'style', 'text', 'fo']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  return await buildZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true },
    {
      name: 'content.xml',
      data: `<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    },
  ]);
}

describe('what is set off in print', () => {
  it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['an EPUB', async () => await epubOf('Then <em>all</em> was <b>very <i>quiet</i></b>.')],
    [
      'a web page',
      () =>
        Buffer.from(`<html><body>${bodyOf('Then <i>all</i> was <strong>very <em>quiet</em></strong>.')}</body></html>`),
    ],
    ['Markdown', () => Buffer.from(`# One\n\nThen *all* was **very *quiet***.\n\n${more}\n`)],
    [
      'FictionBook',
      () =>
        Buffer.from(
          `<?xml version="1.0" encoding="UTF-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info><book-title>T</book-title><lang>en</lang></title-info></description><body><section><title><p>One</p></title><p>Then <emphasis>all</emphasis> was <strong>very <emphasis>quiet</emphasis></strong>.</p><p>${more}</p></section></body></FictionBook>`,
        ),
    ],
    [
      'Word',
      async () =>
        await buildDocx({
          body: [
            paragraph(
              [
                run('Then '),
                '<w:r><w:rPr><w:i/></w:rPr><w:t>all</w:t></w:r>',
                run(' was '),
                '<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">very </w:t></w:r>',
                '<w:r><w:rPr><w:b/><w:i/></w:rPr><w:t>quiet</w:t></w:r>',
                run('.'),
              ].join(''),
            ),
            paragraph(run(more)),
          ].join(''),
        }),
    ],
    ['OpenDocument', buildOdt],
  ])('is kept of %s, and only where the places of the text are', async (kind, make) => {
    const names = {
      'an EPUB': 'a.epub',
      'a web page': 'a.html',
      Markdown: 'a.md',
      FictionBook: 'a.fb2',
      Word: 'a.docx',
      OpenDocument: 'a.odt',
    };
    const name = names[kind as keyof typeof names];
    const bytes = await make();
    expect(await setOffIn(name, bytes)).toEqual(['em: all', 'strong: very', 'both: quiet']);
    expect(await setOffIn(name, bytes, {})).toEqual([]);
  });

  it('is found again where white space, soft hyphens and note marks were taken out, and words are there twice', async () => {
    const inline =
      'It was\n  quiet<a epub:type="noteref" href="#n">[1]</a>, qui\u00ADet [<a epub:type="noteref" href="#n">2</a>], <i>quiet  and\n qui\u00ADet</i>[3] <b>once</b> more.';
    const file = await epubOf(`${inline}</p><p id="n" epub:type="footnote">A note`);
    expect(await setOffIn('a.epub', file)).toEqual(['em: quiet and quiet', 'strong: once']);
  });

  it('is that of the line in verse', async () => {
    const file = await epubOf(
      'The lamps are <i>lit,<br/>the lamps</i> are out,<br/>and <b>all is quiet,</b><br/>the lamps are out.',
    );
    const { chapters } = await readFile('a.epub', Buffer.from(file), { keepsSource: true });
    const blocks = chapters.flatMap((chapter) => chapter.blocks).filter(({ text }) => /lamps are|quiet/u.test(text));
    expect(blocks.flatMap(partsOf)).toEqual(['em: lit,', 'em: the lamps', 'strong: all is quiet,']);
  });
});
