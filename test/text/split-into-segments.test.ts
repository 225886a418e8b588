import { describe, expect, it } from 'vitest';
import { sentencesInSegments, sentenceTexts } from '../../src/text/sentences-in-segments.ts';
import { sentencesAlone, splitIntoSegments } from '../../src/text/split-into-segments.ts';
import { withLeadingSpace } from '../../src/text/split-sentences.ts';
import { textLength } from '../../src/text/text-length.ts';

const chars = (target: number, max = 5000) => ({ limit: { max, unit: 'chars' as const }, target, language: 'en' });
const sentence = 'It is a truth universally acknowledged, that a single man must be in want of a wife.';

describe('splitIntoSegments', () => {
  it('keeps a text within the target whole', () => {
    expect(splitIntoSegments('One. Two. Three.', chars(100))).toEqual(['One. Two. Three.']);
    expect(splitIntoSegments('   ', chars(100))).toEqual([]);
  });

  it('cuts at sentence ends and fills segments towards the target', () => {
    const segments = splitIntoSegments(Array.from({ length: 20 }, () => sentence).join(' '), chars(400));
    expect(segments.every((segment) => segment.endsWith('wife.') && segment.startsWith('It is'))).toBe(true);
    expect(segments).toHaveLength(5);
  });

  it('makes segments even, without a short last one', () => {
    for (let count = 5; count < 60; count += 1) {
      const lengths = splitIntoSegments(Array.from({ length: count }, () => sentence).join(' '), chars(400)).map(
        (segment) => segment.length,
      );
      expect(Math.min(...lengths)).toBeGreaterThan(130);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(600);
    }
  });

  it('keeps a sentence a little longer than the target whole', () => {
    expect(splitIntoSegments(`${sentence} ${sentence}`, chars(60))).toEqual([sentence, sentence]);
  });

  it('cuts a very long sentence evenly after clauses', () => {
    const long = `${'one two three four five six, '.repeat(20)}and no more.`;
    const segments = splitIntoSegments(long, chars(100));
    expect(segments.slice(0, -1).every((segment) => segment.endsWith(','))).toBe(true);
    expect(segments.every((segment) => segment.length > 40 && segment.length <= 100)).toBe(true);
  });

  it('joins very short sentences to a neighbour', () => {
    expect(splitIntoSegments(`Oh. ${sentence} No. ${sentence} Yes.`, chars(85))).toEqual([
      `Oh. ${sentence} No.`,
      `${sentence} Yes.`,
    ]);
  });

  it('keeps a limit in bytes', () => {
    const text = '这是一个很长的句子，没有人知道它在哪里结束。'.repeat(200);
    const segments = splitIntoSegments(text, { limit: { max: 3000, unit: 'bytes' }, target: 3000, language: 'zh' });
    expect(segments.every((segment) => textLength(segment, 'bytes') <= 3000 && segment.endsWith('。'))).toBe(true);
    expect(segments.join('')).toBe(text);
  });

  it('never cuts inside a number or between a title and a name', () => {
    const numbers = splitIntoSegments('1 234 567 and '.repeat(60).trim(), chars(50));
    expect(numbers.every((segment) => /^(?:1 234 567|and)/u.test(segment) && /(?:567|and)$/u.test(segment))).toBe(true);
    const titles = splitIntoSegments('they saw Dr. Smith and Mrs. Jones '.repeat(30).trim(), chars(50));
    expect(titles.some((segment) => /\b(?:Dr|Mrs)\.$/u.test(segment))).toBe(false);
  });

  it('cuts between words where no good place exists', () => {
    expect(new Set(splitIntoSegments('Dr. '.repeat(50).trim(), chars(10)).join(' ').split(' '))).toEqual(
      new Set(['Dr.']),
    );
  });

  it('cuts Thai without marks between words', () => {
    const thai = splitIntoSegments('ภาษาไทยเป็นภาษาราชการ'.repeat(20), { ...chars(50), language: 'th' });
    const words = new Intl.Segmenter('th', { granularity: 'word' });
    const whole = 'ภาษาไทยเป็นภาษาราชการ'.repeat(20);
    let at = 0;
    for (const segment of thai.slice(0, -1)) {
      at += segment.length;
      expect(words.segment(whole).containing(at)?.index).toBe(at);
    }
  });

  it('keeps the limit when the target is above it or below one', () => {
    expect(splitIntoSegments('abcdef', chars(100, 2))).toEqual(['ab', 'cd', 'ef']);
    expect(splitIntoSegments('abc', chars(0, 2))).toEqual(['a', 'b', 'c']);
  });
});

const split = (text: string, sizes = chars(400)) => sentencesAlone(withLeadingSpace(text.trim(), 'en'), sizes);

describe('sentencesAlone', () => {
  it('makes one segment per sentence, however short', () => {
    expect(split('“No.” He sat down.  Then he left. Why?')).toEqual(['“No.”', 'He sat down.', 'Then he left.', 'Why?']);
  });

  it('joins text without letters and digits to the sentence before, or to the next', () => {
    expect(split('… He came. *** He went. —')).toEqual(['… He came.', '*** He went. —']);
    expect(split('Who? « ! » ?! He.')).toEqual(['Who? « ! » ?!', 'He.']);
    expect(split('* * *')).toEqual(['* * *']);
    expect(split('  ')).toEqual([]);
  });

  it('cuts a sentence over the limit into parts of one sentence', () => {
    const long = `He walked ${'on and on, '.repeat(30)}and home.`;
    const parts = split(`${long} He slept.`, chars(60, 60));
    expect(parts.every((part) => part.length <= 60)).toBe(true);
    expect(parts.at(-1)).toBe('He slept.');
    expect(parts.join(' ')).toBe(`${long} He slept.`);
  });
});

const held = (segments: readonly string[], sentences: readonly string[]) =>
  sentencesInSegments(segments, sentences).map((of) => of.map((one) => [one.sentence, one.offset]));

describe('sentencesInSegments', () => {
  it('says which sentences a segment holds, and where each begins without the white space', () => {
    const sentences = ['“No.” ', 'He  sat down.', ' Why?'];
    expect(held(['“No.” He  sat down. Why?'], sentences)).toEqual([
      [
        [0, 0],
        [1, 5],
        [2, 15],
      ],
    ]);
    expect(held(['“No.” He sat down.', 'Why?'], sentences)).toEqual([
      [
        [0, 0],
        [1, 5],
      ],
      [[2, 0]],
    ]);
  });

  it('says that a segment goes on with a sentence that is cut', () => {
    expect(held(['He came,', 'and saw, and', 'won. He left.'], ['He came, and saw, and won.', ' He left.'])).toEqual([
      [[0, 0]],
      [[0, 0]],
      [
        [0, 0],
        [1, 4],
      ],
    ]);
  });

  it('gives the texts of the sentences in a segment', () => {
    const text = '“No.” He  sat\u00a0down. Why?';
    expect(sentenceTexts(text, [{ offset: 0 }, { offset: 5 }, { offset: 15 }])).toEqual([
      '“No.”',
      'He  sat\u00a0down.',
      'Why?',
    ]);
    expect(sentenceTexts(text, [])).toEqual([]);
  });
});
