import { describe, expect, it } from 'vitest';
import { dropLeaders } from '../../src/book/epub/markup/clean/drop-leaders.ts';
import type { EpubDocument } from '../helpers/epub-builder.ts';
import { readBody, readFixture } from '../helpers/read-fixture.ts';

const prose = '<p>The rest of the chapter goes on for a while so that there is some text to read in it.</p>';
const proseBlock = 'paragraph: The rest of the chapter goes on for a while so that there is some text to read in it.';
const program = '<pre class="code" id="loop">while (true) {\n  wait();\n\n  go();\n}</pre>';

async function firstKind(body: string): Promise<string | undefined> {
  const blocks = await readBody(`<h1>T</h1>${prose}${body}`, { code: 'read' });
  return blocks[2]?.split(':')[0];
}

describe('a program', () => {
  it('is announced with its number of lines and listed as left out', async () => {
    const { chapters, leftOut } = await readFixture({
      documents: [{ path: 'a.xhtml', title: 'One', body: `<h1>One</h1>${prose}${program}${prose}` }],
    });
    expect(chapters[0]?.blocks[2]).toEqual({
      kind: 'paragraph',
      text: 'Code example, 4 lines.',
      document: 'OEBPS/a.xhtml',
      elementId: 'loop',
    });
    expect(leftOut).toContainEqual({
      document: 'OEBPS/a.xhtml#loop',
      reason: 'code',
      words: 4,
      about: 'while (true) {',
    });
  });

  it('is read with its lines joined, or skipped, on request', async () => {
    const body = `<h1>T</h1>${prose}${program}`;
    const code = 'code: while (true) { wait(); go(); }';
    expect(await readBody(body, { code: 'read' })).toEqual(['heading: T', proseBlock, code]);
    expect(await readBody(body, { include: ['code'] })).toEqual(['heading: T', proseBlock, code]);
    expect(await readBody(body, { code: 'skip' })).toEqual(['heading: T', proseBlock]);
  });

  it('is one example when its lines are paragraphs, and keeps its line numbers out', async () => {
    const lines = ['let a', 'let b', 'let c'].map((line) => `<p class="code">${line}</p>`).join('');
    expect(await readBody(`<h1>T</h1>${prose}${lines}${prose}`)).toContain('paragraph: Code example, 3 lines.');
    const numbered = `<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td>
      <td class="code"><div class="highlight"><pre>one()\n<span>two</span>()</pre></div></td></tr></table>`;
    const pandoc = numbered.replace('class="linenos"', 'class="lineNumbers"');
    for (const table of [numbered, pandoc]) {
      expect(await readBody(`<h1>T</h1>${prose}${table}`)).toEqual([
        'heading: T',
        proseBlock,
        'paragraph: Code example, 2 lines.',
      ]);
    }
  });

  it('is distinguished from verse and letters in preformatted text', async () => {
    const verse =
      '<pre>“You are old,” said the youth, “as I mentioned;\n  And have grown uncommonly fat;\nYet you turned”</pre>';
    const letter = '<pre>Dear Sir,\n\nWe owe you $12 (and more);\nplease call.\n========\nYours</pre>';
    const commands = '<pre>$ cd river\n$ make all\nDone.</pre>';
    const values = '<pre>let width = 12;\nopen(width);\n</pre>';
    expect(await Promise.all([verse, letter, commands, values].map(firstKind))).toEqual([
      'verse',
      'verse',
      'code',
      'code',
    ]);
  });

  it.each([
    ['de', 'Codebeispiel, 4 Zeilen.', undefined],
    ['ru', 'Пример кода, 4 строки.', undefined],
    ['ja', 'コード例、4行。', undefined],
    ['cy', 'Code example, 4 lines.', 'en'],
  ])('is announced in the language of the book (%s)', async (language, text, own) => {
    const documents = [{ path: 'a.xhtml', title: 'One', body: `<h1>1</h1><p>…</p>${program}` }];
    const { chapters } = await readFixture({ documents, language });
    expect(chapters[0]?.blocks.at(-1)).toMatchObject({ text, ...(own === undefined ? {} : { language: own }) });
  });
});

