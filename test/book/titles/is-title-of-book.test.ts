import { describe, expect, it } from 'vitest';
import { isTitleOfBook } from '../../../src/book/titles/is-title-of-book.ts';
import { readFixture } from '../../helpers/read-fixture.ts';

const prose = `<p>${'The tram went up the hill, and nobody was there to see it go. '.repeat(20)}</p>`;

describe('the title of a book', () => {
  it.each([
    ['Emma', 'EMMA'],
    ['Emma: A Novel', 'Emma'],
    ['Emma', 'Emma (Penguin Classics)'],
    ['Emma, by Jane Austen', 'Emma'],
    ['Emma by Jane Austen', 'Emma'],
    ['Emma von Jane Austen', 'Emma'],
    ['Jane Austen – Emma', 'Emma'],
    ['Alice’s Adventures in Wonderland Lewis Carroll', 'Alice’s Adventures in Wonderland'],
    ['Calibre Hızlı Başlangıç Kılavuzu', 'Hızlı Başlangıç Kılavuzu'],
    ['The Project Gutenberg eBook of Emma', 'Emma'],
    ['三国演义（全本）', '三国演义'],
  ])('is “%s” in “%s”', (label, title) => {
    expect(isTitleOfBook(label, title)).toBe(true);
  });

  it.each([
    ['Sheila and the Ship', 'She'],
    ['Emma at Home', 'Emma'],
    ['She', 'She and Allan'],
    ['Chapter 1: Emma', 'Emma'],
    ['…', 'Emma'],
    ['', 'Emma'],
    ['Emma', ''],
  ])('is not “%s” in “%s”', (label, title) => {
    expect(isTitleOfBook(label, title)).toBe(false);
  });

  it.each([
    ['She', 'Sheila and the Ship'],
    ['Emma', 'Emma'],
  ])('does not make a title page of the date above the first chapter (%s, %s)', async (title, label) => {
    const body = `<h1>${label}</h1><p>London, 12 November 1888</p>${prose}`;
    const { chapters, leftOut } = await readFixture({
      title,
      documents: [
        { path: 'a.xhtml', title: label, body },
        { path: 'b.xhtml', title: 'Two', body: `<h1>Two</h1>${prose}` },
      ],
    });
    expect(chapters[0]?.blocks.map(({ text }) => text.slice(0, 24))).toEqual([
      label,
      'London, 12 November 1888',
      'The tram went up the hil',
    ]);
    expect(leftOut).toEqual([]);
  });

  it('is that of a title page when legal lines stand below, or nothing else', async () => {
    const page = '<h1>Emma</h1><p>Jane Austen</p><p>John Murray, London</p>';
    for (const body of [page, `${page}<p>ISBN 978-1-2345-6789-0</p>${prose}`]) {
      const { leftOut } = await readFixture({
        title: 'Emma',
        documents: [
          { path: 'a.xhtml', title: 'Emma', body },
          { path: 'b.xhtml', title: 'Two', body: `<h1>Two</h1>${prose}` },
        ],
      });
      expect(leftOut).toMatchObject([{ reason: 'title-page', about: 'Emma' }]);
    }
  });
});
