import { describe, expect, it } from 'vitest';
import { normalizeLanguage } from '../../src/book/language/normalize-language.ts';
import { imageType } from '../../src/book/pictures/image-type.ts';
import { readZipFile } from '../../src/book/read-zip-file.ts';
import type { Book } from '../../src/core/book.ts';
import { buildEpub, tinyPng } from '../helpers/epub-builder.ts';
import type { EpubOptions } from '../helpers/epub-builder.ts';
import { readFixture, withFile } from '../helpers/read-fixture.ts';

const english =
  'It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness.';
const french =
  'Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte, mes yeux se fermaient si vite que je n’avais pas le temps de me dire : je m’endors. Et, une demi-heure après, la pensée qu’il était temps de chercher le sommeil m’éveillait.';
const book = (text: string, options: Partial<EpubOptions> = {}): EpubOptions => ({
  documents: [{ path: 'a.xhtml', title: 'One', body: `<h1>One</h1><p>${text}</p>` }],
  ...options,
});

describe('metadata', () => {
  it('comes from refinements of EPUB 3', async () => {
    const { metadata } = await readFixture(
      book(english, {
        title: 'The Book',
        author: false,
        metadataExtra: `<dc:title id="t2">A Story</dc:title><meta refines="#t2" property="title-type">subtitle</meta>
          <dc:creator id="c">Jane Doe</dc:creator><meta refines="#c" property="file-as">Doe, Jane</meta>
          <dc:creator id="d">Joe Roe</dc:creator><meta refines="#d" property="role">trl</meta>
          <dc:identifier>urn:isbn:978-3-16-148410-0</dc:identifier><dc:date>2001-02-03T00:00:00Z</dc:date>
          <dc:description>&lt;p&gt;Very &lt;b&gt;good&lt;/b&gt;,&amp;nbsp;Q&amp;amp;A &amp;lt; caf&amp;eacute;&amp;#33;&lt;/p&gt;</dc:description><dc:subject>Fiction</dc:subject>
          <meta property="belongs-to-collection" id="s">The Series</meta><meta refines="#s" property="group-position">2</meta>`,
      }),
    );
    expect(metadata).toMatchObject({
      title: 'The Book',
      subtitle: 'A Story',
      authors: [{ name: 'Jane Doe', role: 'aut', sortName: 'Doe, Jane' }],
      contributors: [{ name: 'Joe Roe', role: 'trl' }],
      isbn: '9783161484100',
      date: '2001-02-03',
      description: 'Very good, Q&A < café!',
      subjects: ['Fiction'],
      series: { name: 'The Series', position: '2' },
      language: 'en',
      languageSource: 'declared',
    });
  });

  it('has every role of a person, so that an author stays one', async () => {
    const { metadata } = await readFixture(
      book(english, {
        author: false,
        metadataExtra: `<dc:creator id="c">Jane Doe</dc:creator><meta refines="#c" property="role">ill</meta>
          <meta refines="#c" property="role">aut</meta>`,
      }),
    );
    expect(metadata.authors).toEqual([{ name: 'Jane Doe', role: 'aut' }]);
    expect(metadata.contributors).toEqual([{ name: 'Jane Doe', role: 'ill' }]);
  });

  it.each([
    '9f86d081884c7d659a2feaa0c55ad015',
    'book_final.docx',
    'Table of Contents',
    'urn:uuid:1',
    'Untitled',
    '[Title here]',
  ])('has the heading of the title page instead of the title %j, else the name of the file', async (title) => {
    const { documents } = book(english);
    const page = { path: 'title.xhtml', body: '<h1>The Great Book</h1><p>by Jane Doe</p>' };
    const withPage = await readFixture({ title, documents: [page, ...documents] });
    expect(withPage.metadata.title).toBe('The Great Book');
    const bytes = await buildEpub(book(english, { title }));
    const named = await withFile('The_Small Book.epub', bytes, async (file) => await readZipFile(file, {}));
    expect(named.metadata.title).toBe('The Small Book');
  });

  it('comes from the attributes of EPUB 2 and from calibre', async () => {
    const { metadata } = await readFixture(
      book(english, {
        author: false,
        metadataExtra: `<dc:creator opf:role="aut" opf:file-as="Doe, Jane">Jane Doe</dc:creator><dc:creator>Unknown</dc:creator><dc:creator>[Author here]</dc:creator>
          <dc:date opf:event="conversion">2020-01-01</dc:date><dc:date opf:event="publication">1999</dc:date>
          <dc:identifier opf:scheme="ISBN">0-306-40615-2</dc:identifier><dc:publisher>Unknown</dc:publisher>
          <meta name="calibre:series" content="Tales"/><meta name="calibre:series_index" content="3.0"/>
          <meta name="calibre:title_sort" content="Book, Test"/>`,
      }),
    );
    expect(metadata).toMatchObject({
      sortTitle: 'Book, Test',
      authors: [{ name: 'Jane Doe', role: 'aut', sortName: 'Doe, Jane' }],
      date: '1999',
      isbn: '0306406152',
      series: { name: 'Tales', position: '3' },
    });
    expect(metadata.publisher).toBeUndefined();
  });

  it.each([
    'python-docx',
    'calibre (7.1.0) [https://calibre-ebook.com]',
    '[discrete]',
    'epub-gen',
    'Administrator',
    '—',
  ])('has no author %j, which is a program, an account or nobody', async (name) => {
    const { metadata } = await readFixture(book(english, { author: name }));
    expect(metadata.authors).toEqual([]);
  });

  it.each(['Лев Толстой', '夏目漱石', 'bell hooks', 'Jean-Paul Sartre', 'E. E. Cummings', 'Voltaire', 'Root Barrett'])(
    'has the author %j',
    async (name) => {
      expect((await readFixture(book(english, { author: name }))).metadata.authors).toMatchObject([{ name }]);
    },
  );

  it.each([
    ['generated by python-docx', undefined],
    ['[no data]', undefined],
    ['&lt;p&gt;A &lt;b&gt;bold&lt;/b&gt; tale &amp;amp; more.&lt;/p&gt;', 'A bold tale & more.'],
    ['<p>A <b>bold</b> tale &amp; more.</p>', 'A bold tale & more.'],
    ['Q&amp;amp;A, caf&amp;eacute;', 'Q&A, café'],
  ])('has the description %j without marks of programs: %j', async (written, read) => {
    const metadataExtra = `<dc:description>${written}</dc:description>`;
    expect((await readFixture(book(english, { metadataExtra }))).metadata.description).toBe(read);
  });

  it('has no ISBN with a wrong check digit and no impossible year', async () => {
    const { metadata } = await readFixture(
      book(english, { metadataExtra: '<dc:identifier>9783161484101</dc:identifier><dc:date>0101-01-01</dc:date>' }),
    );
    expect(metadata.isbn).toBeUndefined();
    expect(metadata.date).toBeUndefined();
  });
});

