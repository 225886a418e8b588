import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Entry, type ZipFile, fromBuffer } from 'yauzl';
import { bookPath, buildSampleBook, samplePath } from './books/build.mjs';
import { sampleBooks } from './books/sample-books.mjs';
import { buildSmallBooks } from './books/small/build.mjs';
import { smallBookFile } from './helpers/real-books.ts';
import { readWithEpub2 } from './helpers/read-with-epub2.ts';

const storyPages = [
  ['prologue', 'Prologue'],
  ['part-1', 'Part One: Up the Line'],
  ['chapter-1', 'Chapter 1: The Bridge'],
  ['chapter-2', 'Chapter 2: The Regulars'],
  ['chapter-3', 'Chapter 3: Page 211'],
  ['part-2', 'Part Two: Down the Line'],
  ['chapter-4', 'Chapter 4: Lost Property'],
  ['chapter-5', 'Chapter 5: The Man in the Last Seat'],
  ['chapter-6', 'Chapter 6: The Top of the Hill'],
] as const;

describe('the small books', () => {
  it('are what their sources build, byte for byte', async () => {
    for (const [name, built] of await buildSmallBooks()) {
      const committed = await readFile(smallBookFile(name));
      expect(committed.equals(built), `${name}: run \`node test/books/small/build.mjs\` and commit it`).toBe(true);
    }
  });
});

describe('the sample books', () => {
  it.each(sampleBooks.map((book) => [book.name, book] as const))(
    'are what their sources build, byte for byte: %s',
    async (name, book) => {
      const [committed, built] = await Promise.all([readFile(bookPath(name)), buildSampleBook(book)]);
      expect(built.equals(committed), 'run `node test/books/build.mjs` and commit the book').toBe(true);
    },
  );

  it('have a short one of three chapters and about four minutes', async () => {
    const reading = await readWithEpub2(bookPath('bread-for-number-nine'));
    const story = reading.spine.filter(({ path }) => /chapter-\d/u.test(path));
    expect(reading).toMatchObject({ title: 'Bread for Number Nine', creator: 'Wren Tolliver', language: 'en' });
    expect(reading.toc.slice(2)).toEqual([
      'Chapter 1: The Order',
      'Chapter 2: The Letter Box',
      'Chapter 3: Ten Minutes to Four',
    ]);
    // At 195 words a minute, as the natural voice reads the longer one.
    const minutes = story.reduce((sum, { text }) => sum + countWords(text), 0) / 195;
    expect(minutes).toBeGreaterThan(3.5);
    expect(minutes).toBeLessThan(4.6);
  });
});

describe('the longer sample book', () => {
  it('begins with its media type, stored, and holds every file of its manifest and no other', async () => {
    const book = await readFile(samplePath);
    const names = await entryNames(book);
    const opf = book.toString().match(/<manifest>[^]*?<\/manifest>/u)?.[0] ?? '';
    const items = [...opf.matchAll(/href="([^"]+)"/gu)].map(([, href]) => posix.join('OEBPS', href ?? ''));
    expect(book.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
    expect(names.toSorted()).toEqual(['mimetype', 'META-INF/container.xml', 'OEBPS/package.opf', ...items].toSorted());
    expect(items).toHaveLength(17);
  });

  it('opens in another reader, in order, with at least 4,300 words of story', async () => {
    const reading = await readWithEpub2(samplePath);
    const ids = storyPages.map(([id]) => `OEBPS/text/${id}.xhtml`);
    const story = reading.spine.filter(({ path }) => ids.includes(path));
    expect(reading).toMatchObject({ title: 'The Last Tram', creator: 'Wren Tolliver', language: 'en' });
    expect(reading.spine.map(({ path }) => path)).toEqual([
      'OEBPS/text/cover.xhtml',
      'OEBPS/text/title-page.xhtml',
      'OEBPS/text/copyright.xhtml',
      'OEBPS/nav.xhtml',
      ...ids,
    ]);
    expect(reading.toc).toEqual(['Title Page', 'Copyright', ...storyPages.map(([, title]) => title)]);
    expect(story.reduce((sum, { text }) => sum + countWords(text), 0)).toBeGreaterThan(4300);
  });

  it.each([
    ['a drop cap', '<span class="drop-cap">I</span>nes'],
    ['a footnote that is referred to', 'epub:type="noteref" role="doc-noteref" href="#note-1"'],
    ['the footnote itself', '<aside epub:type="footnote" role="doc-footnote" id="note-1">'],
    ['verse', 'epub:type="z3998:poem"'],
    ['a table with a header row', '<thead> <tr> <th>Stop</th>'],
    ['a picture with alternative text', 'src="../images/bridge.png" alt="A tram stands'],
    ['a scene break as a rule', '<hr />'],
    ['a scene break as asterisks', '<p class="break">* * *</p>'],
    ['an epigraph on a part page', 'epub:type="epigraph"'],
    ['abbreviations', 'Dr. A. M. Pell, of 14 St. Brigid’s Ter., at 12:30 p.m.'],
    [
      'a price and a country',
      'wrote from the U.S., Jan. 2 last, to ask if it was safe. A Prof. Stone, Ph.D., offered $1,299.99',
    ],
  ])('holds %s', async (_what, markup) => {
    expect((await readFile(samplePath)).toString().replace(/\s+/gu, ' ')).toContain(markup);
  });
});

/** Names of all entries, in the order of the file. */
async function entryNames(book: Buffer): Promise<string[]> {
  const zip = await promisify<Buffer, ZipFile>(fromBuffer)(book);
  return await new Promise((resolve, reject) => {
    const names: string[] = [];
    zip.on('entry', ({ fileName }: Entry) => names.push(fileName));
    zip.on('end', () => resolve(names));
    zip.on('error', reject);
  });
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}’']*/gu)?.length ?? 0;
}
