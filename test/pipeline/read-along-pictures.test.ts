import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import type { Block } from '../../src/core/book.ts';
import { placePictures } from '../../src/pipeline/time/place-pictures.ts';
import { buildDocx, paragraph, run } from '../helpers/docx-builder.ts';
import { buildEpub, buildZip, tinyPng } from '../helpers/epub-builder.ts';
import { makeReadAlong } from '../helpers/make-read-along.ts';
import type { GivenBook } from '../helpers/make-read-along.ts';
import { withFile } from '../helpers/read-fixture.ts';
import { textIn } from '../helpers/unzip.ts';

const tinyGif = Buffer.from('R0lGODlhAgACAIAAAAAAAP///yH5BAAAAAAALAAAAAACAAIAAAIChFEAOw==', 'base64');
const words = 'walked along the quay before the lamps were lit, and told the harbour master all of it. '
  .repeat(6)
  .trim();
const [first, second] = [`Ada ${words}`, `Bob ${words}`];

/** Markup of a book with a picture between its two paragraphs. */
const between = (picture: string): string => `<h1>One</h1><p>${first}</p>${picture}<p>${second}</p>`;
const wordDrawing = (id: string, alt: string): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="${alt}"/><a:graphic><a:blip r:embed="${id}"/></a:graphic></wp:inline></w:drawing></w:r>`;
const relation = (id: string, target: string, more = ''): string =>
  `<Relationship Id="${id}" Target="${target}"${more}/>`;

async function docx(drawings: string, relations: string, entries: readonly (readonly [string, Uint8Array])[]) {
  return await buildDocx({
    body: [paragraph(run(first)), paragraph(drawings), paragraph(run(second))].join(''),
    relations,
    entries: entries.map(([name, data]) => ({ name, data })),
  });
}

async function odt(): Promise<Buffer> {
  const names = ['office', 'text', 'draw', 'svg'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const frame =
    '<draw:frame><draw:image xlink:href="Pictures/a%20b.svm"/><draw:image xlink:href="./Pictures/1.png"/><svg:desc>A heron</svg:desc></draw:frame>';
  const body = [first, frame, second].map((text) => `<text:p>${text}</text:p>`).join('');
  const content = `<office:document-content ${names.join(' ')} xmlns:xlink="http://www.w3.org/1999/xlink"><office:body><office:text>${body}</office:text></office:body></office:document-content>`;
  return await buildZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true },
    { name: 'content.xml', data: content },
    { name: 'Pictures/1.png', data: tinyPng },
  ]);
}

const fb2 = `<?xml version="1.0" encoding="UTF-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><book-title>T</book-title><lang>en</lang></title-info></description><body><section><title><p>One</p></title><p>${first}</p><image l:href="#one.png" alt="A heron"/><p>${second}</p></section></body><binary id="other" content-type="image/png">AAAA</binary><binary content-type="image/png" id="one.png">${Buffer.from(tinyPng).toString('base64')}</binary></FictionBook>`;
const dataAddress = `data:image/png;base64,${Buffer.from(tinyPng).toString('base64')}`;

const picture = (name: string, alt = name): string => `<img src="../images/${name}.png" alt="${alt}"/>`;
const translated = (blocks: readonly Block[]): Block[] =>
  blocks.map(({ pictures: _pictures, ...block }) => ({ ...block, text: block.text.replace(/^\w+/u, 'Neu$&') }));
const show = (source: string, place: 'before' | 'after') => ({ source, place, alt: '' });
const texts = (...lengths: number[]) =>
  lengths.map((length) => ({ kind: 'paragraph' as const, text: 'x'.repeat(length) }));