describe('references', () => {
  const works = [
    'Adams, J. <i>Rivers</i>. London: Faber, 1987.',
    'Brown, K. and Cole, L. (2003). “Weirs.” Water 12, 3–19.',
    'Dean, M. A History of Locks. Leeds University Press, 1955.',
  ];
  const bibliography = (title: string): string => `<h2>${title}</h2>${works.map((work) => `<p>${work}</p>`).join('')}`;

  const declared = (title: string): string =>
    `<section><h1>${title}</h1><div role="doc-bibliography">${works.map((work) => `<div>${work}</div>`).join('')}</div></section>`;

  it('is left out with its heading when the markup declares the works alone', async () => {
    const { chapters, leftOut } = await readFixture({
      documents: [
        { path: 'a.xhtml', title: 'One', body: `<h1>One</h1>${prose}` },
        { path: 'b.xhtml', title: 'References', body: declared('References') },
        { path: 'c.xhtml', title: 'Two', body: `<h1>Two</h1>${prose}${declared('The Works')}` },
      ],
    });
    expect(chapters.map(({ title }) => title)).toEqual(['One', 'Two']);
    expect(chapters[1]?.blocks.at(-1)?.text).toBe('The Works');
    expect(leftOut).toContainEqual(expect.objectContaining({ reason: 'bibliography', about: 'References' }));
  });

  it.each(['Bibliography', '7. References', 'Literaturverzeichnis', 'Список литературы', '参考文献'])(
    'under “%s” are left out and listed',
    async (title) => {
      const body = `<h1>One</h1>${prose}${bibliography(title)}<h2>After</h2>${prose}`;
      const { chapters, leftOut } = await readFixture({ documents: [{ path: 'a.xhtml', title: 'One', body }] });
      expect(chapters[0]?.blocks.map(({ text }) => text)).toEqual([
        'One',
        proseBlock.slice(11),
        'After',
        proseBlock.slice(11),
      ]);
      expect(leftOut).toContainEqual(expect.objectContaining({ reason: 'bibliography', about: title }));
    },
  );

  it.each([
    ['参考文献', ['夏目漱石『草枕』新潮文庫', '森鷗外『雁』岩波書店', '永井荷風『濹東綺譚』角川']],
    ['參考書目', ['魯迅《吶喊》人民文學出版社', '老舍《駱駝祥子》晨光', '巴金《家》開明書店']],
    ['참고문헌', ['김동인 『감자』 문학과지성사', '이상 『날개』 민음사', '현진건 『운수 좋은 날』 창비']],
  ])('with titles in the brackets of their language are left out under “%s”', async (title, list) => {
    const body = `<h1>One</h1>${prose}<h2>${title}</h2>${list.map((work) => `<p>${work}</p>`).join('')}`;
    const { leftOut } = await readFixture({ documents: [{ path: 'a.xhtml', title: 'One', body }] });
    expect(leftOut).toContainEqual(expect.objectContaining({ reason: 'bibliography', about: title }));
  });

  it('are read on request', async () => {
    const body = `<h1>T</h1>${prose}${bibliography('Bibliography')}`;
    expect(await readBody(body, { include: ['bibliography'] })).toHaveLength(6);
  });

  it('do not include an essay about books, nor a chapter with such a name', async () => {
    const essay = `<p>${'The best book about the river in 1987 was written by a man who had never seen it. '.repeat(6)}</p>`;
    expect(await readBody(`<h1>T</h1>${prose}<h2>Bibliography</h2>${essay}${essay}`)).toHaveLength(5);
    expect(await readBody(`<h1>T</h1>${prose}<h2>References</h2>${prose}${prose}`)).toHaveLength(5);
  });

  it('go on in the next document in the order of their authors', async () => {
    const more = 'Eaton Evans Fisher Grant Hughes'
      .split(' ')
      .map((name, index) => `<p>${name}, B. Rafts. York, 190${index}.</p>`);
    const read = async (body: string): Promise<number | undefined> => {
      const documents = [
        { path: 'a.xhtml', title: 'One', body: `<h1>One</h1>${prose}` },
        { path: 'b.xhtml', title: 'Bibliography', body: bibliography('Bibliography') },
        { path: 'c.xhtml', body },
      ];
      const { chapters } = await readFixture({
        documents,
        nav: [
          { label: 'One', href: 'a.xhtml' },
          { label: 'Bibliography', href: 'b.xhtml' },
        ],
      });
      return chapters.flatMap(({ blocks }) => blocks).length;
    };
    expect(
      await Promise.all([more.join(''), more.toReversed().join(''), `<h2>II</h2>${more.join('')}`, prose].map(read)),
    ).toEqual([2, 7, 8, 3]);
  });

  it('do not include what follows under the next heading of the same level', async () => {
    const blocks = await readBody(
      `<h1>T</h1>${bibliography('Works Cited')}<h3>Primary</h3><p>Old, A. 1901.</p><h2>Thanks</h2>${prose}`,
    );
    expect(blocks).toEqual(['heading: T', 'heading: Thanks', proseBlock]);
  });

  it('are rows of web addresses, but not an address in the text', async () => {
    const sites = ['The project https://example.org/a', 'https://example.org/b/c?d=1', 'Its forum: www.example.net'];
    const list = `<ul>${sites.map((site) => `<li>${site}</li>`).join('')}</ul>`;
    const body = `<h1>One</h1>${prose}<p>See https://example.org/ for more.</p><h2>Links</h2>${list}<h2>End</h2>${prose}`;
    const { chapters, leftOut } = await readFixture({ documents: [{ path: 'a.xhtml', title: 'One', body }] });
    expect(chapters[0]?.blocks.map(({ text }) => text)).toEqual([
      'One',
      proseBlock.slice(11),
      'See https://example.org/ for more.',
      'End',
      proseBlock.slice(11),
    ]);
    expect(leftOut).toContainEqual(expect.objectContaining({ reason: 'links', about: 'Links' }));
  });
});

