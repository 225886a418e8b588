import { describe, expect, it } from 'vitest';
import type { Progress } from '../../src/web/api/types.ts';
import { expectedLength } from '../../src/web/now/job-words.ts';

/** A book of 4 minutes, of which `done` characters of 3,600 are spoken at 15 in a second. */
function spoken(done: number, segments: number): Progress {
  return {
    stage: 'speaking',
    chapters: 3,
    segments: { done: segments, total: 60 },
    characters: { done, total: 3600 },
    percent: Math.floor((done * 100) / 3600),
    audioSeconds: done / 15,
    expectedSeconds: 250,
    retries: 0,
  };
}

describe('the length of a book that is being made', () => {
  it('is that of the plan at first, whatever a heading takes', () => {
    expect(expectedLength(spoken(0, 0))).toBe(250);
    expect(expectedLength({ ...spoken(10, 1), audioSeconds: 2.5 })).toBe(250);
  });

  it('follows the pace of the voice once enough is spoken', () => {
    expect(expectedLength(spoken(720, 12))).toBeCloseTo(240);
    expect(expectedLength(spoken(3600, 60))).toBeCloseTo(240);
  });

  it('is never shorter than what is spoken, also for a job of an earlier version', () => {
    const { expectedSeconds: _expected, ...old } = spoken(10, 1);
    expect(expectedLength(old)).toBeCloseTo(10 / 15);
    expect(expectedLength({ ...spoken(10, 1), audioSeconds: 300 })).toBe(300);
  });
});
