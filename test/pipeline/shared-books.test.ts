import { describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import { planBook } from '../../src/pipeline/plan.ts';
import { sharedBookOrSkip } from '../helpers/shared.ts';

const books = [
  'alice-epub2.epub',
  'alice-epub3.epub',
  'childrens-literature.epub',
  'debian-developers-reference-fr.epub',
  'kusamakura-ja.epub',
  'lost-treasure.epub',
  'love-among-the-chickens.epub',
  'moby-dick.epub',
  'pandoc-features.epub',
  'pride-and-prejudice.epub',
  'robinson-crusoe.epub',
  'sailing-in-israel-he.epub',
  'the-waste-land.epub',
  'tiny-epub2-ncx.epub',
];

/** The words alone: cleaning may move the blanks around punctuation. */
function words(text: string): string {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}

describe('the plan of a real book', () => {
  it.for(books)('has the words of the chapters of %s, each once, in order', async (name, context) => {
    const { signal } = new AbortController();
    const { chapters, metadata } = await readBook(sharedBookOrSkip(context, name), { signal });
    const plan = planBook(chapters, { limit: { max: 3000, unit: 'bytes' }, target: 400, language: metadata.language });
    for (const [index, { title, blocks }] of chapters.entries()) {
      const spoken = plan.chapters[index]?.segments.filter((segment) => segment.spoken).map(({ text }) => text) ?? [];
      expect(words(spoken.join(' ')) === words(blocks.map(({ text }) => text).join(' ')), title).toBe(true);
      expect(spoken.filter((text) => Buffer.byteLength(text) > 3000)).toEqual([]);
    }
  });
});
