import { describe, expect, it } from 'vitest';
import type { Block } from '../../src/core/book.ts';
import { blocksWithPauses, cutPauses, partsBetweenPauses } from '../../src/text/written-pauses.ts';

function block(text: string, more: Partial<Block> = {}): Block {
  return { kind: 'paragraph', text, document: 'x', ...more };
}

describe('pauses that are written in a text', () => {
  it.each([
    ['He went. [pause 2s] She stayed.', 'He went. She stayed.', [[8, 2000]]],
    ['He went.[pause 500ms] She stayed.', 'He went. She stayed.', [[8, 500]]],
    ['He [Pause 1.5 s] went.', 'He went.', [[2, 1500]]],
    ['He [pause 1,5s] went.', 'He went.', [[2, 1500]]],
    ['[pause 1s] He went.', 'He went.', [[0, 1000]]],
    ['He went [pause 1s].', 'He went.', [[7, 1000]]],
    ['He went. [pause 1s]', 'He went.', [[8, 1000]]],
    [
      'A. [pause 1s] [pause 2s] B.',
      'A. B.',
      [
        [2, 1000],
        [2, 2000],
      ],
    ],
    ['He went. [pause 90s] She stayed.', 'He went. She stayed.', [[8, 10_000]]],
    ['He went. [pause 10ms] She stayed.', 'He went. She stayed.', [[8, 200]]],
  ] as const)('are cut out of %j', (written, text, pauses) => {
    expect(cutPauses(written)).toEqual({ text, pauses: pauses.map(([at, ms]) => ({ at, ms })) });
  });

  it.each([
    'He [pause] went.',
    '[Pause] He went.',
    'He [pauses 2s] went.',
    'He went (pause 2s).',
    '[pause two seconds]',
  ])('are no other words, such as %j', (text) => {
    expect(cutPauses(text)).toEqual({ text, pauses: [] });
  });

  it('are looked for in a long space in the time that its length takes', () => {
    // Looked at from each of its places, it would take longer than a test may.
    const text = `[${' '.repeat(1_000_000)}x`;
    expect(cutPauses(text)).toEqual({ text, pauses: [] });
    expect(cutPauses(`One.${' '.repeat(1_000_000)}[pause 1s]`)).toEqual({
      text: 'One.',
      pauses: [{ at: 4, ms: 1000 }],
    });
  });

  it('divide a text into parts with the silence after each', () => {
    expect(partsBetweenPauses('[pause 1s] One. [pause 2s] Two. [pause 3s] [pause 1s]')).toEqual([
      { text: 'One.', pauseMs: 2000 },
      { text: ' Two.', pauseMs: 4000 },
    ]);
    expect(partsBetweenPauses('One.')).toEqual([{ text: 'One.', pauseMs: 0 }]);
    expect(partsBetweenPauses('[pause 1s]')).toEqual([]);
  });

  it('are beats after what stands before them, in blocks', () => {
    const { blocks, leadMs } = blocksWithPauses([
      block('[pause 1s]'),
      block('One. [pause 2s] Two.'),
      block('[pause 3s]'),
      block('[pause 4s] Three.'),
    ]);
    expect(leadMs).toBe(1000);
    expect(blocks).toEqual([
      block('One. Two.', {
        ranges: [
          { from: 3, to: 4, beatMs: 2000 },
          { from: 8, to: 9, beatMs: 7000 },
        ],
      }),
      block('Three.'),
    ]);
  });

  it('move the ranges behind them along, and leave code and other blocks as they are', () => {
    const given = [block('A [pause 2s] word.', { ranges: [{ from: 13, to: 17, language: 'fr' }] })];
    expect(blocksWithPauses(given).blocks[0]?.ranges).toEqual([
      { from: 2, to: 6, language: 'fr' },
      { from: 0, to: 1, beatMs: 2000 },
    ]);
    const others = [block('[pause 2s]', { kind: 'code' }), block('[1] A word.'), block('', { kind: 'scene-break' })];
    expect(blocksWithPauses(others)).toEqual({ blocks: others, leadMs: 0 });
  });
});
