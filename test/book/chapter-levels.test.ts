import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import type { ContentsEntry, EpubDocument } from '../helpers/epub-builder.ts';
import { readFixture } from '../helpers/read-fixture.ts';

const sentence = 'This is a sentence of the story with ten words.';
/** Returns paragraphs of about this many words; 150 words take a minute. */
const prose = (words: number): string => `<p>${`${sentence} `.repeat(10)}</p>`.repeat(Math.ceil(words / 100));
const titles = ({ chapters }: Book): string[] => chapters.map(({ title }) => title);
const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);

const numbered = (name: string, count: number): string[] => range(count).map((number) => `${name} ${number}`);

/** Returns one document with headings of level 2, an anchor before each, and an entry for each. */
function sections(path: string, labels: readonly string[], words: number): { body: string; entries: ContentsEntry[] } {
  return {
    body: labels.map((label, index) => `<h2 id="s${index}">${label}</h2>${prose(words)}`).join(''),
    entries: labels.map((label, index) => ({ label, href: `${path}#s${index}` })),
  };
}

/** Returns an author with tales, whose entry has no link. */
function author(name: string, path: string, tales: readonly string[]) {
  const { body, entries } = sections(path, tales, 1500);
  return { body: `<h1>${name}</h1><p>1805–1875</p>${body}`, entry: { label: name, children: entries } };
}

/** Returns a part in one document, whose chapters are anchors. */
function part(path: string, label: string, chapters: readonly string[], words: number) {
  const { body, entries } = sections(path, chapters, words);
  const document: EpubDocument = { path, body: `<h1>${label}</h1>${body}` };
  return { document, entry: { label, href: path, children: entries } };
}

async function readParts(...parts: readonly ReturnType<typeof part>[]): Promise<Book> {
  return await readFixture({
    documents: parts.map(({ document }) => document),
    nav: parts.map(({ entry }) => entry),
  });
}