describe('the pictures of a book that is not an EPUB', () => {
  it.each<[string, () => Promise<GivenBook>, ...warnings: string[]]>([
    [
      'Word',
      async () => ({
        name: 'a.docx',
        bytes: await docx(wordDrawing('r1', 'A heron'), relation('r1', 'media/one.png'), [
          ['word/media/one.png', tinyPng],
        ]),
      }),
    ],
    ['OpenDocument', async () => ({ name: 'a.odt', bytes: await odt() })],
    ['FictionBook', async () => ({ name: 'a.fb2', bytes: await Promise.resolve(fb2) })],
    ['packed FictionBook', async () => ({ name: 'a.fb2.zip', bytes: await buildZip([{ name: 'a.fb2', data: fb2 }]) })],
    [
      'Markdown',
      async () => ({
        name: 'a.md',
        bytes: `# One\n\n${first}\n\n![A heron](<pictures/one two.png>)\n\n${second}\n`,
        beside: await Promise.resolve({ 'pictures/one two.png': tinyPng }),
      }),
    ],
    [
      'a web page',
      async () => ({
        name: 'a.html',
        bytes: await Promise.resolve(
          `<html><body>${between(`<p><img alt="A heron" src="${dataAddress}"><img src="gone.png"><img src="http://127.0.0.1:9/a.png"></p>`)}</body></html>`,
        ),
      }),
      "The read-along of a.html is without 'gone.png' (it was not found).",
    ],
  ])('are shown at their places: %s', async (_kind, given, ...expected) => {
    const { page, pictures, warnings, files } = await makeReadAlong(await given());
    expect(page.filter((one) => one !== 'One')).toEqual(['Ada', '[A heron]', 'Bob']);
    expect(pictures.map(({ bytes }) => bytes.equals(tinyPng))).toEqual([true]);
    expect(warnings).toEqual(expected);
    expect(textIn(files, 'OEBPS/package.opf')).toContain('media-type="image/png"/>');
  });

  it('are checked by their bytes, stored once each, and left out with a warning where they cannot be shown', async () => {
    const drawing = `<!DOCTYPE svg [<!ENTITY e "&#60;script/>">]><svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><s:script>alert(1)</s:script><s:style>@import url(http://x.test/)</s:style><foreignObject><p/></foreignObject><s:image href="http://x.test/a.png"/><g id="g"><use href="#g"/></g><use xlink:href="http://x.test/#a" xmlns:xlink="http://www.w3.org/1999/xlink"/><s:text fill="url(http://x.test/)" stroke="url(#a)">&lt;b> &amp; c\u0001</s:text></svg>`;
    const huge = Buffer.from(tinyPng);
    huge.writeUInt32BE(20_000, 16);
    huge.writeUInt32BE(20_000, 20);
    const webp =
      'UklGRlwAAABXRUJQVlA4WAoAAAAQAAAAAQAAAQAAQUxQSAUAAAAAgICAgABWUDggMAAAANABAJ0BKgIAAgABQCYloAJ0ugH4AAOwAP7y63/82BXNc+/3/9Lg/S4P0uD/0pAAAA==';
    const entries: [string, string, Uint8Array][] = [
      ['png', 'media/a.png', tinyPng],
      ['same', 'media/b.gif', tinyPng],
      ['gif', '/word/media/c.png', tinyGif],
      ['svg', 'media/d.svg', Buffer.from(drawing)],
      ['webp', 'media/e.webp', Buffer.from(webp, 'base64')],
      ['huge', 'media/f.png', huge],
      ['long', 'media/g.png', Buffer.concat([tinyPng, Buffer.alloc(5000)])],
      ['text', 'media/h.png', Buffer.from('<html><script/></html>')],
      ['cut', 'media/i.png', Buffer.from(tinyPng).subarray(0, 20)],
    ];
    const relations = [
      ...entries.map(([id, target]) => relation(id, target)),
      relation('web', 'http://127.0.0.1:9/a.png', ' TargetMode="External"'),
      relation('path', '../../outside.png'),
      relation('none', 'media/none.png'),
    ];
    const ids = [...entries.map(([id]) => id), 'web', 'path', 'none'];
    const bytes = await docx(
      ids.map((id) => wordDrawing(id, id)).join(''),
      relations.join(''),
      entries.map(([, target, data]) => [target.startsWith('/') ? target.slice(1) : `word/${target}`, data]),
    );
    const { page, pictures, warnings } = await makeReadAlong({ name: 'a.docx', bytes, limits: { coverBytes: 2000 } });
    expect(page).toEqual(['Ada', '[png]', '[same]', '[gif]', '[svg]', '[webp]', 'Bob']);
    expect(pictures).toHaveLength(4);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The read-along of a\.docx is without 'word\/media\/f\.png' \(it has more than 100 million pixels\), and 4 more\.$/u,
      ),
    ]);
    const svg = pictures.find(({ name }) => name.endsWith('.svg'))?.bytes.toString() ?? '';
    expect(svg.split('\n')[1]).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"><g id="g"></g><use></use><text stroke="url(#a)">&lt;b&gt; &amp; c</text></svg>',
    );
  });

  it('in AVIF become JPEG, or PNG where they are transparent', async () => {
    const background = { r: 51, g: 102, b: 153, alpha: 0.5 };
    const avif = async (channels: 3 | 4) =>
      await sharp({ create: { width: 8, height: 8, channels, background } })
        .avif()
        .toBuffer();
    const { page, pictures, warnings } = await makeReadAlong({
      name: 'a.md',
      bytes: `# One\n\n${first}\n\n![plain](plain.avif)\n\n![glass](glass.png)\n\n${second}\n`,
      // Its name is wrong.
      beside: { 'plain.avif': await avif(3), 'glass.png': await avif(4) },
    });
    expect(page).toEqual(['One', 'Ada', '[plain]', '[glass]', 'Bob']);
    const shown = await Promise.all(
      pictures.map(async ({ name, bytes }) => {
        const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
        return [
          path.extname(name),
          (await sharp(bytes).metadata()).format,
          info.channels,
          Math.round((data[2] ?? 0) / 9),
        ];
      }),
    );
    expect(shown.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
      ['.jpg', 'jpeg', 3, 17],
      ['.png', 'png', 4, 17],
    ]);
    expect(warnings).toEqual([]);
  });

  it('are never taken from outside of the folder of the book', async () => {
    const addresses = [
      '../outside.png',
      'link.png',
      '%2e%2e/outside.png',
      'http://127.0.0.1:9/a.png',
      '//127.0.0.1:9/b.png',
      'in.png',
    ];
    const text = addresses.map((address, index) => `![${index}](${address})\n\nThen ${words}\n`).join('\n');
    const { page, warnings } = await makeReadAlong({
      name: 'a.md',
      bytes: `# One\n\n${text}`,
      beside: { 'in.png': tinyPng },
    });
    expect(page.filter((one) => one !== 'Then')).toEqual(['One', '[5]']);
    expect(warnings).toEqual(["The read-along of a.md is without 'link.png' (it was not found)."]);
  });
});

