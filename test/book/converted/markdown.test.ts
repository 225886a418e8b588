import { describe, expect, it } from 'vitest';
import { outlineOf, readFile, spokenText } from '../../helpers/read-file.ts';
import { surplus, wordsOf } from '../../helpers/word-bag.ts';

const prose = (about: string): string =>
  `${about} walked along *the quay* before the **lamps** were lit, and [nothing](https://example.org) was said. `.repeat(
    20,
  );

const source = `---
title: "The Quay"
author:
  - Ada Example
  - Bo Sample
lang: en-GB
date: 2020-05-01
---

# Morning

${prose('Anna')}

She said so.[^1]

> A quotation
> over two lines.

- first
- second

| Name | Age |
| ---- | --- |
| Anna | 30  |

* * *

\`\`\`js
const x = 1;
\`\`\`

# Noon

${prose('Bruno')}

<p class="verse">The lamp is out.</p>

[^1]: So it was.
`;

describe('a Markdown text', () => {
  it('has its metadata from the front matter, and chapters by its headings', async () => {
    const book = await readFile('quay.md', source);
    expect(book.metadata).toMatchObject({
      title: 'The Quay',
      authors: [{ name: 'Ada Example' }, { name: 'Bo Sample' }],
      language: 'en-GB',
      date: '2020-05-01',
    });
    expect(book.chapters.map(({ title }) => title)).toEqual(['Morning', 'Noon']);
  });

  it('has blocks of every kind, and loses no word', async () => {
    const book = await readFile('quay.md', source, { code: 'read', notes: 'end' });
    const { Morning: blocks = [] } = outlineOf(book);
    expect(blocks.slice(2)).toEqual([
      'paragraph: She said so.',
      'quotation: A quotation over two lines.',
      'list-item: first',
      'list-item: second',
      'table-row: Name, Age',
      'table-row: Anna, 30',
      'scene-break: ',
      'code: const x = 1;',
      'footnote: So it was.',
    ]);
    const text = source
      .slice(source.indexOf('# Morning'))
      .replaceAll(/https:\/\/example\.org|\[\^1\]:?|<[^>]*>|```js/gu, '');
    expect(surplus(wordsOf(text), wordsOf(spokenText(book)))).toEqual([]);
  });

  it('takes its only heading of the first level as the title', async () => {
    const book = await readFile(
      'a.md',
      `# The *Old* Mill\n\n## One\n\n${prose('Anna')}\n\n## Two\n\n${prose('Bruno')}`,
    );
    expect(book.metadata.title).toBe('The Old Mill');
    expect(book.chapters.map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  it('keeps a line that only looks like front matter', async () => {
    expect(spokenText(await readFile('a.md', '---\n: [\n---\n\nSome words.'))).toContain('Some words.');
    const aliases = `---\na: &a [x]\nb: [${'*a,'.repeat(5000)}]\n---\n\nSome words.`;
    expect(spokenText(await readFile('a.md', aliases))).toContain('Some words.');
  });

  it.each([
    ['quotations', `${'>'.repeat(50_000)} deep`],
    ['lists', Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth * 2)}- item`).join('\n')],
    ['brackets', '['.repeat(50_000)],
    ['links', '[a]('.repeat(50_000)],
    ['emphasis', '*a **b '.repeat(30_000)],
    ['backticks', Array.from({ length: 400 }, (_, count) => `${'`'.repeat(count)} a`).join(' ')],
    ['elements', '<div>'.repeat(400)],
    ['notes', '[^1]'.repeat(20_000)],
  ])('with very many %s is read', async (_name, text) => {
    expect(spokenText(await readFile('a.md', `Some words.\n\n${text}\n\nMore.`))).toContain('Some words.');
  });
});