const site = (number: number): string => `<p>Writer, A. Film ${number}, 4 May, http://example.org/${number}</p>`;

describe('a list of addresses', () => {
  const film = '<p>Coppola, Francis Ford. Hearts of Darkness, USA: Paramount, 1991.</p>';

  it('is one with the works that stand in it', async () => {
    const body = `<h1>T</h1>${prose}<h2>Films</h2>${site(1)}${film}${site(2)}${film}${film}${site(3)}`;
    expect(await readBody(body)).toEqual(['heading: T', proseBlock]);
  });

  it('does not take works around it, a list of works, nor a sentence', async () => {
    const said = '<p>In 2004 the site was closed.</p>';
    const around = `<h1>T</h1>${film}${site(1)}${site(2)}${site(3)}${film}${prose}`;
    const works = `<h1>T</h1>${site(1)}${film.repeat(6)}${site(2)}${site(3)}${prose}`;
    const sentence = `<h1>T</h1>${site(1)}${site(2)}${said}${site(3)}${prose}`;
    expect(
      (await Promise.all([around, works, sentence].map(async (body) => await readBody(body)))).map(
        (blocks) => blocks.length,
      ),
    ).toEqual([4, 11, 6]);
  });
});

describe('an index', () => {
  const names = ['Abel', 'Baker', 'Cole', 'Dean', 'Evans'];
  const entries = names.map((name, index) => `<p>${name}, John, ${index + 3}, ${index + 40}–44, 512n</p>`).join('');
  const author = '<p>He was born in a small town by the sea and wrote eleven novels before he was forty.</p>';
  const chapter = { path: 'a.xhtml', title: 'One', body: `<h1>One</h1>${prose}` };
  const index = { path: 'i1.xhtml', title: 'Index', body: `<h1>Index</h1>${entries}` };

  async function read(...rest: readonly EpubDocument[]): Promise<[text: string[], leftOut: string[]]> {
    const documents = [chapter, index, ...rest];
    const nav = documents.flatMap(({ title: label = '', path: href }) => (label === '' ? [] : [{ label, href }]));
    const { chapters, leftOut } = await readFixture({ documents, nav });
    return [
      chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text)).slice(2),
      leftOut.map(({ document, reason, words }) => `${reason} ${document.replace('OEBPS/', '')} ${words}`),
    ];
  }

  it('goes on in the next documents until a heading', async () => {
    const [texts, leftOut] = await read(
      { path: 'i2.xhtml', body: `<p>in Pittsburgh, 469</p><h2>K</h2>${entries}<p>King, Ada. See Lovelace</p>` },
      { path: 'i3.xhtml', body: `<h2>XYZ</h2>${entries}<h2>About the Author</h2>${author}` },
    );
    expect(texts).toEqual(['About the Author', author.replaceAll(/<.*?>/gu, '')]);
    expect(leftOut).toEqual(['index i1.xhtml 26', 'index i2.xhtml 33', 'index i3.xhtml 26']);
  });

  it.each([
    ['text', author],
    ['lines that end in years', '<p>Paris, 12 November 1888</p>' + author + prose],
    ['a page of its own heading', `<h1>Credits</h1>${entries}`],
    ['text without a heading after a few entries', `<p>Ada, 3</p><p>About the author</p>${author}`],
  ])('does not go on in %s', async (_name, body) => {
    const [texts, leftOut] = await read({ path: 'b.xhtml', body });
    expect(texts.join('')).toContain(body.replaceAll(/<.*?>/gu, ''));
    expect(leftOut).toEqual(['index i1.xhtml 26']);
  });

  it('does not go on under another entry of the contents, but under a letter', async () => {
    expect((await read({ path: 'b.xhtml', title: 'Credits', body: entries }))[0]).toHaveLength(6);
    expect((await read({ path: 'b.xhtml', title: 'K', body: entries }))[0]).toEqual([]);
  });
});

