import { describe, expect, it } from 'vitest';
import type { BookChoices } from '../../../src/book/book-choices.ts';
import { openArchive } from '../../../src/book/epub/package/open-archive.ts';
import { placeInArchive } from '../../../src/book/epub/source/place-in-archive.ts';
import { editableText } from '../../../src/book/epub/rewrite/editable-text.ts';
import { spanEdits } from '../../../src/book/epub/rewrite/heard-document.ts';
import { limitsOf } from '../../../src/book/read-limits.ts';
import { readZipFile } from '../../../src/book/read-zip-file.ts';
import type { PlacedText } from '../../../src/core/placed-text.ts';
import { sentenceEnds } from '../../../src/text/split-sentences.ts';
import { buildEpub } from '../../helpers/epub-builder.ts';
import type { EpubOptions } from '../../helpers/epub-builder.ts';
import { withFile } from '../../helpers/read-fixture.ts';

interface Spliced {
  readonly placed: PlacedText;
  /** The documents with spans, by name. */
  readonly documents: ReadonlyMap<string, Buffer>;
  /** What each sentence without a span says. */
  readonly silent: readonly string[];
}

async function splice(options: EpubOptions, choices: BookChoices = {}): Promise<Spliced> {
  return await withFile('book.epub', await buildEpub({ nav: false, ...options }), async (file) => {
    const { chapters } = await readZipFile(file, { ...choices, keepsSource: true });
    const blocks = chapters
      .flatMap((chapter) => chapter.blocks)
      .map(({ text, source = [] }) => {
        const ends = text === '' ? [] : [...sentenceEnds(text, 'en'), text.length];
        return { text, source, sentences: ends.flatMap((to, index) => [ends[index - 1] ?? 0, to]) };
      });
    const limits = limitsOf({});
    await using archive = await openArchive(file, limits);
    const placed = await placeInArchive(archive, blocks, limits);
    const documents = new Map<string, Buffer>();
    for (const document of placed.documents) {
      const source = editableText(await archive.read(document.path, limits.documentBytes), document.encoding);
      documents.set(document.path.slice('OEBPS/'.length), source.apply(spanEdits(source, document)));
    }
    const sentences = blocks.flatMap((block) =>
      block.sentences.flatMap((to, index) =>
        index % 2 === 0 ? [] : [block.text.slice(block.sentences[index - 1], to)],
      ),
    );
    const silent = placed.unplaced.map(({ sentence, reason }) => `${reason}: ${sentences[sentence]}`);
    return { placed, documents, silent };
  });
}

/** Returns a body with its spans, written `{1 …}`. */
async function marked(body: string, choices: BookChoices = {}): Promise<string> {
  const { documents } = await splice({ documents: [{ path: 'a.xhtml', title: 'One', body }] }, choices);
  const text = documents.get('a.xhtml')?.toString() ?? '';
  const start = text.indexOf('<body>') + '<body>'.length;
  const inside = text.slice(start, text.indexOf('</body>')).trim();
  return inside.replaceAll(/<t?span id="s+(\d+)">/gu, '{$1 ').replaceAll(/<\/(?:tspan|span)>/gu, '}');
}

function page(head: string, text: string): string {
  return `${head}<html><body><p>${text}</p></body></html>`;
}

