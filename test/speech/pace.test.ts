import { describe, expect, it } from 'vitest';
import { estimatePace } from '../../src/speech/check/pace.ts';
import type { PaceSample } from '../../src/speech/check/pace.ts';
import { pacePrior, unknownPace } from '../../src/speech/check/pace-prior.ts';

/** Returns samples of a voice that takes this many seconds per unit, give or take a few percent. */
function samples(count: number, secondsPerUnit: number): PaceSample[] {
  return Array.from({ length: count }, (_, index) => ({
    units: 100 + index * 10,
    uncertainty: 0,
    soundSeconds: (100 + index * 10) * secondsPerUnit * (1 + 0.04 * Math.sin(index)),
    endPauses: [0.4],
  }));
}

describe('estimatePace', () => {
  it('is the prior before anything is heard', () => {
    const prior = pacePrior('kokoro', 'af_heart');
    expect(estimatePace([], prior)).toMatchObject(prior);
  });

  it.each([0.04, 0.06, 0.1])('is the median of the samples, %d s per unit, however long the wrong ones are', (pace) => {
    const wrong = samples(4, pace / 2);
    const estimated = estimatePace([...samples(16, pace), ...wrong], unknownPace);
    expect(estimated.secondsPerUnit / pace).toBeGreaterThan(0.93);
    expect(estimated.secondsPerUnit / pace).toBeLessThan(1.03);
    expect(estimated.uncertainty).toBeLessThan(0.05);
  });

  it('stays near the prior while there are few samples, and within reach of it when there are many', () => {
    const prior = { secondsPerUnit: 0.06, uncertainty: 0.15 };
    const few = estimatePace(samples(1, 0.03), prior);
    expect(few.secondsPerUnit).toBeGreaterThan(0.05);
    expect(few.uncertainty).toBeGreaterThan(0.1);
    expect(estimatePace(samples(50, 0.03), prior).secondsPerUnit).toBeCloseTo(0.06 * Math.exp(-2.5 * 0.15));
  });

  it('knows whether and how long the voice pauses at sentence ends', () => {
    const pausing = estimatePace(samples(20, 0.06), unknownPace);
    expect(pausing).toMatchObject({ sentencePause: 0.4 });
    expect(pausing.pausing).toBeGreaterThan(0.95);
    const silent = samples(20, 0.06).map((sample) => ({ ...sample, endPauses: [0, 0] }));
    expect(estimatePace(silent, unknownPace).pausing).toBeLessThan(0.1);
  });
});
