import { describe, expect, it } from 'vitest';
import { readFixture } from '../helpers/read-fixture.ts';

function prose(seed: number): string {
  return Array.from(
    { length: 12 },
    (_, index) =>
      `<p class="calibre${1 + (index % 3)}">Keeper number ${seed} wrote line ${index} into the book of the harbour while the boats went out to sea.</p>`,
  ).join('');
}

const split = (number: number, body: string) => ({
  path: `index_split_00${number}.html`,
  title: 'Unknown',
  body: `<div class="calibre1">${body}</div>`,
});

const page = (name: string, body: string) => ({ path: `${name}.html`, title: `${name} · GitBook`, body });
const around = (body: string) =>
  `<div class="book-header"><a href="SUMMARY.html">Harbour Manual</a></div><section class="normal markdown-section">${body}</section>` +
  '<nav class="navigation"><a href="a.html">Previous</a> <a href="b.html">Next</a></nav>' +
  '<footer class="page-footer"><p>Powered by <a href="https://www.gitbook.com">GitBook</a></p><p>Published with GitBook</p></footer>';

describe('a book that calibre converted', () => {
  it('has the chapters of its headings where files are split in the middle, and no hash or file name as a title', async () => {
    const { chapters, metadata } = await readFixture({
      title: '3f2a9c0e1b7d4a6f8e5c2b1a09d8c7e6',
      documents: [
        split(0, '<h1 class="calibre2">The Harbour Book</h1><p class="calibre1">Ann Writer</p>'),
        split(1, `<h2 class="calibre5" id="a">1. The Lamp</h2>${prose(1)}`),
        split(2, prose(2)),
        split(3, `<h2 class="calibre5" id="b">2. The Quay</h2>${prose(3)}`),
      ],
      nav: [
        { label: 'Start', href: 'index_split_000.html' },
        { label: '1. The Lamp', href: 'index_split_001.html#a' },
        { label: '2. The Quay', href: 'index_split_003.html#b' },
      ],
    });
    expect(chapters.map(({ title, blocks }) => [title, blocks.length])).toEqual([
      ['1. The Lamp', 25],
      ['2. The Quay', 13],
    ]);
    expect(metadata.title).toBe('The Harbour Book');
  });

  it('has no page of contents, whether it is a list of links or lines below a heading', async () => {
    const links = [1, 2, 3, 4, 5]
      .map((number) => `<p class="calibre3"><a href="index_split_00${number}.html">Chapter ${number}</a></p>`)
      .join('');
    const { chapters, leftOut } = await readFixture({
      title: 'Harbour',
      documents: [
        split(0, `<h1 class="calibre2">Table of Contents</h1>${links}`),
        ...[1, 2, 3, 4, 5].map((number) =>
          split(number, `<h1 class="calibre2">Chapter ${number}</h1>${prose(number)}`),
        ),
      ],
      nav: [
        { label: 'Table of Contents', href: 'index_split_000.html' },
        ...[1, 2, 3, 4, 5].map((number) => ({ label: `Chapter ${number}`, href: `index_split_00${number}.html` })),
      ],
    });
    expect(chapters.map(({ title }) => title)).toEqual([1, 2, 3, 4, 5].map((number) => `Chapter ${number}`));
    expect(leftOut).toMatchObject([{ reason: 'contents', words: 13 }]);
  });
});

describe('a book that GitBook made', () => {
  it('has neither its navigation nor its notices, and its titles are those of the headings', async () => {
    const { chapters } = await readFixture({
      title: 'Harbour Manual',
      documents: [
        page(
          'SUMMARY',
          '<h1>Summary</h1><ul><li><a href="a.html">Lamps</a></li><li><a href="b.html">Boats</a></li><li><a href="c.html">Nets</a></li><li><a href="d.html">Gulls</a></li></ul>',
        ),
        page('a', around(`<h1 id="lamps">Lamps</h1>${prose(1)}`)),
        page('b', around(`<h1 id="boats">Boats</h1>${prose(2)}`)),
        page(
          'c',
          around(
            `<h1 id="nets">Nets</h1>${prose(3)}<p>This book was made with GitBook, and nobody minded it at all.</p>`,
          ),
        ),
      ],
      nav: [
        { label: 'Lamps', href: 'a.html' },
        { label: 'Boats', href: 'b.html' },
        { label: 'Nets', href: 'c.html' },
      ],
    });
    expect(chapters.map(({ title, blocks }) => [title, blocks.length])).toEqual([
      ['Lamps', 13],
      ['Boats', 13],
      ['Nets', 14],
    ]);
  });
});