describe('the pictures of an EPUB that is translated', () => {
  const book = {
    documents: [
      { path: 'text/cover.xhtml', title: 'Cover', body: `<p>${picture('cover')}</p>` },
      { path: 'text/plate.xhtml', title: 'Plate', body: `<svg><image xlink:href="../images/plate.png"/></svg>` },
      {
        path: 'text/one.xhtml',
        title: 'One',
        body: `${picture('first')}<h1>One</h1>${picture('second')}<p>${first} ${picture('inline')}</p><ul><li>One ${words}</li><li>${picture('item')}Two ${words}</li></ul>${picture('L', 'L')}ate ${words}<aside epub:type="footnote" id="n">${picture('note')}A note.</aside>${picture('last', 'The last &amp; &quot;best&quot;')}`,
      },
    ],
    entries: ['plate', 'first', 'second', 'inline', 'item', 'L', 'note', 'last'].map((name, index) => ({
      name: `OEBPS/images/${name}.png`,
      data: Buffer.concat([tinyPng, Buffer.from([index])]),
    })),
    cover: { bytes: tinyPng, path: 'images/cover.png' },
    nav: [{ label: 'One', href: 'text/one.xhtml' }],
  };
  it('are between its blocks, and the alternative text is spoken as without them', async () => {
    const bytes = await buildEpub(book);
    const { page, pictures, warnings, chapter } = await makeReadAlong({
      name: 'a.epub',
      bytes,
      spoken: translated,
      images: 'alt',
    });
    expect(page.join(' ')).toBe(
      '[] [first] Neufirst NeuOne [second] Neusecond NeuAda [inline] Neuinline NeuOne ' +
        '[item] Neuitem NeuTwo NeuLate [The last &amp; &quot;best&quot;] NeuThe',
    );
    expect(chapter).toMatch(/<\/ul>\n<figure class="picture"><img [^>]+><\/figure>\n<p class="caption">.+\n<ul>/u);
    expect([pictures.length, warnings]).toEqual([6, []]);
    const { signal } = new AbortController();
    const plain = await withFile('a.epub', bytes, async (file) => await readBook(file, { images: 'alt', signal }));
    const spoken = plain.chapters.flatMap(({ blocks }) => translated(blocks).map(({ text }) => text.slice(0, 9)));
    expect(spoken.map((text) => /\w+/u.exec(text)?.[0])).toEqual(page.filter((one) => !one.startsWith('[')));
  });

  it('stand where as much of the text has gone by in a script of another length', () => {
    const heading = { kind: 'heading' as const, text: 'One' };
    const [one = heading, two = heading, three = heading] = texts(100, 100, 200);
    const blocks = [
      { ...heading, pictures: [show('a', 'before'), show('b', 'after')] },
      { ...one, pictures: [show('c', 'after')] },
      two,
      { ...three, pictures: [show('d', 'before'), show('e', 'after')] },
    ];
    const placesIn = (spoken: Parameters<typeof placePictures>[1]) =>
      [...placePictures(blocks, spoken)].flatMap(([at, pictures]) => pictures.map(({ source }) => `${source}${at}`));
    expect(placesIn([heading, ...texts(9, 9, 9)])).toEqual(['a0', 'b1', 'c2', 'd3', 'e4']);
    expect(placesIn([heading, heading, ...texts(9, 9, 9)])).toEqual(['a0', 'b2', 'c3', 'd4', 'e5']);
    expect(placesIn(texts(25, 25, 25, 24))).toEqual(['a0', 'b0', 'c1', 'd2', 'e4']);
    expect(placesIn([heading, ...texts(60)])).toEqual(['a0', 'b1', 'c1', 'd1', 'e2']);
    expect(placesIn([])).toEqual(['a0', 'b0', 'c0', 'd0', 'e0']);
  });
});
