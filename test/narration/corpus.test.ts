import { describe, expect, it } from 'vitest';
import { judgeGood, judgeSpoiled } from './corpus/judge-corpus.ts';

describe('the corpus of answers to the faithful task', () => {
  it('has no answer that is accepted with other words than the book’s', () => {
    const judged = judgeSpoiled();
    expect(judged.length).toBeGreaterThanOrEqual(150);
    expect(new Set(judged.map(({ text }) => text.language)).size).toBeGreaterThanOrEqual(8);
    expect(
      judged.filter(({ isWrong }) => isWrong).map(({ kind, text, script }) => [kind, text.language, script]),
    ).toEqual([]);
  });

  it('keeps 19 of 20 good answers as they are', () => {
    const judged = judgeGood();
    const lost = judged.filter(({ isKept }) => !isKept);
    expect(judged.length).toBeGreaterThanOrEqual(40);
    expect(lost.length, JSON.stringify(lost, undefined, 1)).toBeLessThanOrEqual(judged.length / 20);
  });
});
