import { describe, expect, it } from 'vitest';
import { cuesIn } from '../../src/timed-text/subtitles/cues.ts';
import { subtitleLines } from '../../src/timed-text/subtitles/subtitle-lines.ts';
import type { TimedChapter, TimedSentence } from '../../src/timed-text/timed-chapter.ts';
import { seededRandom } from '../helpers/seeded-random.ts';

/** A chapter of one paragraph whose sentences are heard at these seconds. */
function chapterOf(startSeconds: number, ...sentences: readonly (readonly [string, number, number])[]): TimedChapter {
  let text = '';
  const places = sentences.map(([sentence, start, end]): TimedSentence => {
    const from = text.length;
    text += `${sentence} `;
    return { from, to: from + sentence.length, heard: { startSeconds: start, endSeconds: end } };
  });
  const block = { kind: 'paragraph' as const, text, level: undefined, language: undefined, sentences: places };
  return { title: 'One', startSeconds, endSeconds: startSeconds + 100, blocks: [block] };
}

describe('subtitleLines', () => {
  it('puts a short sentence on one line and a longer one on two of about the same length', () => {
    expect(subtitleLines('He came.')).toEqual([['He came.']]);
    expect(subtitleLines('He came in from the garden and sat down by the fire.')).toEqual([
      ['He came in from the garden', 'and sat down by the fire.'],
    ]);
    expect(subtitleLines('')).toEqual([]);
  });

  it('cuts a sentence too long for two lines at clauses', () => {
    const sentence =
      'When the last tram had gone down the hill, and the lamps were out, the conductor counted his tickets, and found one too many.';
    expect(subtitleLines(sentence)).toEqual([
      ['When the last tram had gone down the hill,', 'and the lamps were out,'],
      ['the conductor counted his tickets,', 'and found one too many.'],
    ]);
  });

  it('makes lines of at most 42 characters and cues of at most two lines, and loses nothing', () => {
    const random = seededRandom(3);
    const words = [
      'a',
      'of',
      'tram,',
      'hill;',
      '“lamps”',
      'conductor',
      'Donaudampfschiffahrtsgesellschaft',
      '👩‍👩‍👧',
      '1',
      '299',
    ];
    for (let round = 0; round < 500; round += 1) {
      const length = 1 + Math.floor(random() * 60);
      const sentence = Array.from({ length }, () => words[Math.floor(random() * words.length)] ?? '').join(' ');
      const cues = subtitleLines(sentence);
      expect(cues.flat().join(' ')).toBe(sentence);
      expect(Math.max(...cues.map((lines) => lines.length))).toBeLessThanOrEqual(2);
      expect(Math.max(...cues.flat().map((line) => Array.from(line).length))).toBeLessThanOrEqual(42);
      expect(cues.flat().every((line) => line !== '')).toBe(true);
    }
  });

  it('counts wide characters twice and cuts an endless word', () => {
    const chinese = subtitleLines(
      '这是一个很长的句子，没有人知道它在哪里结束，也没有人知道它从哪里开始，大家只好一直读下去，直到天亮。',
    );
    expect(Math.max(...chinese.flat().map((line) => line.length))).toBeLessThanOrEqual(21);
    expect(chinese.flat().join('')).toContain('没有人知道它在哪里结束');
    const endless = subtitleLines('x'.repeat(300));
    expect(endless.flat().join('')).toBe('x'.repeat(300));
    expect(Math.max(...endless.flat().map((line) => line.length))).toBeLessThanOrEqual(42);
  });
});

describe('cues', () => {
  const file = { startSeconds: 0, endSeconds: 100 };

  it('have the times of the sentences, rounded to the millisecond', () => {
    const chapter = chapterOf(0, ['He came.', 0.5, 1.23449], ['He sat.', 1.4845, 2]);
    expect(cuesIn(file, [chapter])).toEqual([
      { startMs: 500, endMs: 1234, lines: ['He came.'], language: undefined },
      { startMs: 1485, endMs: 2000, lines: ['He sat.'], language: undefined },
    ]);
  });

  it('of a long sentence share its time by length without a gap', () => {
    const cues = cuesIn(file, [chapterOf(0, [`${'word '.repeat(60)}end.`, 10, 40])]);
    expect(cues.length).toBeGreaterThan(3);
    expect([cues[0]?.startMs, cues.at(-1)?.endMs]).toEqual([10_000, 40_000]);
    for (const [index, cue] of cues.entries()) {
      expect(cue.startMs).toBe(cues[index - 1]?.endMs ?? 10_000);
      const share = cue.lines.join(' ').length / 304;
      expect(Math.abs((cue.endMs - cue.startMs) / 30_000 - share)).toBeLessThan(0.02);
    }
  });

  it('have times from the beginning of the file and only its chapters', () => {
    const chapters = [
      chapterOf(0, ['One.', 1, 2]),
      chapterOf(100, ['Two.', 101, 102]),
      chapterOf(200, ['Three.', 201, 202]),
    ];
    const cues = cuesIn({ startSeconds: 100.000_04, endSeconds: 200.000_01 }, chapters);
    expect(cues).toEqual([{ startMs: 1000, endMs: 2000, lines: ['Two.'], language: undefined }]);
  });

  it('always have a duration', () => {
    const cues = cuesIn(file, [
      chapterOf(0, ['He came.', 1, 1.0001], [`${'word '.repeat(60)}end.`, 2, 2.001], ['Yes.', 3, 3.001]),
    ]);
    expect(cues).toEqual([{ startMs: 3000, endMs: 3001, lines: ['Yes.'], language: undefined }]);
  });
});
