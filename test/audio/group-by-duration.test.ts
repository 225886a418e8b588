import { expect, test } from 'vitest';
import { groupByDuration } from '../../src/audio/files/group-by-duration.ts';

function lengths(seconds: readonly number[], maxSeconds?: number): number[][] {
  const items = seconds.map((value) => ({ seconds: value }));
  return groupByDuration(items, maxSeconds).map((group) => group.map((item) => item.seconds));
}

test('no group is longer than the limit, and order is kept', () => {
  expect(lengths([3, 3, 3, 3], 7)).toEqual([
    [3, 3],
    [3, 3],
  ]);
});

test('a sum that equals the limit fits, also when it is made of fractions', () => {
  expect(lengths([5, 5], 10)).toEqual([[5, 5]]);
  expect(lengths([0.1, 0.2, 0.3], 0.6)).toEqual([[0.1, 0.2, 0.3]]);
});

test('an item longer than the limit stands alone', () => {
  expect(lengths([1, 20, 1], 10)).toEqual([[1], [20], [1]]);
});

test('the limit is 14 hours when none is given', () => {
  const hour = 3600;
  expect(lengths([7 * hour, 7 * hour, 1])).toEqual([[7 * hour, 7 * hour], [1]]);
});

test('nothing makes no groups', () => {
  expect(lengths([])).toEqual([]);
});
