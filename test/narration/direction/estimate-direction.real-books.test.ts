import { expect, it } from 'vitest';
import { readBook } from '../../../src/book/read-book.ts';
import { castText } from '../../../src/cast/cast-text.ts';
import { findCharacters } from '../../../src/cast/find-characters.ts';
import { estimateDirection } from '../../../src/narration/direction/estimate-direction.ts';
import { costOf } from '../../../src/narration/usage-meter.ts';
import { countWordsOf } from '../../../src/text/count-words.ts';
import { sharedBooks } from '../../helpers/real-books.ts';

/** US dollars for a million tokens of gpt-4o. */
const prices = { prompt: 2.5, completion: 10 };

it.for(sharedBooks('pride-and-prejudice.epub', 'love-among-the-chickens.epub'))(
  'a direction of $name takes at most $1.30 and 60 requests for 100,000 words, as gpt-4o is priced',
  async ({ file }) => {
    const { chapters } = await readBook(file, { signal: new AbortController().signal });
    const texts = chapters.map(({ blocks }) => castText(blocks, 'en'));
    const usage = estimateDirection(texts, findCharacters(texts, 'en'), { language: 'en' });
    const share = 100_000 / countWordsOf(chapters.flatMap(({ blocks }) => blocks));
    expect(usage.requests * share).toBeLessThanOrEqual(60);
    expect(costOf(usage, prices) * share).toBeLessThanOrEqual(1.3);
    expect(usage.requests).toBeGreaterThan(5);
  },
);
