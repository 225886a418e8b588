import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { readFixture } from '../helpers/read-fixture.ts';

const sentence = 'This is a sentence of the story that has quite enough words to count as running text for everyone.';
const prose = (words: string, count = 3): string => `<p>${words} begins here.</p>${`<p>${sentence}</p>`.repeat(count)}`;
const titles = ({ chapters }: Book): string[] => chapters.map(({ title }) => title);
const texts = ({ chapters }: Book, index: number): string[] => chapters[index]?.blocks.map(({ text }) => text) ?? [];
const reasons = ({ leftOut }: Book): string[] =>
  leftOut.map(({ reason, document }) => `${reason} ${document.replace('OEBPS/', '')}`);

describe('a chapter of the table of contents', () => {
  it('starts at an anchor inside a document and can continue in the next', async () => {
    const book = await readFixture({
      documents: [
        { path: 'a.xhtml', body: `<h2 id="c1">One</h2>${prose('First')}<h2 id="c2">Two</h2>${prose('Second')}` },
        { path: 'b.xhtml', body: prose('More of the second') },
        { path: 'c.xhtml', body: `${prose('End of the second')}<a id="c3"/><h2>Three</h2>${prose('Third')}` },
      ],
      nav: [
        { label: 'One', href: 'a.xhtml#c1' },
        { label: 'Two', href: 'a.xhtml#c2' },
        { label: 'Three', href: 'c.xhtml#c3' },
      ],
    });
    expect(titles(book)).toEqual(['One', 'Two', 'Three']);
    expect(texts(book, 1).filter((text) => text.endsWith('begins here.'))).toEqual([
      'Second begins here.',
      'More of the second begins here.',
      'End of the second begins here.',
    ]);
  });

  it('starts at the heading above its anchor', async () => {
    const book = await readFixture({
      documents: [
        { path: 'a.xhtml', body: `<h2>One</h2><p id="x">${sentence}</p><h2>Two</h2><p id="y">${sentence}</p>` },
      ],
      nav: [
        { label: 'One', href: 'a.xhtml#x' },
        { label: 'Two', href: 'a.xhtml#y' },
      ],
    });
    expect(book.chapters.map(({ blocks }) => blocks.map(({ text }) => text))).toEqual([
      ['One', sentence],
      ['Two', sentence],
    ]);
  });

  it('comes in the order of the spine, not of the contents', async () => {
    const book = await readFixture({
      documents: [
        { path: 'a.xhtml', body: `<h1>A</h1>${prose('A')}` },
        { path: 'b.xhtml', body: `<h1>B</h1>${prose('B')}` },
      ],
      nav: [
        { label: 'B', href: 'b.xhtml' },
        { label: 'A', href: 'a.xhtml' },
      ],
    });
    expect(titles(book)).toEqual(['A', 'B']);
  });

  it('keeps the page of its part and has the part’s title if another chapter has the same title', async () => {
    const book = await readFixture({
      documents: [
        { path: 'p1.xhtml', body: '<h1>Part One</h1><p>In which it begins.</p>' },
        { path: 'a.xhtml', body: `<h2>Chapter 1</h2>${prose('Alpha', 15)}` },
        { path: 'p2.xhtml', body: '<h1>Part Two</h1>' },
        { path: 'b.xhtml', body: `<h2>Chapter 1</h2>${prose('Beta', 15)}` },
      ],
      nav: [
        { label: 'Part One', href: 'p1.xhtml', children: [{ label: 'Chapter 1', href: 'a.xhtml' }] },
        { label: 'Part Two', href: 'p2.xhtml', children: [{ label: 'Chapter 1', href: 'b.xhtml' }] },
      ],
    });
    expect(titles(book)).toEqual(['Part One: Chapter 1', 'Part Two: Chapter 1']);
    expect(texts(book, 0).slice(0, 3)).toEqual(['Part One', 'In which it begins.', 'Chapter 1']);
    expect(texts(book, 1).slice(0, 2)).toEqual(['Part Two', 'Chapter 1']);
  });

  it('belongs to a part in flat contents, too', async () => {
    const book = await readFixture({
      documents: ['One', 'Two'].map((name) => ({
        path: `${name}.xhtml`,
        body: `<h1 id="p">BOOK ${name}</h1><h2 id="c">CHAPTER I</h2>${prose(name, 15)}`,
      })),
      nav: ['One', 'Two'].flatMap((name) => [
        { label: `BOOK ${name}`, href: `${name}.xhtml#p` },
        { label: 'CHAPTER I', href: `${name}.xhtml#c` },
      ]),
    });
    expect(titles(book)).toEqual(['BOOK One: CHAPTER I', 'BOOK Two: CHAPTER I']);
  });

  it('keeps its sections in a manual', async () => {
    const sections = [1, 2, 3].map((number) => `<h2 id="s${number}">1.${number} Section</h2>${prose('Text')}`).join('');
    const book = await readFixture({
      documents: [
        { path: 'a.xhtml', body: `<h1>1. Start</h1>${sections}` },
        { path: 'b.xhtml', body: `<h1>2. Next</h1>${prose('Text')}` },
      ],
      nav: [
        {
          label: '1. Start',
          href: 'a.xhtml',
          children: [1, 2, 3].map((n) => ({ label: `1.${n} Section`, href: `a.xhtml#s${n}` })),
        },
        { label: '2. Next', href: 'b.xhtml' },
      ],
    });
    expect(titles(book)).toEqual(['1. Start', '2. Next']);
  });

  it('comes from the NCX if there is no navigation document', async () => {
    const book = await readFixture({
      version: '2.0',
      documents: [
        { path: 'My File.xhtml', entryName: 'OEBPS/my file.xhtml', body: prose('A') },
        { path: 'b.xhtml', body: prose('B') },
      ],
      ncx: [
        { label: 'First', href: 'My%20File.xhtml' },
        { label: '', href: 'b.xhtml' },
        { label: 'Nowhere', href: 'missing.xhtml' },
      ],
    });
    expect(book.chapters.map(({ title, titleSource }) => [title, titleSource])).toEqual([
      ['First', 'contents'],
      ['Chapter 2', 'number'],
    ]);
  });

  it('starts with loose lines before the first entry, but prose there is another chapter', async () => {
    const documents = [{ path: 'b.xhtml', body: `<h1>One</h1>${prose('B')}` }];
    const nav = [{ label: 'One', href: 'b.xhtml' }];
    const withProse = await readFixture({
      documents: [{ path: 'a.xhtml', body: `<h1>Foreword</h1>${prose('A')}` }, ...documents],
      nav,
    });
    expect(titles(withProse)).toEqual(['Foreword', 'One']);
    const withLine = await readFixture({
      documents: [{ path: 'a.xhtml', body: '<p>For Ada.</p>' }, ...documents],
      nav,
    });
    expect(titles(withLine)).toEqual(['One']);
    expect(texts(withLine, 0).slice(0, 2)).toEqual(['For Ada.', 'One']);
  });
});