describe('the language', () => {
  it.each([
    ['EN_us', 'en-US'],
    ['jp', 'ja'],
    ['ja-jp', 'ja-JP'],
    ['German', 'de'],
    ['fra', 'fr'],
    ['zh-hans-cn', 'zh-Hans-CN'],
    ['und', undefined],
    ['klingon language', undefined],
    ['xx', undefined],
    ['', undefined],
  ])('%j is %j', (declared, code) => {
    expect(normalizeLanguage(declared)).toBe(code);
  });

  it('is detected when it is missing or invalid', async () => {
    const missing = await readFixture(book(french, { language: false }));
    expect(missing.metadata).toMatchObject({ language: 'fr', languageSource: 'detected' });
    const absurd = await readFixture(book(french, { language: 'unknown' }));
    expect(absurd.metadata).toMatchObject({ language: 'fr', languageSource: 'detected' });
  });

  it('is English when the text is too short to detect it', async () => {
    const { metadata } = await readFixture(book('One.', { language: false }));
    expect(metadata).toMatchObject({ language: 'en', languageSource: 'default' });
  });

  it('is that of the text when it is certainly another than the declared one, which is said once', async () => {
    const { metadata, warnings } = await readFixture(book(french.repeat(12), { language: 'en' }));
    expect(metadata).toMatchObject({ language: 'fr', languageSource: 'detected' });
    expect(warnings).toEqual([
      "The book declares the language 'en', but its text is in 'fr' and is read so. To read it as declared, set --language to 'en'.",
    ]);
  });

  it('is the declared one, with a warning, when the text only seems to be in another language', async () => {
    const { metadata, warnings } = await readFixture(book(french.repeat(2), { language: 'en' }));
    expect(metadata).toMatchObject({ language: 'en', languageSource: 'declared' });
    expect(warnings).toEqual(["The book declares the language 'en', but its text appears to be 'fr'."]);
  });
});