describe('the level of the contents that makes chapters', () => {
  it.each(['Segunda parte', 'Parte II', 'The Travels of a Gentleman'])(
    'is below a part of many hours, whatever its name: %s',
    async (label) => {
      const names = range(20).map((number) => `Capítulo ${number}`);
      const book = await readParts(part('a.xhtml', label, names, 1000));
      expect(book.chapters).toHaveLength(20);
      expect(titles(book)[0]).toBe(`${label}: Capítulo 1`);
      expect(titles(book)[19]).toBe('Capítulo 20');
    },
  );

  it('is below short parts by their names and those of their chapters, beside a foreword', async () => {
    const first = part('a.xhtml', 'Erster Teil', ['Vorwort', ...range(10).map((number) => `Kapitel ${number}`)], 400);
    const second = part(
      'b.xhtml',
      'Zweiter Teil',
      range(5).map((number) => `Kapitel ${number + 10}`),
      400,
    );
    expect(titles(await readParts(first, second))).toEqual([
      'Erster Teil: Vorwort',
      ...range(10).map((number) => `Kapitel ${number}`),
      'Zweiter Teil: Kapitel 11',
      ...range(4).map((number) => `Kapitel ${number + 11}`),
    ]);
  });

  it('is that of documents that would be too long, although only some have sections', async () => {
    const long = part('a.xhtml', 'The Forest', ['The Wolves', 'The Deer'], 7000);
    const short = part('b.xhtml', 'The Assembly', [], 0);
    const book = await readParts(long, {
      ...short,
      document: { ...short.document, body: `<h1>The Assembly</h1>${prose(3000)}` },
    });
    expect(titles(book)).toEqual(['The Forest: The Wolves', 'The Deer', 'The Assembly']);
  });

  it('is the same for the whole book: sections of one story do not become chapters', async () => {
    const book = await readParts(
      part('a.xhtml', 'A Scandal', ['I', 'II', 'III'], 1000),
      ...range(5).map((number) => ({
        document: { path: `${number}.xhtml`, body: `<h1>Story ${number} of Many</h1>${prose(3000)}` },
        entry: { label: `Story ${number} of Many`, href: `${number}.xhtml`, children: [] },
      })),
    );
    expect(titles(book)).toEqual(['A Scandal', ...range(5).map((number) => `Story ${number} of Many`)]);
  });

  it('is not that of short poems', async () => {
    const book = await readParts(
      part('a.xhtml', 'Book I', numbered('Ode', 40), 100),
      part('b.xhtml', 'Book II', numbered('Elegy', 40), 100),
    );
    expect(titles(book)).toEqual(['Book I', 'Book II']);
  });

  it('is that of chapters even if the contents hang one chapter below another by mistake', async () => {
    const { body, entries } = sections(
      'a.xhtml',
      range(4).map((number) => `Chapter ${number}`),
      1000,
    );
    const [first, ...others] = entries;
    const nav = [{ label: 'Chapter 1', ...first, children: others }];
    expect(titles(await readFixture({ documents: [{ path: 'a.xhtml', body }], nav }))).toEqual([
      'Chapter 1',
      'Chapter 2',
      'Chapter 3',
      'Chapter 4',
    ]);
  });

  it.each([
    ['a short preface', ['Preface'], 'The Book'],
    ['a short preface', ['Vorwort'], 'A Name That Only the Contents Have'],
    ['short pieces of other names', ['Dedication', 'Preface', 'The Persons', 'To the Reader'], 'The Book'],
  ])('is below one entry over the whole book, although %s are there: %s below %s', async (_what, front, label) => {
    const names = numbered('Chapter', 6);
    const body = `<h1>A Title on the Page</h1>${front.map((one, index) => `<h2 id="f${index}">${one}</h2><p>${`${sentence} `.repeat(7)}</p>`).join('')}`;
    const { body: text, entries } = sections('a.xhtml', names, 1300);
    const children = [...front.map((one, index) => ({ label: one, href: `a.xhtml#f${index}` })), ...entries];
    const documents = [
      { path: 'cover.xhtml', body: '<p><img src="x.jpg" alt=""/></p>' },
      { path: 'a.xhtml', body: body + text },
    ];
    const whole = { label, href: 'a.xhtml', children };
    const nav = [{ label: 'Cover', href: 'cover.xhtml' }, whole];
    for (const title of ['The Book', 'Another Book']) {
      const book = await readFixture({ title, documents, nav });
      expect(titles(book).slice(front.length)).toEqual(names);
      expect(titles(book).slice(1, front.length)).toEqual(front.slice(1));
      expect(book.warnings).toEqual([]);
    }
    const byHeadings = await readFixture({ documents, nav: false }, { splitBy: 'headings' });
    expect(titles(byHeadings).slice(front.length)).toEqual(names);
  });

  it('is not below one entry over short verses', async () => {
    const book = await readParts(part('a.xhtml', 'The Rhymes', numbered('Rhyme', 20), 100));
    expect(titles(book)).toEqual(['The Rhymes']);
  });

  it('leaves a preface with sections whole', async () => {
    const book = await readParts(
      part('p.xhtml', 'Preface', ['The Text', 'The Author'], 1000),
      part(
        'a.xhtml',
        'Part One',
        range(12).map((number) => `Chapter ${number}`),
        1500,
      ),
    );
    expect(titles(book).slice(0, 3)).toEqual(['Preface', 'Part One: Chapter 1', 'Chapter 2']);
  });
});

describe('a chapter of more than 90 minutes', () => {
  it('is divided at its headings, which get its name where they are bare', async () => {
    const long = `<h1>Song of Myself</h1>${range(8)
      .map((number) => `<h2>${number}</h2>${prose(2000)}`)
      .join('')}`;
    const others = range(12).map((number) => ({
      path: `${number}.xhtml`,
      title: `Poem ${number}`,
      body: `<h1>Poem ${number}</h1><h2>Verse</h2>${prose(12_000)}`,
    }));
    const book = await readFixture({
      documents: [{ path: 'a.xhtml', title: 'Song of Myself', body: long }, ...others],
    });
    expect(titles(book)).toEqual([
      ...range(8).map((number) => `Song of Myself, ${number}`),
      ...range(12).map((number) => `Poem ${number}`),
    ]);
    expect(book.chapters[0]?.blocks.slice(0, 2).map(({ text }) => text)).toEqual(['Song of Myself', '1']);
  });

  it.each([
    ['a little longer, with short sections', 50, 300, 1],
    ['much longer, with short sections', 50, 600, 50],
    ['a little longer, with sections of many minutes', 8, 2000, 8],
  ])('is divided only where that is better: %s', async (_what, count, words, chapters) => {
    const verses = range(count).map((number) => `<h2>${number}</h2>${prose(number % 5 === 0 ? words / 3 : words)}`);
    const documents = [
      { path: 'a.xhtml', title: 'Song of Myself', body: `<h1>Song of Myself</h1>${verses.join('')}` },
      { path: 'b.xhtml', title: 'The Sleepers', body: `<h1>The Sleepers</h1>${prose(3000)}` },
    ];
    const book = await readFixture({ documents });
    expect(book.chapters).toHaveLength(chapters + 1);
    expect(titles(book)[0]).toBe(chapters === 1 ? 'Song of Myself' : 'Song of Myself, 1');
  });

  it('stays whole without headings', async () => {
    const documents = ['One', 'Two'].map((title) => ({
      path: `${title}.xhtml`,
      title,
      body: `<h1>${title}</h1>${prose(14_000)}`,
    }));
    expect(titles(await readFixture({ documents }))).toEqual(['One', 'Two']);
  });
});

