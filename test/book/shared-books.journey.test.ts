import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { readZipFile } from '../../src/book/read-zip-file.ts';
import { allEpubs, realEpubs } from '../helpers/real-books.ts';
import { stripEpub } from '../helpers/strip-epub.ts';
import { surplus, wordsOf } from '../helpers/word-bag.ts';

/** Words that the rules leave out: the numbers of notes, and headings above notes only. */
const explained: Readonly<Record<string, RegExp>> = {
  verse: /^(?:5|9|notes)$/u,
  'the-waste-land': /^(?:\d+|i+|iv|v|the|burial|of|dead|a|game|chess|fire|sermon|death|by|water|what|thunder|said)$/u,
};

const notProse = ['advertisement', 'bibliography', 'links', 'navigation'];

const textOf = (book: Book): string =>
  book.chapters
    .flatMap(({ blocks, notes = [] }) => [...blocks, ...notes])
    .map(({ text }) => text)
    .join('\n');

/** Summarizes a book: title, number of words, first and last words of each chapter, and the parts left out. */
function summary({ metadata, chapters, leftOut, cover }: Book): object {
  return {
    title: metadata.title,
    authors: metadata.authors.map(({ name }) => name),
    language: metadata.language,
    cover: cover === undefined ? 'none' : `${cover.mediaType} ${cover.bytes.length}`,
    chapters: chapters.map(({ title, blocks, notes = [] }) => {
      const spoken = blocks.map(({ text }) => text).filter((text) => text !== '');
      const words = spoken.flatMap((text) => wordsOf(text)).length;
      return [
        `${title} (${words} words${notes.length === 0 ? '' : `, ${notes.length} notes`})`,
        `${spoken.join(' / ').slice(0, 60)} … ${spoken.join(' / ').slice(-40)}`,
      ];
    }),
    leftOut: leftOut.map(
      ({ reason, document, words, about = '' }) => `${reason}: ${document} (${words} words) ${about}`,
    ),
  };
}

describe('the chapters and the text that a person checked against the book', () => {
  it.each(allEpubs)('are those of $name', async ({ name, file }) => {
    const read = await readZipFile(file, {});
    const expectedFile = fileURLToPath(new URL(`expected/${name}.json`, import.meta.url));
    // Set this by hand only, and review the difference.
    if (process.env['UPDATE_EXPECTED'] !== undefined)
      await writeFile(expectedFile, `${JSON.stringify(summary(read), undefined, 1)}\n`);
    expect(summary(read)).toEqual(JSON.parse(await readFile(expectedFile, 'utf8')));
    expect(read.warnings).toEqual([]);
  });
});

describe('all that is read', () => {
  it.each(realEpubs)('loses and repeats no word of $name', async ({ name, file: book }) => {
    const everything = {
      include: [
        'cover',
        'title-page',
        'copyright',
        'contents',
        'index',
        'licence',
        'not-linear',
        'hidden',
        ...notProse,
      ],
      splitBy: 'documents' as const,
      notes: 'end' as const,
      code: 'read' as const,
      math: 'skip' as const,
    };
    const ours = wordsOf(textOf(await readZipFile(book, everything)));
    const theirs = [...(await stripEpub(book)).values()].flatMap((text) => wordsOf(text));
    const lost = surplus(theirs, ours).filter((word) => !(explained[name] ?? /^$/u).test(word));
    const added = surplus(ours, theirs);
    expect(lost.length, `lost: ${lost.slice(0, 30).join(' ')}`).toBeLessThanOrEqual(theirs.length / 1000);
    expect(added.length, `added: ${added.slice(0, 30).join(' ')}`).toBeLessThanOrEqual(theirs.length / 1000);
  });
});
