import { expect, test } from 'vitest';
import { findInOrder } from '../../src/text/find-in-order.ts';

test('texts are found in their order, with white space between them', () => {
  expect(findInOrder(' One.\n Two. Two. ', ['One.', '', 'Two.', 'Two.'])).toEqual([1, 7, 7, 12]);
  expect(findInOrder(' \n', [])).toEqual([]);
});

test.each([
  ['left out', ['One.', 'Two.']],
  ['in another order', ['Two.', 'One.', 'Two.']],
  ['doubled', ['One.', 'Two.', 'Two.', 'Two.']],
  ['changed', ['One.', 'two.', 'Two.']],
  ['all missing', []],
])('nothing is found when a text is %s', (_what, texts) => {
  expect(findInOrder('One. Two. Two.', texts)).toBeUndefined();
});
