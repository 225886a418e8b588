import { describe, expect, it } from 'vitest';
import { readBody, readFixture } from '../helpers/read-fixture.ts';

const filler = '<p>The rest of the chapter goes on for a while so that there is some text to read in it.</p>';
const fillerBlock = 'paragraph: The rest of the chapter goes on for a while so that there is some text to read in it.';

const chapterIn = (path: string, text: string, language: string) => ({
  path,
  title: path,
  body: `<h1>${path}</h1>${`<p>${text}</p>`.repeat(6)}`,
  bodyAttributes: `xml:lang="${language}"`,
});

describe('a block', () => {
  it('gets its kind from its element', async () => {
    const blocks = await readBody(
      `<h1>Title</h1><p>One.</p><ul><li>Two</li><li><p>Three</p></li></ul>
       <blockquote><p>Four.</p></blockquote><figure><img src="x.png" alt="A cat"/><figcaption>Five</figcaption></figure>
       <dl><dt>Six</dt><dd>Seven</dd></dl>`,
    );
    expect(blocks).toEqual([
      'heading: Title',
      'paragraph: One.',
      'list-item: Two',
      'list-item: Three',
      'quotation: Four.',
      'caption: Five',

      'list-item: Six',
      'list-item: Seven',
    ]);
  });

  it('keeps a drop cap with its word, in a span, in a box and as a picture', async () => {
    expect(await readBody('<h1>T</h1><p><span class="dropcap">O</span>nce upon a time.</p>')).toContain(
      'paragraph: Once upon a time.',
    );
    expect(await readBody('<h1>T</h1><div class="drop-cap">O</div><p>nce upon a time.</p>')).toContain(
      'paragraph: Once upon a time.',
    );
    expect(await readBody('<h1>T</h1><p><img src="o.png" alt="O"/>nce upon a time.</p>')).toContain(
      'paragraph: Once upon a time.',
    );
    expect(await readBody('<h1>T</h1><p><span class="dropcap">T</span> he end.</p>')).toContain('paragraph: The end.');
    expect(await readBody('<h1>T</h1><p><span class="dropcap">A</span> long time.</p>')).toContain(
      'paragraph: A long time.',
    );
  });

  it('joins the letters of a spaced-out heading', async () => {
    expect(await readBody(`<h1>C H A P T E R  O N E</h1>${filler}`)).toContain('heading: CHAPTER ONE');
    expect(await readBody(`<h1>Plan A B C</h1>${filler}`)).toContain('heading: Plan A B C');
  });

  it('has no soft hyphens and invisible characters', async () => {
    expect(await readBody('<h1>T</h1><p>Un&#173;be&#x200B;liev\u2060able.</p>')).toContain('paragraph: Unbelievable.');
  });

  it('has only the base text of ruby', async () => {
    expect(
      await readBody('<h1>T</h1><p><ruby>草枕<rp>(</rp><rt>くさまくら</rt><rp>)</rp></ruby>を読む。</p>'),
    ).toContain('paragraph: 草枕を読む。');
  });

  it('has the readings of ruby on request, except where they are dots that stress', async () => {
    const ruby = '<ruby>草枕<rp>(</rp><rt>くさまくら</rt><rp>)</rp></ruby>を<ruby><rb>読</rb><rt>・</rt></ruby>む。';
    expect(await readBody(`<h1>T</h1><p>${ruby}</p>`, { ruby: 'reading' })).toContain('paragraph: くさまくらを読む。');
  });

  it('keeps the language of a phrase in quotation marks', async () => {
    const body = `<h1>One</h1><p>“<i xml:lang="fr">Bonjour, dit-il.</i>”</p>${filler}${filler}`;
    const { chapters } = await readFixture({ documents: [{ path: 'a.xhtml', title: 'One', body }] });
    expect(chapters[0]?.blocks[1]).toMatchObject({ text: '“Bonjour, dit-il.”', language: 'fr' });
  });

  it('has the places of phrases in another language, if they have three words or more', async () => {
    const body =
      '<h1>One</h1><p>He said “<i xml:lang="fr-FR">Je ne sais <b>pas</b>\nencore</i>,” and “<i xml:lang="fr">Oui, oui</i>” to a <i lang="en">slice of bread</i>.</p>' +
      `<p>${'Then <i xml:lang="la">alea iacta est</i>, or '.repeat(2)}so<br/>it was <i xml:lang="la">alea [<a epub:type="noteref" href="#n">1</a>] iacta est</i> again.</p>${filler}${filler}`;
    const { chapters } = await readFixture({ documents: [{ path: 'a.xhtml', title: 'One', body }] });
    const phrases = chapters[0]?.blocks.map(({ text, ranges = [] }) =>
      ranges.map(({ from, to, language }) => `${language}: ${text.slice(from, to)}`),
    );
    expect(phrases?.slice(1, 3)).toEqual([
      ['fr-FR: Je ne sais pas encore'],
      ['la: alea iacta est', 'la: alea iacta est'],
    ]);
    expect(chapters[0]?.blocks[1]?.language).toBeUndefined();
  });

  it('has no place of a phrase whose language the text contradicts, as a word processor marks them', async () => {
    const english = 'The harbour lay still in the early light, and the boats moved only a little as the tide came in.';
    const marked = `<p>He wrote: <span xml:lang="de">${english}</span> That was all.</p>`;
    const body = `<h1>One</h1>${marked.repeat(12)}<p>She said: <i xml:lang="fr">Je ne sais pas.</i></p>`;
    const { chapters } = await readFixture({ documents: [{ path: 'a.xhtml', title: 'One', body }] });
    expect(chapters[0]?.blocks.flatMap(({ ranges = [] }) => ranges.map(({ language }) => language))).toEqual(['fr']);
  });

  it('keeps the language of the body of each chapter in an anthology, but not one that the text contradicts', async () => {
    const german = 'Der Hafen lag still im frühen Licht, und die Boote bewegten sich nur wenig, als die Flut kam.';
    const french = 'Le port était calme dans la lumière du matin, et les bateaux ne bougeaient que peu sur l’eau.';
    const english = 'The harbour lay still in the early light, and the boats moved only a little as the tide came in.';
    const anthology = await readFixture({
      documents: [chapterIn('a', english, 'en'), chapterIn('b', german, 'de'), chapterIn('c', french, 'fr')],
    });
    expect(anthology.chapters.map(({ blocks }) => blocks[1]?.language)).toEqual([undefined, 'de', 'fr']);
    const mistaken = await readFixture({ documents: [chapterIn('a', english, 'de'), chapterIn('b', english, 'de')] });
    expect(mistaken.chapters.map(({ blocks }) => blocks[1]?.language)).toEqual([undefined, undefined]);
    const mostly = await readFixture({
      documents: [chapterIn('a', english, 'en'), chapterIn('b', german.repeat(2), 'de'), chapterIn('c', german, 'de')],
    });
    expect(mostly.chapters.map(({ blocks }) => blocks[1]?.language)).toEqual([undefined, 'de', 'de']);
  });

  it('has no space where the source breaks a Japanese line', async () => {
    expect(await readBody('<h1>T</h1><p>山路を登り\n  ながら</p>')).toContain('paragraph: 山路を登りながら');
  });

  it('is the lines of one sentence in verse', async () => {
    expect(await readBody('<h1>T</h1><div class="poem"><p>Roses are red,<br/>violets are blue</p></div>')).toEqual([
      'heading: T',
      'verse: Roses are red,\nviolets are blue',
    ]);
    expect(await readBody('<h1>T</h1><p>Tyger Tyger,<br/>burning bright,<br/>In the forests</p>')).toEqual([
      'heading: T',
      'verse: Tyger Tyger,\nburning bright,\nIn the forests',
    ]);
  });

  it('ends at two line breaks, or at one after a sentence', async () => {
    const long = 'word '.repeat(30).trim();
    expect(await readBody(`<h1>T</h1>${long}<br/><br/>Second ${long}.<br/>“Third ${long}”`)).toEqual([
      'heading: T',
      `paragraph: ${long}`,
      `paragraph: Second ${long}.`,
      `paragraph: “Third ${long}”`,
    ]);
  });

  it('is a scene break by rule, stars or class, except at the ends of a chapter', async () => {
    const blocks = await readBody(
      '<h1>T</h1><hr/><p>A.</p><hr/><p>B.</p><p>* * *</p><p>C.</p><p class="scene-break"></p><p>D.</p><p>⁂</p>',
    );
    expect(blocks).toEqual([
      'heading: T',
      'paragraph: A.',
      'scene-break: ',
      'paragraph: B.',
      'scene-break: ',
      'paragraph: C.',
      'scene-break: ',
      'paragraph: D.',
    ]);
  });

  it('is a table row, unless tables are skipped', async () => {
    const table =
      '<table><caption>Prices</caption><tr><th>Fruit</th><th>Price</th></tr><tr><td>Apple,</td><td><p>2</p></td></tr></table>';
    expect(await readBody(`<h1>T</h1>${filler}${table}`)).toEqual([
      'heading: T',
      fillerBlock,
      'caption: Prices',
      'table-row: Fruit, Price',
      'table-row: Apple, 2',
    ]);
    expect(await readBody(`<h1>T</h1>${filler}${table}`, { tables: 'skip' })).toEqual(['heading: T', fillerBlock]);
  });

  it('is a paragraph in a table that only lays out the page', async () => {
    expect(await readBody(`<h1>T</h1><table><tr><td>${filler}${filler}</td></tr></table>`)).toEqual([
      'heading: T',
      fillerBlock,
      fillerBlock,
    ]);
  });

  it('is the alternative text of a picture only on request', async () => {
    const body = `<h1>T</h1>${filler}<p><img src="cat.jpg" alt="A cat on a wall"/></p>`;
    expect(await readBody(body)).toEqual(['heading: T', fillerBlock]);
    expect(await readBody(body, { images: 'alt' })).toEqual(['heading: T', fillerBlock, 'caption: A cat on a wall']);
  });

  it('keeps superscripts and subscripts that are not note marks', async () => {
    expect(await readBody('<h1>T</h1><p>H<sub>2</sub>O and x<sup>2</sup> on the 1<sup>st</sup>.</p>')).toContain(
      'paragraph: H2O and x² on the 1st.',
    );
  });

  it('has a formula in words', async () => {
    const math =
      '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML" alttext="a^2"><m:msup><m:mi>a</m:mi><m:mn>2</m:mn></m:msup></m:math>';
    expect(await readBody(`<h1>T</h1><p>Here is ${math}.</p>`)).toContain('paragraph: Here is a squared .');
  });

  it('does not include page numbers, line numbers, hidden text or scripts', async () => {
    const blocks = await readBody(
      `<h1>T</h1><p>One <span epub:type="pagebreak" id="p1">12</span>two<span class="lnum">310</span>
       <span style="display:none">secret</span><span class="gone">gone</span> three.</p><script>alert(1)</script>
       <div hidden="hidden">hidden</div>`,
      {},
      '<style>.gone { display: none }</style>',
    );
    expect(blocks).toEqual(['heading: T', 'paragraph: One two three.']);
  });

  it('is code for a preformatted program and verse for preformatted lines', async () => {
    const program = '<h1>T</h1><pre class="code">if (x) {\n  y();\n}</pre>';
    expect(await readBody(program, { code: 'read' })).toContain('code: if (x) { y(); }');
    expect(await readBody(`<h1>T</h1>${filler}<pre>How doth the little\n crocodile</pre>`)).toContain(
      'verse: How doth the little\ncrocodile',
    );
  });

  it('keeps its place, and its language if that is not the book’s', async () => {
    const { chapters } = await readFixture({
      documents: [
        {
          path: 'a.xhtml',
          title: 'One',
          body: `<h1>One</h1><p id="x" xml:lang="fr-FR">Bonjour.</p><p lang="en-GB">Hello.</p>${filler}`,
        },
      ],
    });
    expect(chapters[0]?.blocks.slice(1, 3)).toEqual([
      { kind: 'paragraph', text: 'Bonjour.', document: 'OEBPS/a.xhtml', elementId: 'x', language: 'fr-FR' },
      { kind: 'paragraph', text: 'Hello.', document: 'OEBPS/a.xhtml' },
    ]);
  });

  it('is found in tag soup: unclosed elements, bare ampersands, self-closing titles, prefixes', async () => {
    const raw =
      '<html><head><title/><script src="x"/></head><body><h1>Soup<p>Salt & pepper<p>Tom <svg:svg><svg:text>x</svg:text></svg:svg>and <b>Jerry</html>';
    const { chapters } = await readFixture({ documents: [{ path: 'a.xhtml', title: 'Soup', raw }] });
    expect(chapters[0]?.blocks.map(({ text }) => text)).toEqual(['Soup', 'Salt & pepper', 'Tom and Jerry']);
  });

  it('contains the single characters for which a document declares entities, and no other entity', async () => {
    const raw = `<!DOCTYPE html [<!ENTITY O "&#x201C;"><!ENTITY long "${'x'.repeat(50)}"><!ENTITY nest "&O;&O;">]>
      <html><body><h1>T</h1><p>&O;Curiouser &long; &nest;</p></body></html>`;
    const { chapters } = await readFixture({ documents: [{ path: 'a.xhtml', title: 'T', raw }] });
    expect(chapters[0]?.blocks[1]?.text).toBe('“Curiouser &long; &nest;');
  });
});

