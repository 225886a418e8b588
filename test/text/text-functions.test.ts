import { describe, expect, it } from 'vitest';
import { breakTextIntoSentences } from '../../src/text/break-text-into-sentences.ts';
import { breakTooLongSentences } from '../../src/text/cut/break-too-long-sentences.ts';
import { cleanText } from '../../src/text/clean-text.ts';
import { combineSmallSentences } from '../../src/text/combine-small-sentences.ts';
import { containsCjk } from '../../src/text/contains-cjk.ts';
import { textStart } from '../../src/text/text-start.ts';

const stripped = (text: string): string => text.replaceAll(/\s/gu, '');

describe('cleanText', () => {
  it('normalizes white space and spaces before marks', () => {
    expect(cleanText(' This is a test text.  With  multiple spaces, tabs\t, and newlines\n.')).toBe(
      'This is a test text. With multiple spaces, tabs, and newlines.',
    );
  });

  it('removes markers and keeps quotations', () => {
    expect(cleanText('a << b >> c')).toBe('a b c');
    expect(cleanText('«Salut» dit-il')).toBe('«Salut» dit-il');
    expect(cleanText('foo<<bar>>baz')).toBe('foo bar baz');
    expect(cleanText('<<Hello>>, he said.')).toBe('Hello, he said.');
  });

  it.each([
    'joe@example.com',
    'word - word and -5',
    'if x < 5 and y > 3',
    'What?! Wait...',
    'Hola ¿Qué tal?',
    'It cost .5 or 1,299.99 (about "half" [sic]).',
    'He used .NET :-)',
  ])('does not change %j', (text) => {
    expect(cleanText(text)).toBe(text);
  });

  it('removes spaces inside brackets and joins a spaced ellipsis', () => {
    expect(cleanText('It is ( as he said ) late . . . very late .')).toBe('It is (as he said) late... very late.');
  });
});

describe('combineSmallSentences', () => {
  it('joins a short sentence to the one before', () => {
    expect(combineSmallSentences(['This is a it.', 'Short.', 'Another test sentence.'], 10)).toEqual([
      'This is a it. Short.',
      'Another test sentence.',
    ]);
  });

  it('joins a short first sentence to the next', () => {
    expect(combineSmallSentences(['Oh.', 'Then it happened.'], 10)).toEqual(['Oh. Then it happened.']);
    expect(combineSmallSentences(['Oh.', 'Ah.', 'Then it happened.', 'It did so.'])).toEqual([
      'Oh. Ah. Then it happened.',
      'It did so.',
    ]);
  });

  it('keeps a short sentence that is alone', () => {
    expect(combineSmallSentences(['Oh.'], 10)).toEqual(['Oh.']);
    expect(combineSmallSentences([])).toEqual([]);
  });
});

describe('breakTooLongSentences', () => {
  it('breaks between words', () => {
    const sentence = 'This is a very long sentence that needs to be broken into smaller parts.';
    expect(breakTooLongSentences([sentence], 50)).toEqual([
      'This is a very long sentence that needs to be',
      'broken into smaller parts.',
    ]);
  });

  it('breaks after a clause rather than between words', () => {
    expect(breakTooLongSentences(['He came home late, and nobody had waited for him there.'], 30)).toEqual([
      'He came home late,',
      'and nobody had waited for him',
      'there.',
    ]);
  });

  it('cuts a word of 300 characters at 239', () => {
    const pieces = breakTooLongSentences(['x'.repeat(300)]);
    expect(pieces.map((piece) => piece.length)).toEqual([239, 61]);
  });

  it('never cuts inside a grapheme', () => {
    const family = '👨‍👩‍👧‍👦';
    const pieces = breakTooLongSentences([family.repeat(20)], 10);
    expect(pieces.every((piece) => piece === family)).toBe(true);
    expect(pieces).toHaveLength(20);
  });

  it('counts code points, not code units', () => {
    expect(breakTooLongSentences(['𝒳'.repeat(300)]).map((piece) => Array.from(piece).length)).toEqual([239, 61]);
  });
});

describe('breakTextIntoSentences', () => {
  it('finds two sentences', () => {
    expect(breakTextIntoSentences('This is a it. This is another test sentence.', 50, 10)).toEqual([
      'This is a it.',
      'This is another test sentence.',
    ]);
  });

  it('recognizes abbreviations, initials, times and prices', () => {
    expect(
      breakTextIntoSentences('Dr. Smith met J. R. R. Tolkien at 12:30 p.m. in the U.S. It cost $1,299.99.'),
    ).toEqual(['Dr. Smith met J. R. R. Tolkien at 12:30 p.m. in the U.S.', 'It cost $1,299.99.']);
  });

  it.each(['Oh. Ah! Hi.', '这是第一句。这是第二句！', 'What?! Really?!'])('keeps every character of %j', (text) => {
    expect(stripped(breakTextIntoSentences(text).join(''))).toBe(stripped(text));
  });

  it('joins short sentences and breaks long ones', () => {
    expect(breakTextIntoSentences('Oh. Ah! Then it happened, at last. No.')).toEqual([
      'Oh. Ah! Then it happened, at last. No.',
    ]);
    expect(breakTextIntoSentences('word '.repeat(100), 50).every((piece) => piece.length <= 50)).toBe(true);
  });
});

describe('containsCjk', () => {
  it.each(['漢字', 'ひらがな', 'カタカナ', '한국어', 'ㄅㄆㄇ', 'a 字 b', '𠮷'])('returns true for %j', (text) => {
    expect(containsCjk(text)).toBe(true);
  });

  it.each(['', 'Latin', 'Latin（text）「only」。', 'русский', 'ไทย', '１２３'])('returns false for %j', (text) => {
    expect(containsCjk(text)).toBe(false);
  });
});

describe('textStart', () => {
  it('ends a long text with an ellipsis, without a blank before it', () => {
    const words = 'word '.repeat(12);
    expect(textStart(`${words}more`)).toBe(`${words.trimEnd()}…`);
    expect(textStart(words)).toBe(words);
  });
});