describe('a book without usable contents', () => {
  const documents = [1, 2].map((number) => ({
    path: `${number}.xhtml`,
    body: `<h1>Head ${number}</h1>${prose('Text')}<h2>Sub</h2>${prose('More')}`,
  }));

  it('is one chapter with the title of the book', async () => {
    const book = await readFixture({ documents, nav: false, title: 'The Book' });
    expect(titles(book)).toEqual(['The Book']);
    const lost = await readFixture({ documents, nav: [{ label: 'X', href: 'x.xhtml' }], title: 'The Book' });
    expect(titles(lost)).toEqual(['The Book']);
    expect(lost.warnings).toContain(
      'The table of contents does not lead into the text; the book is read as one chapter.',
    );
  });

  it('is divided at headings or documents on request', async () => {
    expect(titles(await readFixture({ documents, nav: false }, { splitBy: 'headings' }))).toEqual(['Head 1', 'Head 2']);
    expect(titles(await readFixture({ documents, nav: false }, { splitBy: 'documents' }))).toEqual([
      'Head 1',
      'Head 2',
    ]);
  });

  it('has the title of its first document when it is divided at documents, even if that is the title of the book', async () => {
    const plain = ['The Book', 'Two', 'Three'].map((title, index) => ({
      path: `${index}.xhtml`,
      title,
      body: `<p>${prose('A')}</p>`,
    }));
    const book = await readFixture({ title: 'The Book', documents: plain, nav: false }, { splitBy: 'documents' });
    expect(titles(book)).toEqual(['The Book', 'Two', 'Three']);
  });
});

const titled = async (label: string, body: string): Promise<{ title: string; spoken: string[] }> => {
  const other = { path: 'z.xhtml', body: `<h1>Other</h1>${prose('Z')}` };
  const book = await readFixture({
    documents: [{ path: 'a.xhtml', body: `${body}<p>${sentence}</p>` }, other],
    nav: [
      { label, href: 'a.xhtml' },
      { label: 'Other', href: 'z.xhtml' },
    ],
  });
  return { title: book.chapters[0]?.title ?? '', spoken: texts(book, 0).filter((text) => text !== sentence) };
};