describe('what is between the text', () => {
  it('is not a dot leader, a line to write on or an underscore', async () => {
    const blocks = await readBody(
      `<h1>T</h1>${prose}<p>The Storm . . . . . . . . 27</p><p>Preface......ix</p><p>Name: ________, age ____.</p>
       <p>It was _very_ dark (_noir_), and then........ nothing.</p><p>Call <code>__init__</code> and my_name.</p><p>_____</p>`,
    );
    expect(blocks.slice(2)).toEqual([
      'paragraph: The Storm, 27',
      'paragraph: Preface, ix',
      'paragraph: Name:, age.',
      'paragraph: It was very dark (noir), and then… nothing.',
      'paragraph: Call __init__ and my_name.',
    ]);
  });

  it('is not a link to the previous or next page', async () => {
    const sphinx =
      '<h4>Previous topic</h4><p><a href="b.xhtml">Locks</a></p><h4>Next topic</h4><p><a href="c.xhtml">Weirs</a></p>';
    const texinfo = '<p>Next: <a href="c.xhtml">Weirs and everything about them</a></p>';
    const bar = '<p><a href="b.xhtml">« Prev</a> | <a href="t.xhtml">Up</a> | <a href="c.xhtml">Next »</a></p>';
    const said = '<p>Next: the long way home.</p>';
    expect(await readBody(`${bar}<h1>T</h1>${prose}${said}${texinfo}${sphinx}`)).toEqual([
      'heading: T',
      proseBlock,
      'paragraph: Next: the long way home.',
    ]);
  });

  it('is not advertising of a distributor', async () => {
    const front = `<p>About Doyle: he wrote.</p><p>Also available on Feedbooks for Doyle:</p><ul><li>The Lost World (1912)</li>
      <li>A Study in Scarlet</li></ul><p>Copyright: This work is available where copyright is Life+70.</p>
      <p>Note: This book is brought to you by Feedbooks http://www.feedbooks.com Strictly for personal use.</p>`;
    const back =
      '<h2>Loved this book ?</h2><p>Similar users also downloaded</p><p>Verne</p><p>A Journey</p><p>www.feedbooks.com</p><p>Food for the mind</p>';
    const { chapters, leftOut } = await readFixture({
      documents: [
        { path: 'a.xhtml', title: 'One', body: `<h1>One</h1>${prose}${front}` },
        {
          path: 'b.xhtml',
          title: 'Two',
          body: `<h1>Two</h1>${prose}<p>He asked at Feedbooks, where nothing was known of it.</p>`,
        },
        { path: 'c.xhtml', body: back },
      ],
    });
    expect(chapters.map(({ blocks }) => blocks.length)).toEqual([3, 3]);
    expect(leftOut.filter(({ reason }) => reason === 'advertisement').map(({ document }) => document)).toEqual([
      'OEBPS/a.xhtml',
      'OEBPS/c.xhtml',
    ]);
  });
});

