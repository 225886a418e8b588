import { describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import { planBook } from '../../src/pipeline/plan/plan.ts';
import { spokenParts } from '../../src/pipeline/time/timed-chapters.ts';
import { timedChapter } from '../../src/timed-text/timed-chapter.ts';
import { realEpubs } from '../helpers/real-books.ts';

/** The words alone: cleaning may move the blanks around punctuation. */
function words(text: string): string {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}

/** What is between sentences. */
const blank = /^(?:\s|<<|>>)*$/u;

describe('the plan of a real book', () => {
  it.for(realEpubs)('has the words of the chapters of $name, each once, in order', async ({ file }) => {
    const { signal } = new AbortController();
    const { chapters, metadata } = await readBook(file, { signal });
    const plan = planBook(chapters, { limit: { max: 3000, unit: 'bytes' }, target: 400, language: metadata.language });
    for (const [index, { title, blocks }] of chapters.entries()) {
      const spoken = plan.chapters[index]?.segments.filter((segment) => segment.spoken).map(({ text }) => text) ?? [];
      expect(words(spoken.join(' ')) === words(blocks.map(({ text }) => text).join(' ')), title).toBe(true);
      expect(spoken.filter((text) => Buffer.byteLength(text) > 3000)).toEqual([]);
    }
  });

  it.for(realEpubs)('finds each sentence of $name in the text, nothing but blanks between', async ({ file }) => {
    const { signal } = new AbortController();
    const { chapters, metadata } = await readBook(file, { signal });
    const limit = { max: 3000, unit: 'bytes' as const };
    const plan = planBook(chapters, { limit, target: 400, language: metadata.language });
    for (const { title, blocks, segments } of plan.chapters) {
      const parts = segments.flatMap((segment) => spokenParts(segment, undefined, (sample) => sample));
      const timed = timedChapter({ title, startSeconds: 0, endSeconds: 0, blocks, parts });
      let next = 0;
      for (const { text, sentences } of timed.blocks) {
        let at = 0;
        for (const { from, to } of sentences) {
          expect(text.slice(at, from)).toMatch(blank);
          let spoken = '';
          const place = parts[next]?.sentence;
          const block = parts[next]?.block;
          for (; parts[next]?.sentence === place && parts[next]?.block === block; next += 1)
            spoken += parts[next]?.text;
          expect(spoken.replaceAll(/\s/gu, '')).toBe(text.slice(from, to).replaceAll(/<<|>>|\s/gu, ''));
          at = to;
        }
        expect(text.slice(at)).toMatch(blank);
      }
      expect(next).toBe(parts.length);
    }
  });
});