describe('a title', () => {
  it.each([
    ['The Storm', '<h1>The Storm</h1>', 'The Storm', ['The Storm']],
    ['3', '<h1>The Storm</h1>', '3: The Storm', ['3', 'The Storm']],
    ['The Storm', '<h1>3</h1>', '3: The Storm', ['3']],
    ['Chapter 3', '<h1>Chapter 3</h1><h2>The Storm</h2>', 'Chapter 3: The Storm', ['Chapter 3', 'The Storm']],
    ['3. The Storm', '<h1>Chapter 3.<br/>The Storm</h1>', 'Chapter 3. The Storm', ['Chapter 3.', 'The Storm']],
    ['The Storm', '<p class="chapter-title">The Storm</p>', 'The Storm', ['The Storm']],
    ['The Storm', '', 'The Storm', ['The Storm']],
    ['Untitled', '<h1>The Storm</h1>', 'The Storm', ['The Storm']],
    ['', '<p><b>THE STORM</b></p>', 'THE STORM', ['THE STORM']],
  ])('combines the entry %j and the text %j', async (label, body, title, spoken) => {
    expect(await titled(label, body)).toEqual({ title, spoken });
  });

  it('is in the text once, as a heading', async () => {
    const book = await readFixture({
      documents: [{ path: 'a.xhtml', body: `<p class="h">Chapter I</p><p>The Storm</p>${prose('A')}` }],
      nav: [{ label: 'Chapter I The Storm', href: 'a.xhtml' }],
    });
    expect(book.chapters[0]?.blocks.slice(0, 3).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'heading: Chapter I',
      'heading: The Storm',
      'paragraph: A begins here.',
    ]);
  });
});