describe('a page of the library that made the book', () => {
  const archive = `<p>This book was produced in EPUB format by the Internet Archive.</p><p>${'It relies on the recognition of letters, and may hold errors. '.repeat(18)}</p>`;
  const liberLiber =
    '<h1>Liber Liber</h1><p>Se questo libro ti è piaciuto, aiutaci a realizzarne altri. Fai una donazione.</p><p>Scopri sul sito tutto.</p>';
  const chapter = { path: 'a.xhtml', title: 'One', body: `<h1>One</h1>${prose}` };

  it.each([
    ['unlisted', '', archive],
    ['named as a notice', 'Notice', archive],
    ['named after the library', 'Liber Liber', liberLiber],
  ])('is left out when it is %s', async (_name, label, body) => {
    const documents = [
      { path: 'notice.xhtml', body },
      chapter,
      { path: 'b.xhtml', title: 'Two', body: `<h1>Two</h1>${prose}` },
    ];
    const nav = [
      ...(label === '' ? [] : [{ label, href: 'notice.xhtml' }]),
      { label: 'One', href: 'a.xhtml' },
      { label: 'Two', href: 'b.xhtml' },
    ];
    const { chapters, leftOut } = await readFixture({ documents, nav });
    expect(chapters.map(({ title }) => title)).toEqual(['One', 'Two']);
    expect(leftOut).toMatchObject([{ document: 'OEBPS/notice.xhtml', reason: 'advertisement' }]);
  });

  it('is not text that only speaks of the library, nor a chapter of another name', async () => {
    const said = '<p>He found it in the Internet Archive, which had been founded in 1996.</p>';
    expect(await readBody(`<h1>T</h1>${said}${prose}`)).toHaveLength(3);
    const body = `<h1>T</h1><p>This book was produced in EPUB format by the Internet Archive.</p>${prose}`;
    const { chapters } = await readFixture({ documents: [{ path: 'a.xhtml', title: 'T', body }] });
    expect(chapters[0]?.blocks.map(({ text }) => text)).toEqual(['T', proseBlock.slice(11)]);
  });
});

describe('note marks without links', () => {
  it('are found by their sequence', async () => {
    const blocks = await readBody(
      `<h1>T</h1><p>He ate bread,⁹³ and cheese.⁹⁴ Then wine⁹⁵ came.</p><p>A field of 12 m² and 3 x² remained.</p>
       <p>It was known [1]. Then [2], and later [3] as well as before [1, 2].</p>`,
    );
    expect(blocks).toEqual([
      'heading: T',
      'paragraph: He ate bread, and cheese. Then wine came.',
      'paragraph: A field of 12 m² and 3 x² remained.',
      'paragraph: It was known. Then, and later as well as before.',
    ]);
  });

  it('are not single numbers', async () => {
    const text = 'The year [1914] was the beginning, in volume³ of the series.';
    expect(await readBody(`<h1>T</h1><p>${text}</p>`)).toEqual(['heading: T', `paragraph: ${text}`]);
  });
});

describe('a hostile text', () => {
  it('is read', () => {
    const texts = ['.'.repeat(1e5), '. '.repeat(5e4), '_'.repeat(1e5), '_a '.repeat(3e4), 'a_ '.repeat(3e4)];
    expect(texts.map((text) => dropLeaders(text).length)).toEqual([1, 1, 0, 89_999, 89_999]);
  });

  it('may hold very many note marks, references and lists of books', async () => {
    const marks = Array.from({ length: 150_000 }, (_, index) => `a [${(index % 9000) + 1}]`).join(' ');
    const headings = '<h2>References</h2><p>A.</p>'.repeat(4000);
    const items = '<p>Also available on Feedbooks:</p>' + '<li>A</li>'.repeat(10_000);
    const blocks = await readBody(`<h1>T</h1><p>${marks}</p>${headings}${items}${prose}`);
    expect(blocks.at(-1)).toBe(proseBlock);
    expect(blocks[1]?.length).toBeLessThan(400_000);
  });
});

describe('an index', () => {
  it.each(['Indeks', 'Tárgymutató', '人名索引', 'Rejstřík', 'Índice remissivo', 'Index of Names'])(
    'is left out under its title: %s',
    async (title) => {
      const index = `<h1>${title}</h1>${Array.from({ length: 9 }, (_, at) => `<p>Town ${at}, ${at + 3}, ${at + 40}</p>`).join('')}`;
      const { chapters, leftOut } = await readFixture({
        documents: [
          { path: 'a.xhtml', title: 'One', body: `<h1>One</h1>${prose}` },
          { path: 'z.xhtml', title, body: index },
        ],
      });
      expect(chapters.map((chapter) => chapter.title)).toEqual(['One']);
      expect(leftOut).toMatchObject([{ reason: 'index', document: 'OEBPS/z.xhtml' }]);
    },
  );
});
