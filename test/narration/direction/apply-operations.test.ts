import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/core/book.ts';
import { applyOperations, usableOperations } from '../../../src/narration/direction/apply-operations.ts';
import type { Operation } from '../../../src/narration/direction/operation.ts';
import { randomBlocks, randomOperation } from '../../helpers/random-operations.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';

const paragraph = (text: string, more: Partial<Block> = {}): Block => ({
  kind: 'paragraph',
  text,
  document: 'd',
  ...more,
});

function at(text: string, words: string): { readonly block: number; readonly from: number; readonly to: number } {
  const from = text.indexOf(words);
  return { block: 0, from, to: from + words.length };
}

describe('operations on a chapter', () => {
  const text = '“Never again,” she said. He had come on 3 May 1911 [4].';

  it('make ranges for who speaks, how, and for beats, and change only the words that they name', () => {
    const operations: Operation[] = [
      { ...at(text, '“Never again,”'), kind: 'who', name: 'Ines' },
      { ...at(text, '“Never again,”'), kind: 'how', delivery: { manner: 'whispered' } },
      { ...at(text, 'she said.'), kind: 'pause', seconds: 0.8 },
      { ...at(text, '3 May 1911'), kind: 'say', words: 'the third of May' },
      { ...at(text, '[4]'), kind: 'skip' },
    ];
    const [block] = applyOperations([paragraph(text)], operations);
    expect(block).toEqual({
      ...paragraph('“Never again,” she said. He had come on the third of May.'),
      ranges: [
        { from: 0, to: 14, role: 'Ines' },
        { from: 0, to: 14, delivery: { manner: 'whispered' } },
        { from: 15, to: 24, beatMs: 800 },
      ],
    });
  });

  it('keep the ranges of the book and move them behind changed words', () => {
    const blocks = [paragraph('On 3 May he said “oui” twice.', { ranges: [{ from: 18, to: 21, language: 'fr' }] })];
    const [block] = applyOperations(blocks, [
      { ...at(blocks[0]?.text ?? '', '3 May'), kind: 'say', words: 'the third of May' },
    ]);
    expect(block?.text.slice(block.ranges?.[0]?.from, block.ranges?.[0]?.to)).toBe('oui');
  });

  it('tell a table in place of its rows', () => {
    const rows = ['Port, Boats', 'Hull, 17', 'Cork, 4'].map((row): Block => ({
      kind: 'table-row',
      text: row,
      document: 'd',
    }));
    const blocks = [paragraph('Before.'), ...rows, paragraph('After.')];
    const told = { block: 1, from: 0, to: 11, kind: 'tell', words: 'Hull has 17 boats, Cork 4.', blocks: 3 } as const;
    expect(applyOperations(blocks, [told])).toEqual([blocks[0], paragraph('Hull has 17 boats, Cork 4.'), blocks[4]]);
    const second: Operation = { block: 2, from: 0, to: 4, kind: 'skip' };
    expect(applyOperations(blocks, [told, second])).toHaveLength(3);
    expect(applyOperations(blocks, [second, told])).toHaveLength(5);
  });

  it('are ignored outside of the text and over others of their kind', () => {
    const blocks = [paragraph('One two three.')];
    const say = { block: 0, from: 0, to: 7, kind: 'say', words: 'Two' } as const;
    const odd: Operation[] = [
      { ...say, from: 4, to: 9 },
      { ...say, from: -1 },
      { ...say, from: 9, to: 99 },
      { ...say, from: 9, to: 9 },
      { ...say, from: 8.5, to: 9 },
      { ...say, block: 1 },
      { ...say, from: 8, kind: 'tell', blocks: 2 },
    ];
    expect(applyOperations(blocks, [say, ...odd])).toEqual([paragraph('Two three.')]);
    expect(applyOperations(blocks, odd.slice(1))).toBe(blocks);
  });

  it('never lose, change or add a word outside of those that are listed: 10,000 random ones', () => {
    const random = seededRandom(46);
    for (let run = 0; run < 500; run += 1) {
      const blocks = randomBlocks(random);
      const operations = Array.from({ length: 20 }, () => randomOperation(blocks, random, true));
      const spoken = applyOperations(blocks, operations).map(({ text: words }) => words);
      expect(compact(spoken)).toBe(compact(byHand(blocks, usableOperations(blocks, operations))));
    }
  });
});

/** White space moves where a reference is left out. */
function compact(texts: readonly string[]): string {
  return texts.join('').replaceAll(/\s/gu, '');
}

/** Applies each change of the text by itself, character by character. */
function byHand(blocks: readonly Block[], operations: readonly Operation[]): string[] {
  const texts = blocks.map(({ text }) => [...Array(text.length).keys()].map((index) => text.charAt(index)));
  const replace = (block: number, from: number, to: number, words: string): void => {
    for (let index = from; index < to; index += 1) (texts[block] ?? [])[index] = index === from ? words : '';
  };
  for (const operation of operations) {
    const { kind, block, from, to } = operation;
    if (kind === 'skip') replace(block, from, to, '');
    if (kind === 'say') replace(block, from, to, operation.words);
    if (kind !== 'tell') continue;
    replace(block, from, to, operation.words);
    for (let index = block + 1; index < block + operation.blocks; index += 1) texts[index] = [];
  }
  return texts.map((characters) => characters.join(''));
}
