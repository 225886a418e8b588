import { describe, expect, it } from 'vitest';
import { pauseAfterMs, pauseInsideMs } from '../../src/text/pause-after-ms.ts';

describe('pauses', () => {
  it('are longer after a heading than after a paragraph, and shorter after a line of verse', () => {
    const paragraph = pauseAfterMs('paragraph', 'paragraph');
    expect(paragraph).toBe(600);
    expect(pauseAfterMs('heading', 'paragraph')).toBeGreaterThan(paragraph);
    expect(pauseAfterMs('verse', 'verse')).toBeLessThan(paragraph);
    expect(pauseAfterMs('list-item', 'list-item')).toBeLessThan(paragraph);
    expect(pauseAfterMs('verse', 'paragraph')).toBe(paragraph);
  });

  it('before a scene break are replaced by it', () => {
    expect(pauseAfterMs('paragraph', 'scene-break') + pauseAfterMs('scene-break', 'paragraph')).toBe(1500);
    expect(pauseAfterMs('scene-break', 'scene-break')).toBe(0);
  });

  it('have their own length at the end of a chapter', () => {
    expect(pauseAfterMs('paragraph', undefined)).toBe(1500);
    expect(pauseAfterMs('scene-break', undefined)).toBe(1500);
  });

  it('inside a block follow sentences and clauses, but not cuts between words', () => {
    expect(pauseInsideMs('He left.')).toBe(250);
    expect(pauseInsideMs('“He left!”')).toBe(250);
    expect(pauseInsideMs('这是第一句。')).toBe(250);
    expect(pauseInsideMs('when he left,')).toBe(120);
    expect(pauseInsideMs('when he left')).toBe(0);
  });
});