describe('placeInArchive', () => {
  it('puts a span around each sentence, with the inline elements that it holds whole', async () => {
    expect(await marked('<p>He <em>did</em> go. <b>She</b> stayed.\n All of <i>them. Now we</i> go.</p>')).toBe(
      '<p>{1 He <em>did</em> go.} {2 <b>She</b> stayed.}\n {3 All of} <i>{4 them.} {5 Now we}</i> {6 go.}</p>',
    );
  });

  it('leaves the children of a paragraph where styles look for them', async () => {
    expect(await marked('<p><a href="#x">One sentence.</a></p><p id="x">Two <br/>lines.</p>')).toBe(
      '<p><a href="#x">{1 One sentence.}</a></p><p id="x">{2 Two <br/>lines.}</p>',
    );
  });

  it('never divides a character reference or a CDATA section', async () => {
    expect(
      await marked(
        '<p>Caf&#233;s&#160;&amp; bars&semi; co&shy;op.<!-- no. --> Next <![CDATA[it was. Then ]]>it ended.</p>',
      ),
    ).toBe(
      '<p>{1 Caf&#233;s&#160;&amp; bars&semi; co&shy;op.}<!-- no. --> {2 Next <![CDATA[it was. Then ]]>}{3 it ended.}</p>',
    );
  });

  it('keeps the marks of notes silent, inside a sentence and after it', async () => {
    const note = '<a epub:type="noteref" href="#n">1</a>';
    expect(
      await marked(
        `<p>It was${note} so.${note} Then<sup>${note}</sup> not.</p><aside epub:type="footnote" id="n">N.</aside>`,
      ),
    ).toContain(`<p>{1 It was${note} so.}${note} {2 Then<sup>${note}</sup> not.}</p>`);
  });

  it('finds what cleaning changed', async () => {
    expect(
      await marked(
        '<p><i class="dropcap">O</i>nce _upon_ a time........ it was 10<sup>2</sup>.</p><h2>C H A P T E R</h2>',
      ),
    ).toBe(
      '<p>{1 <i class="dropcap">O</i>nce _upon_ a time........ it was 10<sup>2</sup>.}</p><h2>{2 C H A P T E R}</h2>',
    );
  });

  it('gives the cells of a row, the readings of ruby and lines of verse their own places', async () => {
    expect(
      await marked(
        '<table><tr><th>Name</th><th>Age</th></tr><tr><td>Ann</td><td>7</td></tr></table><p>The <ruby>cat<rt>kat</rt></ruby> sat.</p>',
      ),
    ).toBe(
      '<table><tr><th>{1 Name}</th><th>{2 Age}</th></tr><tr><td>{3 Ann}</td><td>{4 7}</td></tr></table><p>{5 The <ruby>cat<rt>kat</rt></ruby> sat.}</p>',
    );
    expect(await marked('<p>The <ruby>cat<rt>kat</rt></ruby> sat.</p>', { ruby: 'reading' })).toBe(
      '<p>{1 The <ruby>cat<rt>kat</rt></ruby> sat.}</p>',
    );
  });

  it('writes no span where none may stand, and tspan in a drawing', async () => {
    const list = await splice({
      documents: [{ path: 'a.xhtml', title: 'One', body: '<p>Before.</p><ul>Loose text.<li>Item.</li></ul>' }],
    });
    expect(list.documents.get('a.xhtml')?.toString()).toContain('<ul>Loose text.<li><span id="s2">Item.</span></li>');
    expect(list.silent).toEqual(['no-span: Loose text.']);
    const drawn = '<svg xmlns="http://www.w3.org/2000/svg"><title>T</title><text>Drawn words.</text></svg>';
    const drawing = await splice({ documents: [{ path: 'a.xhtml', title: 'One', body: drawn }] });
    expect(drawing.documents.get('a.xhtml')?.toString()).toContain('<text><tspan id="s1">Drawn words.</tspan></text>');
  });

  it('takes ids that the document does not have, and its prefix', async () => {
    const raw =
      '<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>T</h:title></h:head><h:body><h:p id="s1">A <h:em>b</h:em\n>.</h:p></h:body></h:html>';
    const { documents } = await splice({ documents: [{ path: 'a.xhtml', raw }] });
    expect(documents.get('a.xhtml')?.toString()).toBe(
      raw.replace('A <h:em>b</h:em\n>.', '<h:span id="ss1">A <h:em>b</h:em\n>.</h:span>'),
    );
  });

  it('keeps the encoding of a document', async () => {
    const utf16 = Buffer.from(page('\uFEFF<?xml version="1.0" encoding="utf-16"?>', 'Ža. Že.'), 'utf16le');
    const latin = Buffer.from(
      page('<?xml version="1.0" encoding="iso-8859-1"?>', 'Caf\u00E9. \u00C9t\u00E9.'),
      'latin1',
    );
    const marked8 = Buffer.from(page('\uFEFF', 'Žluť. 😀 Kůň.'));
    // "日本。 本。" in Shift JIS.
    const japanese = Buffer.from(
      page('<?xml version="1.0" encoding="shift_jis"?>', '\u0093\u00FA\u0096{\u0081B \u0096{\u0081B'),
      'latin1',
    );
    const { documents } = await splice({
      documents: [utf16, latin, marked8, japanese].map((raw, index) => ({ path: `${index}.xhtml`, raw })),
    });
    const spans = (encoding: BufferEncoding): string[] =>
      [...documents.values()].map((bytes) => /<p>(.*)<\/p>/u.exec(bytes.toString(encoding))?.[1] ?? '');
    expect(spans('utf16le')[0]).toBe('<span id="s1">Ža.</span> <span id="s2">Že.</span>');
    expect(spans('latin1')[1]).toBe('<span id="s1">Caf\u00E9.</span> <span id="s2">\u00C9t\u00E9.</span>');
    expect(spans('utf8')[2]).toBe('<span id="s1">Žluť.</span> <span id="s2">😀 Kůň.</span>');
    expect(spans('latin1')[3]).toBe(
      '<span id="s1">\u0093\u00FA\u0096{\u0081B</span> <span id="s2">\u0096{\u0081B</span>',
    );
  });

  it('expands no entity of the document, and finds the sentences behind it', async () => {
    const raw =
      '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY O "&#x201C;"><!ENTITY C "ab">]><html><body><p>&O;Hello.&O; It &C; was. So.</p></body></html>';
    const { documents } = await splice({ documents: [{ path: 'a.xhtml', raw }] });
    expect(/<p>.*<\/p>/u.exec(documents.get('a.xhtml')?.toString() ?? '')?.[0]).toBe(
      '<p><span id="s1">&O;Hello.&O;</span> <span id="s2">It &C; was.</span> <span id="s3">So.</span></p>',
    );
  });

  it('joins a sentence over two documents, and places a repeated document once', async () => {
    const one = {
      path: 'a.xhtml',
      id: 'a',
      body: '<p>It was a long and very dark way that did not seem to end and went</p>',
    };
    const two = { path: 'b.xhtml', id: 'b', body: '<p>on and on. They slept.</p><p>The end.</p>' };
    const { documents, placed } = await splice({ documents: [one, two] });
    expect(documents.get('a.xhtml')?.toString()).toContain('<p><span id="s1">It was');
    expect(documents.get('b.xhtml')?.toString()).toContain('<p><span id="s1">on and on.</span> <span id="s2">They');
    expect(placed.documents.map(({ spans }) => spans.map(({ sentence, part }) => [sentence, part]))).toEqual([
      [[0, 0]],
      [
        [0, 1],
        [1, 0],
        [2, 0],
      ],
    ]);
  });

  it('leaves what the program wrote and formulas without a span', async () => {
    const body =
      '<p>Code:</p><pre><code>let a = 1;\nlet b = 2;</code></pre><p>The end <img src="x.png" alt="of it"/>.</p>';
    const { silent } = await splice({ documents: [{ path: 'a.xhtml', title: 'One', body }] });
    expect(silent).toEqual(['generated: Code example, 2 lines.']);
  });
});
