import { describe, expect, it } from 'vitest';
import type { Hearing } from '../../../src/listening/engine/recognizer-protocol.ts';
import { hearingReport } from '../../../src/pipeline/report/hearing-report.ts';
import type { HeardSegment } from '../../../src/pipeline/hear/listening.ts';
import type { VerifyMode } from '../../../src/pipeline/options/verify-mode.ts';

const whole: Hearing = { verdict: 'heard', share: 1, missing: [], surplus: [], transcript: '' };
const lost: Hearing = { ...whole, verdict: 'lost', share: 0.5 };

interface Group extends Pick<HeardSegment, 'isDrawn'> {
  readonly count: number;
  readonly hearing?: Hearing;
  readonly isHealed?: boolean;
}

const positionOf = () => ({ number: 1, track: 1, title: 'One' });

function statementOf(mode: VerifyMode, ...groups: readonly Group[]): string {
  const heard = groups.flatMap(({ count, hearing = whole, isHealed = false, isDrawn }, group) =>
    Array.from({ length: count }, (_, at): HeardSegment => {
      const index = group * 1000 + at;
      const segment = { chapter: 0, index, text: 'A text.', language: 'en', pauseMs: 0, spoken: true };
      return { segment, finding: { hearing, isHealed }, envelope: undefined, isDrawn };
    }),
  );
  const sounds = new Map();
  return hearingReport({ mode, heard, sounds, sampleRate: 24_000, finished: undefined, positionOf }).statement;
}

describe('the statement of a hearing report', () => {
  it('bounds the loss in the book by what a random sample shows', () => {
    expect(statementOf(300, { count: 300, isDrawn: true })).toBe(
      '0 of 300 segments that were heard are not whole: with 95 % certainty, fewer than 1.0 % of the book.',
    );
  });

  it('counts healed segments of a sample: what was not heard was not healed', () => {
    const healed = { count: 9, isHealed: true, isDrawn: true };
    expect(statementOf(300, { count: 291, isDrawn: true }, healed)).toBe(
      '0 of 300 segments that were heard are not whole, and 9 had to be spoken again: with 95 % certainty, fewer than 5.2 % of what was not heard.',
    );
    expect(statementOf('listen', { count: 291, isDrawn: false }, healed)).toBe(
      '0 of 300 segments that were heard are not whole.',
    );
  });

  it('does not count as drawn what was heard because of its odd length', () => {
    const odd = { count: 100, isDrawn: false };
    expect(statementOf(300, { count: 300, isDrawn: true }, odd)).toContain('fewer than 1.0 % of the book.');
    expect(statementOf(300, { count: 300, isDrawn: true }, { ...odd, count: 1, hearing: lost })).toBe(
      '1 of 301 segments that were heard is not whole: with 95 % certainty, fewer than 1.0 % of the book.',
    );
  });
});