describe('the cover', () => {
  const cover = { bytes: tinyPng, path: 'pictures/c.jpg' };
  const png = { mediaType: 'image/png', bytes: new Uint8Array(tinyPng) };

  it('is found by property, by metadata and on the first page, even inside SVG; its type comes from its bytes', async () => {
    expect((await readFixture(book(english, { cover }))).cover).toEqual(png);
    expect((await readFixture(book(english, { version: '2.0', cover: { ...cover, mark: 'meta' } }))).cover).toEqual(
      png,
    );
    const page = '<svg xmlns="http://www.w3.org/2000/svg"><image xlink:href="pictures/c.jpg"/></svg>';
    const { documents } = book(english);
    const wrapped = await readFixture({
      documents: [{ path: 'p.xhtml', body: page }, ...documents],
      cover: { ...cover, mark: 'none' },
    });
    expect(wrapped.cover).toEqual(png);
    expect(wrapped.leftOut).toEqual([{ document: 'OEBPS/p.xhtml', reason: 'cover', words: 0, about: 'Untitled' }]);
  });

  it('is missing when nothing looks like one', async () => {
    const noPicture = Buffer.from('no picture');
    expect((await readFixture(book(english, { cover: { bytes: noPicture } }))).cover).toBeUndefined();
    expect((await readFixture(book(english))).cover).toBeUndefined();
  });

  it('is left out with a warning when it exceeds the limit', async () => {
    const limits = { coverBytes: tinyPng.length - 1 };
    const large = await readFixture(book(english, { cover }), { limits });
    expect(large.cover).toBeUndefined();
    expect(large.warnings).toEqual([
      expect.stringMatching(/^The cover image 'OEBPS\/pictures\/c\.jpg' was left out\. .*limit.*at most \d+ bytes\.$/u),
    ]);
    expect((await readFixture(book(english, { cover }), { limits: { coverBytes: tinyPng.length } })).warnings).toEqual(
      [],
    );
  });

  it('is found by its mark although the first document or the cover page is damaged', async () => {
    const { documents } = book(english);
    const broken = { path: 'broken.xhtml', title: 'Broken', body: '<p>Broken.</p>' };
    const options = { documents: [broken, ...documents], opfExtra: guideTo('broken.xhtml') };
    const marked = await readDamaged({ ...options, cover });
    expect(marked.cover).toEqual(png);
    expect(marked.leftOut).toEqual([{ document: 'OEBPS/broken.xhtml', reason: 'unreadable', words: 0 }]);
    expect(marked.warnings).toEqual([expect.stringMatching(/^The document 'OEBPS\/broken\.xhtml' is damaged/u)]);
    const unmarked = await readDamaged({ ...options, cover: { ...cover, mark: 'none' } });
    expect(unmarked.cover).toBeUndefined();
    expect(unmarked.warnings).toContainEqual(
      expect.stringMatching(/^The page 'OEBPS\/broken\.xhtml' was not searched for a cover\. .*damaged\.$/u),
    );
  });

  it('is found on the first page when the guide’s cover page is damaged', async () => {
    const { documents } = book(english);
    const first = { path: 'p.xhtml', body: '<img src="pictures/c.jpg" alt=""/>' };
    const broken = { path: 'broken.xhtml', body: '<p>Broken.</p>', inSpine: false };
    const found = await readDamaged({
      documents: [first, broken, ...documents],
      cover: { ...cover, mark: 'none' },
      opfExtra: guideTo('broken.xhtml'),
    });
    expect(found.cover).toEqual(png);
  });

  it('can be a drawing', () => {
    expect(imageType(Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(
      'image/svg+xml',
    );
    expect(imageType(Buffer.from('<html><body>x</body></html>'))).toBeUndefined();
    expect(imageType(Buffer.from('RIFF\0\0\0\0WEBPVP8 '))).toBe('image/webp');
  });
});

function guideTo(page: string): string {
  return `<guide><reference type="cover" href="${page}"/></guide>`;
}

/** Reads a book after damaging its file `broken.xhtml`. */
async function readDamaged(options: EpubOptions): Promise<Book> {
  const zip = await buildEpub(options);
  const name = 'OEBPS/broken.xhtml';
  const content = zip.indexOf(name) + name.length + zip.readUInt16LE(zip.indexOf(name) - 2);
  zip.fill(0xff, content, content + 40);
  return await withFile('book.epub', zip, async (file) => await readZipFile(file, {}));
}