describe('the part that is left out', () => {
  const story = { path: 'story.xhtml', title: 'Story', body: `<h1>Story</h1>${prose('A', 10)}` };

  it('is listed with the reason: by type, landmarks, guide, names and content', async () => {
    const book = await readFixture({
      title: 'The Great Book',
      documents: [
        { path: 'front.xhtml', body: '<img src="x.png" alt=""/>' },
        { path: 'p1.xhtml', body: '<h1>The Great Book</h1><p>by Test Author</p>' },
        { path: 'p2.xhtml', body: '<section epub:type="copyright-page"><p>All of it is ours.</p></section>' },
        { path: 'p3.xhtml', body: '<h1>Inhalt</h1><p><a href="story.xhtml">Story</a></p>' },
        { path: 'p4.xhtml', body: '<h2>Also by Test Author</h2><p>The Small Book</p>' },
        story,
        { path: 'p5.xhtml', body: '<h1>Register</h1><p>Apple, 3</p><p>Bear, 4</p>' },
        { path: 'p6.xhtml', body: '<p>© 2020 Test Author. All rights reserved. ISBN 9783161484100</p>' },
        { path: 'extra.xhtml', body: '<p>An extra.</p>', linear: false },
        { path: 'none.xhtml', body: ' ' },
        { path: 'gone.xhtml', body: ' ', missing: true },
      ],
      nav: [{ label: 'Story', href: 'story.xhtml' }],
    });
    expect(titles(book)).toEqual(['Story']);
    expect(reasons(book)).toEqual([
      'cover front.xhtml',
      'title-page p1.xhtml',
      'copyright p2.xhtml',
      'contents p3.xhtml',
      'advertisement p4.xhtml',

      'index p5.xhtml',
      'copyright p6.xhtml',
      'not-linear extra.xhtml',
      'empty none.xhtml',
      'missing gone.xhtml',
    ]);
  });

  it('is found by landmarks and the guide', async () => {
    const book = await readFixture({
      documents: [
        { path: 'p1.xhtml', body: '<p>A friend made this.</p>' },
        { path: 'p2.xhtml', body: '<p>Look there.</p>' },
        story,
      ],
      nav: `<html><body><nav epub:type="toc"><ol><li><a href="story.xhtml">Story</a></li></ol></nav>
        <nav epub:type="landmarks"><ol><li><a epub:type="frontmatter imprint" href="p1.xhtml">x</a></li></ol></nav></body></html>`,
      opfExtra: '<guide><reference type="toc" href="p2.xhtml"/></guide>',
    });
    expect(reasons(book)).toEqual(['copyright p1.xhtml', 'contents p2.xhtml']);
  });

  it('is never prose, whatever its name', async () => {
    const book = await readFixture({
      documents: [
        {
          path: 'cover.xhtml',
          title: 'Cover',
          body: `<section epub:type="titlepage"><h1>Cover</h1>${prose('A', 20)}</section>`,
        },
        { path: 'biography.xhtml', body: `<h1>Biography</h1>${prose('B')}` },
        { path: 'index_split_000.xhtml', body: `<h1>Split</h1>${prose('C')}` },
      ],
      nav: false,
    });
    expect(book.leftOut).toEqual([]);
  });

  it.each([
    [
      '小王子',
      '<p>我六岁的时候，在一本书里看见了一幅很美的画。</p><p>我于是画了一只羊给他看了很久。</p>',
      '我六岁的时候在一本描写原始森林的书里看见过一幅非常精彩的插画，画的是一条大蟒蛇正在吞食一只野兽。',
    ],
    [
      '吾輩は猫である',
      '<p>「やあ」</p><p>「名前は」</p><p>まだ無い。</p>',
      'どこで生れたかとんと見当がつかぬが、何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。',
    ],
    ['Emma', '<p>“Hello,” said she.</p><p>“You are late,” he said.</p><p>And then—</p>', sentence],
  ])('is never a short line at the start of the text: %s', async (title, lines, text) => {
    const spoken = [...lines.matchAll(/<p>(.*?)<\/p>/gu)].map((match) => match[1]);
    const body = `<h1>${title}</h1>${lines}<p>${text}</p>`;
    const untouched = await readFixture({ title, documents: [{ path: 'a.xhtml', body }], nav: false });
    expect(texts(untouched, 0)).toEqual([title, ...spoken, text]);
    expect(untouched.leftOut).toEqual([]);
    const named = body.replace('</h1>', '</h1><p>Test Author</p>');
    const withAuthor = await readFixture({ title, documents: [{ path: 'a.xhtml', body: named }], nav: false });
    expect(texts(withAuthor, 0)).toEqual([...spoken, text]);
    expect(withAuthor.leftOut).toMatchObject([{ reason: 'title-page', about: title }]);
  });

  it.each([
    ['小王子', '我于是画了一只羊给他看。', '他看了很久。'],
    ['ねこ', 'あるひ、ねこがうみへいきました。', 'とてもいいてんきでした。'],
    ['The Cat', 'One day the cat went out.', 'The sun was warm.'],
  ])(
    'never includes a sentence of a picture book, but lines of old title pages that end in full stops: %s',
    async (title, first, second) => {
      const last = { path: 'b.xhtml', body: `<p>${sentence}</p>` };
      const body = `<h1>${title}</h1><p>${first}</p><p>${second}</p>`;
      const book = await readFixture({ title, documents: [{ path: 'a.xhtml', body }, last], nav: false });
      expect(texts(book, 0)).toEqual([title, first, second, sentence]);
      const nav = [{ label: 'Next', href: 'b.xhtml' }];
      const listed = await readFixture({ title, documents: [{ path: 'a.xhtml', body }, last], nav });
      expect(texts(listed, 0)).toEqual([title, first, second, 'Next', sentence]);
      const page = `<h1>${title}</h1><p>A NOVEL IN THREE VOLUMES.</p><p>By Test Author.</p>`;
      const old = await readFixture({ title, documents: [{ path: 'a.xhtml', body: page }, last], nav: false });
      expect(texts(old, 0)).toEqual([sentence]);
    },
  );

  it('is counted in words, while characters of Chinese and Japanese decide what is prose', async () => {
    const picture = '<p>我于是画了一只羊给他看了很久很久。</p>'.repeat(12);
    const book = await readFixture({
      documents: [
        { path: 'cover.xhtml', title: 'Cover', body: picture },
        { ...story, bodyAttributes: 'epub:type="toc"' },
        { path: 'z.xhtml', body: '<p>他看书。</p>', linear: false },
      ],
      nav: false,
    });
    expect(reasons(book)).toEqual(['not-linear z.xhtml']);
    expect(book.leftOut[0]?.words).toBe(2);
    expect(texts(book, 0)).toHaveLength(12 + 11 + 1);
  });

  it('is never a title page that stands under an entry of the contents', async () => {
    const roles = ['Claudius, king', 'Hamlet, prince', 'Horatio, friend'].map((role) => `<li>${role}</li>`).join('');
    const book = await readFixture({
      title: 'Hamlet',
      documents: [
        { path: 'title.xhtml', body: '<h1>Hamlet</h1><p>by William Shakespeare</p>' },
        { path: 'roles.xhtml', body: `<h1>Dramatis Personae</h1><ul>${roles}</ul>` },
        { path: 'titlepage2.xhtml', body: '<h1>To the Reader</h1><p>Be kind.</p>' },
        story,
      ],
      nav: [
        { label: 'Title Page', href: 'title.xhtml' },
        { label: 'Dramatis Personae', href: 'roles.xhtml' },
        { label: 'To the Reader', href: 'titlepage2.xhtml' },
        { label: 'Story', href: 'story.xhtml' },
      ],
    });
    expect(titles(book)).toEqual(['Dramatis Personae', 'To the Reader', 'Story']);
    expect(texts(book, 0)).toHaveLength(4);
    expect(reasons(book)).toEqual(['title-page title.xhtml']);
  });

  it('includes the header and the licence of Project Gutenberg inside a chapter', async () => {
    const book = await readFixture({
      documents: [
        {
          path: 'a.xhtml',
          body: `<p>The Project Gutenberg EBook</p><p>*** START OF THIS PROJECT GUTENBERG EBOOK X ***</p><p>Produced by A. Volunteer</p>
            <h1>Story</h1>${prose('A')}<p>*** END OF THE PROJECT GUTENBERG EBOOK X ***</p><p>${sentence}</p>`,
        },
      ],
      nav: false,
    });
    expect(texts(book, 0)).toEqual(['Story', 'A begins here.', sentence, sentence, sentence]);
    expect(book.leftOut.map(({ reason }) => reason)).toEqual(['licence']);
  });

  it('is not the whole book, even if no document is marked as main text', async () => {
    const book = await readFixture({ documents: [{ ...story, linear: false }] });
    expect(titles(book)).toEqual(['Story']);
  });

  it('changes with include and exclude', async () => {
    const documents = [
      { path: 'copyright.xhtml', title: 'Rights', body: '<h1>Copyright</h1><p>Ours.</p>' },
      story,
      { path: 'b.xhtml', title: 'B', body: `<h1>B</h1>${prose('B')}` },
      { path: 'c.xhtml', title: 'C', body: `<h1>C</h1>${prose('C')}` },
    ];
    const nav = documents.slice(1).map(({ path, title }) => ({ label: title, href: path }));
    expect(reasons(await readFixture({ documents, nav }))).toEqual(['copyright copyright.xhtml']);
    expect(reasons(await readFixture({ documents, nav }, { include: ['Copyright.xhtml'] }))).toEqual([]);
    expect(reasons(await readFixture({ documents, nav }, { include: ['copyright'] }))).toEqual([]);
    const without = await readFixture({ documents, nav }, { exclude: ['OEBPS/story.xhtml', 'b'] });
    expect(titles(without)).toEqual(['C']);
    expect(reasons(without)).toEqual(['copyright copyright.xhtml', 'excluded story.xhtml', 'excluded b.xhtml']);
  });
});