describe('contents that lead nowhere', () => {
  const chapters = range(6).map((number) => ({
    path: `${number}.xhtml`,
    body: `<h1>Chapter ${number}</h1><p>Water<a epub:type="noteref" href="notes.xhtml#n${number}">${number}</a>.</p>${prose(1500)}`,
  }));
  const notes = {
    path: 'notes.xhtml',
    body: `<section epub:type="endnotes"><h1>Notes</h1>${range(6)
      .map((number) => `<p id="n${number}">A note.</p>`)
      .join('')}</section>`,
  };
  const names = range(6).map((number) => `Chapter ${number}`);

  it.each([
    ['only notes', range(6).map((number) => ({ label: `Note ${number}`, href: `notes.xhtml#n${number}` }))],
    ['one entry', [{ label: 'Start', href: '1.xhtml' }]],
    [
      'the last chapter only',
      [
        { label: 'Chapter 6', href: '6.xhtml' },
        { label: 'Notes', href: 'notes.xhtml' },
      ],
    ],
  ])('let the headings decide: %s', async (_case, nav) => {
    const book = await readFixture({ documents: [...chapters, notes], nav });
    expect(titles(book)).toEqual(names);
    expect(book.warnings).toEqual(['The table of contents leads to no chapters; chapters begin at headings instead.']);
  });

  it('stay as they are when the headings make no chapters', async () => {
    const documents = [{ path: 'a.xhtml', body: `<h1>The Tale</h1>${prose(1000)}<h2>Moral</h2><p>Be good.</p>` }];
    const book = await readFixture({ documents, nav: [{ label: 'The Tale', href: 'a.xhtml' }] });
    expect(titles(book)).toEqual(['The Tale']);
    expect(book.warnings).toEqual([]);
  });
});

describe('an entry of the contents', () => {
  it('without a link starts at its heading, not at the end of the chapter before', async () => {
    const parts = [
      author('Andersen', 'a.xhtml', ['The Fir Tree', 'The Swan']),
      author('Wilde', 'a.xhtml', ['The Prince']),
    ];
    const body = parts.map((one, index) => one.body.replaceAll('id="s', `id="p${index}s`)).join('');
    const nav = parts.map(({ entry }, index) => ({
      ...entry,
      children: entry.children.map(({ label, href = '' }) => ({ label, href: href.replace('#s', `#p${index}s`) })),
    }));
    const book = await readFixture({ documents: [{ path: 'a.xhtml', body }], nav });
    expect(titles(book)).toEqual(['Andersen: The Fir Tree', 'The Swan', 'Wilde: The Prince']);
    expect(book.chapters[1]?.blocks.at(-1)?.text).toContain('This is a sentence');
    expect(book.chapters[2]?.blocks.slice(0, 3).map(({ text }) => text)).toEqual(['Wilde', '1805–1875', 'The Prince']);
  });

  it.each([
    ['whose anchor does not exist', (label: string) => `a.xhtml#lost-${label}`],
    ['that leads to the document of several', () => 'a.xhtml'],
  ])('%s starts at the heading with its words', async (_what, href) => {
    const { body } = sections('a.xhtml', ['One', 'Two', 'Three'], 500);
    const nav = ['One', 'Two', 'Three'].map((label) => ({ label, href: href(label) }));
    expect(titles(await readFixture({ documents: [{ path: 'a.xhtml', body }], nav }))).toEqual(['One', 'Two', 'Three']);
  });
});
