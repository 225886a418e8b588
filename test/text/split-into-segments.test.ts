import { describe, expect, it } from 'vitest';
import { splitBySentence, splitIntoSegments } from '../../src/text/split-into-segments.ts';
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

const split = (text: string) => splitBySentence(text, chars(400)).map((part) => [part.sentence, part.text]);

describe('splitBySentence', () => {
  it('makes one segment per sentence, however short', () => {
    expect(split('“No.” He sat down.  Then he left. Why?')).toEqual([
      [0, '“No.”'],
      [1, 'He sat down.'],
      [2, 'Then he left.'],
      [3, 'Why?'],
    ]);
  });

  it('joins text without letters and digits to the sentence before, or to the next', () => {
    expect(split('… He came. *** He went. —')).toEqual([
      [0, '… He came.'],
      [1, '*** He went. —'],
    ]);
    expect(split('Who? « ! » ?! He.')).toEqual([
      [0, 'Who? « ! » ?!'],
      [1, 'He.'],
    ]);
    expect(split('* * *')).toEqual([[0, '* * *']]);
    expect(split('  ')).toEqual([]);
  });

  it('cuts a sentence over the limit into parts of one sentence', () => {
    const long = `He walked ${'on and on, '.repeat(30)}and home.`;
    const parts = splitBySentence(`${long} He slept.`, chars(60, 60));
    expect(parts.every((part) => part.text.length <= 60)).toBe(true);
    expect(parts.filter((part) => part.sentence === 0).map((part) => part.text)).toHaveLength(parts.length - 1);
    expect(parts.map((part) => part.text).join(' ')).toBe(`${long} He slept.`);
  });
});