describe('a footnote', () => {
  const body = `<h1>Story</h1><p>Water<a epub:type="noteref" href="#n1">1</a> is wet.<sup><a id="r2" href="notes.xhtml#n2">2</a></sup> Yes [<a href="#n3">*</a>].</p>
    ${prose('A')}<aside epub:type="footnote" id="n1"><p>1. Said the fish.</p></aside><p class="fn" id="n3">* Said the crab.</p>`;
  const documents = [
    { path: 'story.xhtml', title: 'Story', body },
    {
      path: 'notes.xhtml',
      title: 'Notes',
      body: '<h1>Notes</h1><p id="n2"><a href="story.xhtml#r2">2</a> Said the bird.</p><p>And again.</p>',
    },
  ];

  it('is skipped, and its mark is never read', async () => {
    const book = await readFixture({ documents });
    expect(texts(book, 0)).toEqual(['Story', 'Water is wet. Yes.', 'A begins here.', sentence, sentence, sentence]);
    expect(book.chapters[0]?.notes?.map(({ text }) => text)).toEqual([
      'Said the fish.',
      'Said the bird.',
      'Said the crab.',
    ]);
    expect(titles(book)).toEqual(['Story']);
    expect(reasons(book)).toEqual(['notes story.xhtml#n1', 'notes notes.xhtml']);
  });

  it('is read after its paragraph or at the end on request', async () => {
    const inline = await readFixture({ documents }, { notes: 'inline' });
    expect(texts(inline, 0).slice(1, 5)).toEqual([
      'Water is wet. Yes.',
      'Said the fish.',
      'Said the bird.',
      'Said the crab.',
    ]);
    const atEnd = await readFixture({ documents }, { notes: 'end' });
    expect(texts(atEnd, 0).slice(-3)).toEqual(['Said the fish.', 'Said the bird.', 'Said the crab.']);
  });
});