describe('a drawing', () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800"><title>Page 1</title>
    <text x="10" y="10">The sea was <tspan x="90">calm</tspan></text><text x="10" y="30">and the <tspan>boat</tspan> was old.</text>
    <text x="10" y="50"><tspan x="10" y="50">It had</tspan><tspan x="10" y="70">one sail.</tspan></text></svg>`;
  const paragraphs = ['paragraph: The sea was calm and the boat was old.', 'paragraph: It had one sail.'];

  it('is read when it is the whole page, also as a document of its own', async () => {
    expect(await readBody(`<div>${drawing}</div>`)).toEqual(paragraphs);
    const book = await readFixture({
      documents: [
        { path: '1.svg', mediaType: 'image/svg+xml', inSpine: true, raw: `<?xml version="1.0"?>${drawing}` },
        { path: '2.xhtml', body: '<p>The end.</p>' },
      ],
      nav: false,
    });
    expect(book.chapters[0]?.blocks.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      ...paragraphs,
      'paragraph: The end.',
    ]);
  });

  it('is not read beside text, but the markup embedded in it is', async () => {
    const embedded = drawing.replace('</svg>', '<foreignObject><p>Said the fish.</p></foreignObject></svg>');
    expect(await readBody(`<p>See here.</p>${embedded}`)).toEqual([
      'paragraph: See here.',
      'paragraph: Said the fish.',
    ]);
  });
});

describe('a Japanese heading', () => {
  it('keeps the space between its number and its name, and no space of the source', async () => {
    expect(await readBody('<h2>一　渡し場</h2><p>　川が\n 流れる。</p>')).toEqual([
      'heading: 一　渡し場',
      'paragraph: 川が流れる。',
    ]);
  });
});
