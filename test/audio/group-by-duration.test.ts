import { describe, expect, it } from 'vitest';
import { groupByDuration } from '../../src/audio/files/group-by-duration.ts';

describe('groupByDuration', () => {
  it('keeps the order and makes no group longer than the limit', () => {
    expect(lengths([3, 3, 3, 3], 7)).toEqual([
      [3, 3],
      [3, 3],
    ]);
  });

  it('accepts a sum that equals the limit, also one of fractions', () => {
    expect(lengths([5, 5], 10)).toEqual([[5, 5]]);
    expect(lengths([0.1, 0.2, 0.3], 0.6)).toEqual([[0.1, 0.2, 0.3]]);
  });

  it('makes a group of one item that is longer than the limit', () => {
    expect(lengths([1, 20, 1], 10)).toEqual([[1], [20], [1]]);
  });

  it('has a default limit of 14 hours', () => {
    const hour = 3600;
    expect(lengths([7 * hour, 7 * hour, 1])).toEqual([[7 * hour, 7 * hour], [1]]);
  });

  it('returns no groups for an empty list', () => {
    expect(lengths([])).toEqual([]);
  });
});

function lengths(seconds: readonly number[], maxSeconds?: number): number[][] {
  const items = seconds.map((value) => ({ seconds: value }));
  return groupByDuration(items, maxSeconds).map((group) => group.map((item) => item.seconds));
}
