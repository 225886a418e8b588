import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../src/book/converted/markdown/read-markdown.ts';
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

  it('has the bodies of 20,000 notes at its end, in the order of their marks', () => {
    const numbers = Array.from({ length: 20_000 }, (_, index) => index);
    const text = numbers.map((number) => `[^n${number}]: Word ${number}.\n\nLine ${number}.[^n${number}]\n`).join('\n');
    const body = readMarkdown(Buffer.from(text)).documents[0]?.body ?? '';
    const notes = body.slice(body.indexOf('<ol')).match(/Word \d+\./gu);
    expect(notes?.findIndex((note, index) => note !== `Word ${index}.`)).toBe(-1);
    expect([notes?.length, body.match(/Word/gu)?.length]).toEqual([20_000, 20_000]);
  });

  it('loses no note that has no mark, the label of another one, or its text inside of a paragraph', async () => {
    const text = 'A line.[^1] Within.^[As *it* is.]\n\n[^1]: Said.\n\n[^1]: Said again.\n\n[^none]: Said by nobody.\n';
    const { chapters, leftOut } = await readFile('notes.md', text);
    expect([chapters[0]?.blocks, chapters[0]?.notes].map((blocks) => blocks?.map((block) => block.text))).toEqual([
      ['A line. Within.'],
      ['Said.', 'As it is.'],
    ]);
    expect(leftOut).toEqual([expect.objectContaining({ reason: 'notes', words: 9 })]);
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
    [
      '---\ntitle:\n- type: subtitle\n  text: A Walk\n- type: main\n  text: The Quay\ncreator:\n- role: author\n  text: Ada Example\n---\n',
      'A Walk',
    ],
    ['---\ntitle: The Quay\nauthor:\n- name: Ada Example\n  affiliation: None\nfoo: &a bar\nbaz: *a\n---\n', undefined],
    ['+++\ntitle = "The Quay"\nauthor = ["Ada Example"]\n[params]\ntitle = "Other"\n+++\n', undefined],
    ['% The\n  Quay\n% Ada Example\n% 2020\n', undefined],
    ['Title: The Quay\nAuthor: Ada Example\nBase Header Level: 2\n\n', undefined],
  ])('has its metadata from the header of another program: %j', async (header, subtitle) => {
    const book = await readFile('a.md', `${header}\n# One\n\n${prose('Anna')}\n\n# Two\n\n${prose('Bruno')}`);
    expect(book.metadata).toMatchObject({ title: 'The Quay', authors: [{ name: 'Ada Example' }] });
    expect(book.metadata.subtitle).toBe(subtitle);
    expect(book.chapters.map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  it('keeps the authors that it understands, with their roles', async () => {
    const header = '---\nauthor:\n- name: Ada Example\n- Bo Sample\n- [x]\n- {role: editor, text: Cy Third}\n---\n';
    const { metadata } = await readFile('a.md', `${header}\n${prose('Anna')}`);
    expect(metadata.authors.map(({ name }) => name)).toEqual(['Ada Example', 'Bo Sample']);
    expect(metadata.contributors).toMatchObject([{ name: 'Cy Third', role: 'edt' }]);
  });

  it('has no directives of other programs in its text and titles', async () => {
    const text = `\\newpage\n\n[TOC]\n\n# Preface {-}\n\n${prose('Anna')}\n\n::: warning\nMind the step.\n:::\n\n::: {.note}\n\n- item\n:::\n\n{pagebreak}\n\n{::comment}\nhidden\n\n- hidden\n\nhidden\n{:/comment}\n\n{{#include ../a.rs}}\n\n## Chapter 1 {#ch1 .class key=2}\n\n${prose('Bruno')}\n\n# The set {a, b}\n\n{::comment}\n\nSo \\newpage is {-} and :::.\n\n\`\`\`\n[TOC]\n\`\`\`\n`;
    const spoken = spokenText(await readFile('a.md', text, { code: 'read' }));
    expect(spoken).not.toMatch(/hidden|warning|note|pagebreak|include|ch1|Preface \{/u);
    expect(spoken).toContain('Mind the step. item Chapter 1 Bruno');
    expect(spoken).toContain('The set {a, b} So \\newpage is {-} and :::. [TOC]');
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

  it('has its formulas read, also over lines, and no money, code or brackets as formulas', async () => {
    const text = String.raw`# Sums

Here $a_1 + b_1$, $c_1 * d_1 * e$ and \(x_1^2\) are, for $5-$10, and \[sic\] stays \[1\], so does \(a note\) and ${'`$x_1$`'}.

$$
a_1
+ b_1
= c_1
$$

\[
\frac{a}{b} \\
\]

Then \begin{equation}
a_2 = b_2
\end{equation} holds.

    $code_1$
`;
    const { chapters } = await readFile('sums.md', text, { code: 'read' });
    expect(chapters.flatMap(({ blocks }) => blocks.map((block) => block.text))).toEqual([
      'Sums',
      'Here a sub 1 plus b sub 1, c sub 1 asterisk d sub 1 asterisk e and x sub 1 squared are, for $5-$10, and [sic] stays [1], so does (a note) and $x_1$.',
      'a sub 1 plus b sub 1 equals c sub 1 a over b',
      'Then a sub 2 equals b sub 2 holds.',
      '$code_1$',
    ]);
  });
});
