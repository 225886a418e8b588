import { describe, expect, it } from 'vitest';
import { guardScript } from '../../src/narration/guard/guard-script.ts';
import { faithfulExpectation as expectation } from '../../src/narration/tasks/task.ts';
import { falseReadings } from './corpus/false-readings.ts';
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

  it('has no false reading of a passage that is taken over', () => {
    const [before, after] = ['Alpha bravo charlie delta echo foxtrot golf.', 'Kilo lima mike november oscar papa.'];
    const taken = Object.entries(falseReadings).flatMap(([language, pairs]) =>
      pairs.filter(([source, answer]) => {
        const [text, given] = [answer, source].map((middle) => `${before}\n\n${middle}\n\n${after}`);
        const completion = { text: text ?? '', stopReason: 'complete' } as const;
        const guarded = guardScript(completion, { source: given ?? '', language, expectation });
        const [script = '', said, book] = [guarded.ok ? guarded.text : '', text ?? '', given ?? ''].map(spokenWords);
        return script !== book && script === said;
      }),
    );
    expect(Object.values(falseReadings).flat().length).toBeGreaterThanOrEqual(120);
    expect(taken).toEqual([]);
  });

  it('keeps 19 of 20 good answers unchanged', () => {
    const judged = judgeGood();
    const lost = judged.filter(({ isKept }) => !isKept);
    expect(judged.length).toBeGreaterThanOrEqual(40);
    expect(lost.length, JSON.stringify(lost, undefined, 1)).toBeLessThanOrEqual(judged.length / 20);
  });
});

function spokenWords(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, '')
    .replaceAll(/\s+/gu, ' ');
}
