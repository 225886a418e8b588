import { describe, expect, it } from 'vitest';
import { buildEpub } from '../helpers/epub-builder.ts';
import { readZipFile } from '../../src/book/read-zip-file.ts';
import { withFile } from '../helpers/read-fixture.ts';
import { readWordsWithEpub2 } from '../helpers/read-with-epub2.ts';
import { realEpubs } from '../helpers/real-books.ts';
import { surplus, wordsOf } from '../helpers/word-bag.ts';

/** Reads the words of each document in reading order, with nothing left out. */
async function readWithOurs(file: string): Promise<{ path: string; words: string[] }[]> {
  const include = [
    'cover',
    'title-page',
    'copyright',
    'contents',
    'index',
    'licence',
    'not-linear',
    'hidden',
    'advertisement',
    'bibliography',
    'links',
    'navigation',
  ];
  const { chapters } = await readZipFile(file, {
    include,
    splitBy: 'documents',
    notes: 'end',
    code: 'read',
    math: 'skip',
  });
  const documents: { path: string; words: string[] }[] = [];
  for (const { document, text } of chapters.flatMap(({ blocks }) => blocks)) {
    if (documents.at(-1)?.path !== document) documents.push({ path: document, words: [] });
    documents.at(-1)?.words.push(...wordsOf(text));
  }
  return documents;
}

/** Words that the second reader keeps and our rules leave out, checked in the book's markup. */
const byRule: Readonly<Record<string, RegExp>> = {
  verse: /^(?:\d+|notes)$/u,
  // Page numbers, and the marks and numbers of notes.
  'childrens-literature': /^\d+$/u,
  'debian-developers-reference-fr': /^\d+$/u,
  'moby-dick': /^\d+$/u,
  // A heading inside an unclosed attribute: HTML parsers do not show it.
  'pride-and-prejudice': /^(?:more|books|by|jane|austen|3|h3)$/u,
  'the-waste-land': /^(?:\d+|i+|iv|v|the|burial|of|dead|a|game|chess|fire|sermon|death|by|water|what|thunder|said)$/u,
};

const all = (documents: readonly { words: string[] }[]): string[] => documents.flatMap(({ words }) => words);

describe('the second reader epub2', () => {
  it.for(realEpubs)('agrees on order and words of $name', async ({ name, file }) => {
    const theirs = await readWordsWithEpub2(file);
    expect(theirs, 'epub2 reads this book').toBeDefined();
    const ours = await readWithOurs(file);
    const withWords = (theirs ?? []).filter(({ words }) => words.length > 0).map(({ path }) => path);
    expect(withWords.filter((path) => ours.some((document) => document.path === path))).toEqual(
      ours.map(({ path }) => path),
    );
    const isByRule = (word: string): boolean => (byRule[name] ?? /^$/u).test(word);
    expect(surplus(all(theirs ?? []), all(ours)).filter((word) => !isByRule(word))).toEqual([]);
    expect(surplus(all(ours), all(theirs ?? [])).filter((word) => !isByRule(word))).toEqual([]);
  });

  it('fails on an empty label in the contents, which we read', async () => {
    const bytes = await buildEpub({
      version: '2.0',
      documents: [{ path: 'a.xhtml', body: '<h1>One</h1><p>Some text.</p>' }],
      ncx: '<ncx><navMap><navPoint><navLabel><text/></navLabel><content src="a.xhtml"/></navPoint></navMap></ncx>',
    });
    await withFile('b.epub', bytes, async (file) => {
      expect(await readWordsWithEpub2(file)).toBeUndefined();
      expect((await readZipFile(file, {})).chapters).toHaveLength(1);
    });
  });

  it('finds no document in a package with prefixed elements, which we read', async () => {
    const opf = `<opf:package xmlns:opf="http://www.idpf.org/2007/opf"><opf:manifest><opf:item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>
      <opf:item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></opf:manifest><opf:spine><opf:itemref idref="a"/><opf:itemref idref="b"/></opf:spine></opf:package>`;
    const documents = ['a', 'b'].map((name) => ({ path: `${name}.xhtml`, body: `<h1>${name}</h1><p>Some text.</p>` }));
    await withFile('b.epub', await buildEpub({ documents, opf }), async (file) => {
      expect(await readWordsWithEpub2(file)).toEqual([]);
      expect((await readWithOurs(file)).map(({ words }) => words.length)).toEqual([3, 3]);
    });
  });
});
