import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import type { ContentsEntry } from '../helpers/epub-builder.ts';
import { readFixture } from '../helpers/read-fixture.ts';

const sentence = 'This is a sentence of the story that has quite enough words to count as running text for everyone.';
const prose = `<p>${sentence}</p>`.repeat(10);
const titles = ({ chapters }: Book): string[] => chapters.map(({ title }) => title);
/** Returns what is spoken in each chapter besides its running text. */
const openings = ({ chapters }: Book): string[][] =>
  chapters.map(({ blocks }) => blocks.map(({ text }) => text).filter((text) => text !== sentence));
const chapters = ['One', 'Two', 'Three'].map((name) => ({
  path: `${name}.xhtml`,
  body: `<h1>${name}</h1>${prose}`,
}));
const entries: readonly ContentsEntry[] = [
  { label: 'One', href: 'One.xhtml' },
  { label: 'Two', href: 'Two.xhtml' },
  { label: 'Three', href: 'Three.xhtml' },
];

describe('text that no chapter of the contents holds', () => {
  const praise = `<p>To my mother, who read me the first stories that I ever heard, and who wrote them down.</p>${prose}`;

  it('is named by its first words before the chapters, not as one of them', async () => {
    const book = await readFixture({
      documents: [{ path: 'd.xhtml', body: praise }, ...chapters],
      nav: entries.map((entry, index) => ({ ...entry, label: `Chapter ${index + 1}` })),
    });
    expect(titles(book)[0]).toBe('To my mother, who read me the first stories that…');
    expect(titles(book)[1]).toBe('Chapter 1');
  });

  it.each(['Cubierta', 'Couverture', '封面'])('is named by its first words under the cover: %s', async (label) => {
    const book = await readFixture({
      documents: [
        { path: 'cover.xhtml', body: '<img src="c.jpg" alt=""/>' },
        { path: 'd.xhtml', body: praise },
        ...chapters,
      ],
      nav: [{ label, href: 'cover.xhtml' }, ...entries],
    });
    expect(titles(book)).toEqual(['To my mother, who read me the first stories that…', 'One', 'Two', 'Three']);
    expect(openings(book)[0]?.[0]).toMatch(/^To my mother/u);
  });
});

describe('contents that name no chapter', () => {
  it('give the title of the book to a story without headings', async () => {
    const documents = [
      { path: 'a.xhtml', body: `<p>It was late.</p>${prose}` },
      { path: 'b.xhtml', body: prose },
    ];
    const book = await readFixture({ title: 'The Tale', documents, nav: [{ label: 'Start', href: 'a.xhtml' }] });
    expect(titles(book)).toEqual(['The Tale']);
    const named = await readFixture({ title: 'The Tale', documents, nav: [{ label: 'The Storm', href: 'a.xhtml' }] });
    expect(titles(named)).toEqual(['The Storm']);
  });

  it('give way to headings when they lead to nothing', async () => {
    const nav = [{ label: 'Start', href: 'Text/Section0001.xhtml' }];
    const book = await readFixture({ documents: chapters, nav });
    expect(titles(book)).toEqual(['One', 'Two', 'Three']);
    expect(book.warnings).toContain('The table of contents leads to no chapters; chapters begin at headings instead.');
  });
});

/** Reads two parts with a page between them. */
const readParts = async (page: string, part: ContentsEntry = { label: 'Part II' }): Promise<Book> => {
  const [one, ...others] = chapters;
  return await readFixture({
    documents: [...(one === undefined ? [] : [one]), { path: 'p.xhtml', body: page }, ...others],
    nav: [
      { label: 'Part I', children: entries.slice(0, 1) },
      { ...part, children: entries.slice(1) },
    ],
  });
};

describe('the page of a part', () => {
  it.each([
    ['<h1>The Sea</h1>', ['The Sea', 'Two']],
    ['<p>Part Two</p><h1>The Sea</h1>', ['Part Two', 'The Sea', 'Two']],
    [`<h1>Part Two: The Sea</h1><p>${sentence}</p>`, ['Part Two: The Sea', 'Two']],
  ])('is read with the chapter below when the contents have no link to it: %s', async (page, spoken) => {
    for (const part of [{ label: 'Part II' }, { label: 'Part II', href: 'Two.xhtml' }]) {
      const book = await readParts(page, part);
      expect(openings(book)).toEqual([['One'], spoken, ['Three']]);
      expect(titles(book)[1]).toBe('Part II: Two');
    }
  });

  it.each([`<p>${sentence}</p>`, `<h1>Interlude</h1>${prose}`])(
    'is not the text of the chapter before: %s',
    async (page) => {
      const book = await readParts(page);
      expect(openings(book).slice(1)).toEqual([['Two'], ['Three']]);
    },
  );
});
