import { describe, expect, it } from 'vitest';
import { castText } from '../../../src/cast/cast-text.ts';
import { findCharacters } from '../../../src/cast/find-characters.ts';
import type { Block } from '../../../src/core/book.ts';
import { directChapter } from '../../../src/narration/direction/direct-chapter.ts';
import { makeRoster } from '../../../src/narration/direction/make-roster.ts';
import { tryModel } from '../../../src/narration/direction/try-model.ts';

const { signal } = new AbortController();
const tools = { language: 'en', signal };

function chapter(...lines: readonly string[]) {
  const blocks = lines.map((text): Block => ({ kind: 'paragraph', text, document: 'd' }));
  return castText(blocks, 'en');
}

describe('a chapter without a model', () => {
  const text = chapter(
    'Anna looked up from the boats. “There are seventeen,” said Anna.',
    '“And one is not ours,” said Mr. Vane. Mr. Vane frowned.',
    'A bell rang.',
    '“Who is there?”',
  );

  it('is directed by what the words of the narrator say', async () => {
    const roster = await makeRoster([text], findCharacters([text], 'en'), tools);
    const trust = await tryModel([text], roster, tools);
    expect(trust).toEqual({ isTrusted: false, reason: 'No language model was chosen.' });
    const operations = await directChapter(text, { roster, trust }, tools);
    const said = operations.map((operation) => ({
      words: text.blocks[operation.block]?.text.slice(operation.from, operation.to),
      name: operation.kind === 'who' ? operation.name : undefined,
    }));
    expect(said).toEqual([
      { words: '“There are seventeen,”', name: 'Anna' },
      { words: '“And one is not ours,”', name: 'Mr. Vane' },
    ]);
  });
});
