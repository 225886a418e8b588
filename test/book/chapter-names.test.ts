import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { nameChapters } from '../../src/book/titles/name-chapters.ts';
import { readFixture } from '../helpers/read-fixture.ts';

const prose = `<p>${'This is a sentence of the story with ten words. '.repeat(40)}</p>`;
const titles = ({ chapters }: Book): string[] => chapters.map(({ title }) => title);
const names = (...chapters: readonly (readonly [title: string, ...above: string[]])[]): string[] =>
  nameChapters(
    chapters.map(([title, ...above]) => ({ title, above, leads: [] })),
    'The Book',
  );

describe('the name of a chapter', () => {
  it('has the part’s before a bare number', () => {
    expect(names(['Scene V', 'Act IV'], ['Scene VI', 'Act IV'])).toEqual(['Act IV: Scene V', 'Act IV: Scene VI']);
    expect(names(['I', 'A Scandal in Bohemia'], ['II', 'A Scandal in Bohemia'])).toEqual([
      'A Scandal in Bohemia, I',
      'A Scandal in Bohemia, II',
    ]);
  });

  it('has it before numbered chapters that start again in each part, and before all of these', () => {
    expect(names(['Chapter 1', 'Part One'], ['Chapter 1', 'Part Two'], ['Chapter 2', 'Part Two'])).toEqual([
      'Part One: Chapter 1',
      'Part Two: Chapter 1',
      'Part Two: Chapter 2',
    ]);
    expect(names(['Chapter 1', 'Part One'], ['Chapter 2', 'Part Two'])).toEqual(['Chapter 1', 'Chapter 2']);
  });

  it('goes up as far as it must', () => {
    expect(names(['I', 'Book I', 'Part I'], ['I', 'Book II', 'Part I'], ['II', 'Book II', 'Part I'])).toEqual([
      'Book I: Part I: I',
      'Book II: Part I: I',
      'Book II: Part I: II',
    ]);
  });

  it('does not repeat the book’s title or what it says itself', () => {
    expect(names(['I', 'The Book'], ['II', 'The Book'])).toEqual(['I', 'II']);
    expect(names(['Part One, Chapter 1', 'Part One'], ['Part One, Chapter 1', 'Part One'])).toEqual([
      'Part One, Chapter 1',
      'Part One, Chapter 1',
    ]);
  });

  it('shows every entry of the contents: that of a page with a title only, and those with the same link', async () => {
    const book = await readFixture({
      documents: [
        { path: 'p.xhtml', body: '<h1>The Sea</h1>' },
        { path: 'a.xhtml', body: `<h2>The Storm</h2>${prose}` },
        { path: 'b.xhtml', body: `<h2>The Calm</h2>${prose}` },
      ],
      nav: [
        { label: 'The Sea', href: 'p.xhtml' },
        { label: 'The Storm', href: 'a.xhtml' },
        { label: 'Chapter 2', href: 'b.xhtml' },
        { label: 'The Calm', href: 'b.xhtml' },
      ],
    });
    expect(titles(book)).toEqual(['The Sea: The Storm', 'Chapter 2: The Calm']);
  });

  it.each([
    ['<h1>CHAPTER ONE: Creators</h1>'],
    ['<p>CHAPTER ONE: Creators</p>'],
    ['<h1>CHAPTER ONE</h1><h2>Creators</h2>'],
    ['<p>Chapter I</p><p>Creators</p>'],
  ])('is spoken once when the contents write the number in another way: %s', async (heading) => {
    const book = await readFixture({
      documents: [
        { path: 'a.xhtml', body: heading + prose },
        { path: 'b.xhtml', body: `<h1>CHAPTER TWO: Readers</h1>${prose}` },
      ],
      nav: [
        { label: 'Chapter 1: Creators', href: 'a.xhtml' },
        { label: 'Chapter 2: Readers', href: 'b.xhtml' },
      ],
    });
    expect(titles(book)).toEqual(['Chapter 1: Creators', 'Chapter 2: Readers']);
    const spoken = book.chapters[0]?.blocks.map(({ text }) => text).join('\n') ?? '';
    expect(spoken.match(/creators/giu)).toHaveLength(1);
    expect(book.chapters[0]?.blocks[0]?.kind).toBe('heading');
  });
});
