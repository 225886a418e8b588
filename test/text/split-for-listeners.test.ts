import { describe, expect, it } from 'vitest';
import { splitForListeners } from '../../src/text/cut/split-for-listeners.ts';
import { splitIntoSegments } from '../../src/text/split-into-segments.ts';

const options = { limit: { max: 1000, unit: 'chars' as const }, target: 160, language: 'en' };
const sentence =
  'The lamp went out, and for a while there was nothing but the sound of the rain, which fell on the roof of the old house.';

describe('splitForListeners', () => {
  it('begins with the clause whose end is nearest to two seconds of sound', () => {
    const [first = '', ...rest] = splitForListeners(`${sentence} ${sentence} ${sentence}`, options);
    expect(first).toBe('The lamp went out,');
    expect([first, ...rest].join(' ')).toBe(`${sentence} ${sentence} ${sentence}`);
    expect(rest).toEqual(splitIntoSegments(rest.join(' '), options));
  });

  it.each([
    ['a short text', 'Good morning.'],
    [
      'a sentence without a clause',
      'It was the best of all the houses that anybody had ever seen in the whole of the long street.',
    ],
    ['a clause that only a mark follows', `${'A word and another one '.repeat(3).trim()}. …`],
    ['nothing', ' '],
  ])('leaves %s as it is', (_case, text) => {
    expect(splitForListeners(text, options)).toEqual(splitIntoSegments(text, options));
  });
});
