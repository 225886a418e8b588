import { describe, expect, test } from 'vitest';
import { pauseAfterMs, pauseInsideMs } from '../../src/text/pause-after-ms.ts';

describe('pauses', () => {
  test('a heading rests longer than a paragraph, a verse line shorter', () => {
    const paragraph = pauseAfterMs('paragraph', 'paragraph');
    expect(paragraph).toBe(600);
    expect(pauseAfterMs('heading', 'paragraph')).toBeGreaterThan(paragraph);
    expect(pauseAfterMs('verse', 'verse')).toBeLessThan(paragraph);
    expect(pauseAfterMs('list-item', 'list-item')).toBeLessThan(paragraph);
    expect(pauseAfterMs('verse', 'paragraph')).toBe(paragraph);
  });

  test('a scene break takes the place of the pause before it', () => {
    expect(pauseAfterMs('paragraph', 'scene-break') + pauseAfterMs('scene-break', 'paragraph')).toBe(1500);
    expect(pauseAfterMs('scene-break', 'scene-break')).toBe(0);
  });

  test('the chapter’s end is a pause of its own', () => {
    expect(pauseAfterMs('paragraph', undefined)).toBe(1500);
    expect(pauseAfterMs('scene-break', undefined)).toBe(1500);
  });

  test('inside a block a sentence rests, a clause breathes, a cut between words does neither', () => {
    expect(pauseInsideMs('He left.')).toBe(250);
    expect(pauseInsideMs('“He left!”')).toBe(250);
    expect(pauseInsideMs('这是第一句。')).toBe(250);
    expect(pauseInsideMs('when he left,')).toBe(120);
    expect(pauseInsideMs('when he left')).toBe(0);
  });
});
