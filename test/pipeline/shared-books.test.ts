import { describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import { planBook } from '../../src/pipeline/plan.ts';
import { sharedBookOrSkip, sharedEpubs } from '../helpers/shared.ts';

/** The words alone: cleaning may move the blanks around punctuation. */
function words(text: string): string {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}

describe('the plan of a real book', () => {
  it.for(sharedEpubs)('has the words of the chapters of %s, each once, in order', async (name, context) => {
    const { signal } = new AbortController();
    const { chapters, metadata } = await readBook(sharedBookOrSkip(context, `${name}.epub`), { signal });
    const plan = planBook(chapters, { limit: { max: 3000, unit: 'bytes' }, target: 400, language: metadata.language });
    for (const [index, { title, blocks }] of chapters.entries()) {
      const spoken = plan.chapters[index]?.segments.filter((segment) => segment.spoken).map(({ text }) => text) ?? [];
      expect(words(spoken.join(' ')) === words(blocks.map(({ text }) => text).join(' ')), title).toBe(true);
      expect(spoken.filter((text) => Buffer.byteLength(text) > 3000)).toEqual([]);
    }
  });
});
