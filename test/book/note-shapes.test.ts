import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import type { BookChoices } from '../../src/book/book-choices.ts';
import { readBody, readFixture } from '../helpers/read-fixture.ts';

const scene = 'The ferry left the quay at dawn and nobody on the deck spoke a word to the others. The river was grey.';
const css = (rules: string): string => `<style>${rules}</style>`;

interface Shape {
  readonly mark: (number: number, chapter: number) => string;
  readonly note: (number: number, chapter: number) => string;
  readonly head?: string;
}

const numbers = (chapter: number): number[] => [1, 2, 3].map((number) => (chapter - 1) * 3 + number);

/** Reads two chapters of three marks each, and a chapter of notes behind them or notes at the end of each. */
async function read({ mark, note, head = '' }: Shape, where: 'chapter' | 'book', choices: BookChoices): Promise<Book> {
  const notes = (chapter: number): string =>
    numbers(chapter)
      .map((number) => note(number, chapter))
      .join('');
  const chapter = (index: number): string =>
    numbers(index)
      .map((number) => `<p>${scene} It froze.${mark(number, index)} Nobody came.</p>`)
      .join('');
  const own = (index: number): string => (where === 'chapter' ? `<hr/>${notes(index)}` : '');
  const documents = [1, 2].map((index) => {
    const body = `<h1>Chapter ${index}</h1>${chapter(index)}${own(index)}`;
    return { path: `c${index}.xhtml`, title: `Chapter ${index}`, head, body };
  });
  const last = { path: 'notes.xhtml', title: 'Notes', head, body: `<h1>Notes</h1>${notes(1)}${notes(2)}` };
  return await readFixture({ documents: where === 'book' ? [...documents, last] : documents }, choices);
}

const linked = (inner: (number: number) => string, file: string, attributes = '') => ({
  mark: (number: number): string => `<a id="r${number}" ${attributes} href="${file}#n${number}">${inner(number)}</a>`,
  note: (number: number, chapter: number): string =>
    `<p id="n${number}"><a href="c${chapter}.xhtml#r${number}">${number}</a>. Ledger ${number}, page.</p>`,
});
const unlinked = (mark: Shape['mark']): Shape => ({
  mark,
  note: (number) => `<p class="nt">${number}. Ledger ${number}, page.</p>`,
});
const smaller = 'font-size:.7em;vertical-align';

const shapes: readonly (readonly [string, Shape])[] = [
  [
    'a class on a span in the link',
    { ...linked((n) => `<span class="x">${n}</span>`, 'notes.xhtml'), head: css(`.x{${smaller}:super}`) },
  ],
  [
    'a class on the link',
    { ...linked(String, 'notes.xhtml', 'class="calibre9"'), head: css(`p a.calibre9{${smaller}:text-top}`) },
  ],
  [
    'nested spans',
    {
      ...linked((n) => `<span><span class="up">${n}</span></span>`, 'notes.xhtml'),
      head: css('.up{position:relative;top:-.4em;font-size:70%}'),
    },
  ],
  ['an inline style', linked((n) => `<span style="${smaller}:4pt">${n}</span>`, 'notes.xhtml')],
  ['links that point at each other', linked(String, 'notes.xhtml')],
  [
    'a raised class without a link',
    { ...unlinked((n) => `<span class="S">${n}</span>`), head: css(`span.S{${smaller}:top}`) },
  ],
  ['raised spans in a raised element', unlinked((n) => `<sup><span>${n}</span></sup>`)],
  ['the name of a class', unlinked((n) => `<span class="superscript">${n}</span>`)],
];

const texts = ({ chapters }: Book): string[] => chapters.map(({ blocks }) => blocks.map(({ text }) => text).join('|'));

describe.each(['chapter', 'book'] as const)('notes at the end of each %s, with marks raised or linked by', (where) => {
  it.each(shapes)('%s are not read', async (_name, shape) => {
    const own = {
      ...shape,
      mark: (n: number, c: number) =>
        shape.mark(n, c).replace(/notes(?=\.xhtml)/u, where === 'book' ? 'notes' : `c${c}`),
    };
    const skipped = await read(own, where, {});
    expect(skipped.chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 2']);
    for (const text of texts(skipped)) {
      expect(text).toContain('It froze. Nobody came.');
      expect(text).not.toContain('Ledger');
    }
    const inline = texts(await read(own, where, { notes: 'inline' }));
    expect(inline[0]).toContain('Nobody came.|Ledger 1, page.|The ferry');
    expect(inline[1]).toContain('Nobody came.|Ledger 4, page.|The ferry');
    const end = texts(await read(own, where, { notes: 'end' }));
    expect(end[1]?.endsWith('Ledger 4, page.|Ledger 5, page.|Ledger 6, page.')).toBe(true);
  });
});

describe('what only looks like a note', () => {
  it('is read: large raised numbers, cells, initials, links of contents, a numbered list', async () => {
    const head = css(
      '.big{font-size:2em;vertical-align:super}td{vertical-align:top}.cap{vertical-align:top;font-size:300%}',
    );
    const list = ['One', 'Two', 'Three'].map((word, index) => `<p>${index + 1}. ${word} is a step.</p>`).join('');
    const body = `<h1>T</h1><p>Room<span class="big">7</span> is here.</p><p><span class="cap">A</span> dog.</p><p id="t">See <a href="#u">4</a> there.</p><p id="u">Go to <a href="#t">4</a>.</p>${list}`;
    const blocks = await readBody(body, {}, head);
    expect(blocks.join('\n')).toContain('Room7 is here.');
    expect(blocks.join('\n')).toContain('See 4 there.');
    expect(blocks.slice(-3)).toEqual([
      'paragraph: 1. One is a step.',
      'paragraph: 2. Two is a step.',
      'paragraph: 3. Three is a step.',
    ]);
  });
});

const paragraph = (inner: string): string =>
  `<h1>T</h1><p>Nobody came. <span epub:type="pagebreak" id="p">${inner}</span> the ferry went.</p>`;

describe('an element that marks a page break', () => {
  it.each(['Then', 'I', 'Will', 'Am Abend', '«Ja»'])('is read when it has words of the text: %s', async (words) => {
    expect(await readBody(paragraph(words))).toContain(`paragraph: Nobody came. ${words} the ferry went.`);
  });

  it.each(['12', 'xii', '[Pg 12]', 'Page 12', 'Seite 12', 'стр. 12', ''])(
    'is not read when it has its number: %s',
    async (number) => {
      expect(await readBody(paragraph(number))).toContain('paragraph: Nobody came. the ferry went.');
    },
  );
});

it('finds 9,000 notes without links in one document', async () => {
  const all = Array.from({ length: 9000 }, (_, index) => index + 1);
  const marks = all.map((number) => `<p>It rained.<sup>${number}</sup></p>`).join('');
  const bodies = all.map((number) => `<p>${number}. See the log.</p>`).join('');
  const documents = [{ path: 'a.xhtml', title: 'One', body: `<h1>One</h1>${marks}<h2>Notes</h2>${bodies}` }];
  const { chapters } = await readFixture({ documents });
  expect(chapters.map(({ blocks, notes }) => [blocks.length, notes?.length])).toEqual([[9001, 9000]]);
});
