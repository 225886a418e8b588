import { describe, expect, it } from 'vitest';
import { breakTextIntoSentences } from '../../src/text/break-text-into-sentences.ts';
import { breakTooLongSentences } from '../../src/text/cut/break-too-long-sentences.ts';
import { cleanText } from '../../src/text/clean-text.ts';
import { combineSmallSentences } from '../../src/text/combine-small-sentences.ts';
import { countWords } from '../../src/text/count-words.ts';
import { splitIntoSegments } from '../../src/text/split-into-segments.ts';
import { splitSentences } from '../../src/text/split-sentences.ts';
import { textLength } from '../../src/text/text-length.ts';

const fragments = [
  `Dr. J. U.S. 3. 1\u00a0299 ... … ?! " “ ” « » ( ) [1] << >> < > , ; : — - . ! ?`.split(' '),
  'word Word The he a I donaudampfschifffahrt 这是 。 「 」 です ไทยแลนด์ हिन्दी । مرحبا ؟ 한국 שלום ١٢ １２'.split(' '),
  [' ', '  ', '\n', '\n\n', '\t', '\u00a0', '\u3000', '\u200b', '\u00ad', '\r\n', '. . .'],
  ['👨‍👩‍👧', '🇩🇪', 'e\u0301', '\u0301', '\u200d', '𝒳', '\ud800', '\udc00', '\u0000'],
].flat();

/** The same numbers in every run, so that failures can be reproduced. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomText(random: () => number): string {
  const parts = Array.from(
    { length: Math.ceil(random() * 80) },
    () => fragments[Math.floor(random() * fragments.length)],
  );
  return parts.join(random() < 0.5 ? ' ' : '');
}

const lone = /\p{Surrogate}/gu;
const stripped = (text: string): string => text.replaceAll(/\s+/gu, '');
const random = randomNumbers(7);
const texts = Array.from({ length: 1000 }, () => randomText(random));

describe('random text', () => {
  it('loses only white space and markers when cleaned', () => {
    for (const text of texts) {
      expect(stripped(cleanText(text))).toBe(text.replaceAll(/<<|>>|\s+/gu, ''));
    }
  });

  it('does not change when cleaned again', () => {
    for (const text of texts) {
      const clean = cleanText(text.replaceAll(/[<>]/gu, ''));
      expect(cleanText(clean)).toBe(clean);
    }
  });

  it.each(['en', 'de', 'fr', 'zh', 'el', 'x-nonsense'])(
    'keeps every character in order when split (%s)',
    (language) => {
      for (const text of texts) {
        const sentences = splitSentences(text, language);
        expect(stripped(sentences.join(''))).toBe(stripped(text));
        expect(sentences.every((sentence) => sentence !== '' && sentence === sentence.trim())).toBe(true);
      }
    },
  );

  it('keeps every character in order when combined and broken', () => {
    for (const text of texts) {
      const sentences = splitSentences(text);
      expect(stripped(combineSmallSentences(sentences).join(''))).toBe(stripped(text));
      const broken = breakTooLongSentences(sentences, 12);
      expect(stripped(broken.join(''))).toBe(stripped(text));
      expect(broken.every((piece) => textLength(piece, 'chars') <= 12)).toBe(true);
      expect(stripped(breakTextIntoSentences(text, 30).join(''))).toBe(stripped(text));
    }
  });

  it.each([
    { limit: { max: 40, unit: 'chars' }, target: 25, language: 'en' },
    { limit: { max: 40, unit: 'bytes' }, target: 40, language: 'zh' },
    { limit: { max: 200, unit: 'bytes' }, target: 60, language: 'de' },
    { limit: { max: 4, unit: 'bytes' }, target: 1000, language: 'en' },
  ] as const)('segments of $limit.max $limit.unit keep every character and the limit', (options) => {
    for (const text of texts) {
      const segments = splitIntoSegments(text, options);
      expect(stripped(segments.join(''))).toBe(stripped(text));
      const tooLong = segments.filter((segment) => textLength(segment, options.limit.unit) > options.limit.max);
      expect(tooLong).toEqual([]);
    }
  });

  it('is never cut inside a code point', () => {
    for (const text of texts) {
      const pieces = splitIntoSegments(text.replaceAll(lone, ''), {
        limit: { max: 7, unit: 'bytes' },
        target: 7,
        language: 'en',
      });
      expect(pieces.some((piece) => piece.search(lone) >= 0)).toBe(false);
    }
  });
});

const size = 2 ** 17;
const huge: Readonly<Record<string, string>> = {
  'one word': 'a'.repeat(size),
  'full stops': '.'.repeat(size),
  'spaced full stops': '. '.repeat(size / 2),
  initials: 'A. '.repeat(size / 3),
  'short sentences': 'A! '.repeat(size / 3),
  'Chinese without marks': '这是第一句这是'.repeat(size / 7),
  Thai: 'ภาษาไทย'.repeat(size / 7),
  'combining marks': `e${'\u0301'.repeat(size)}`,
  flags: '🇩🇪'.repeat(size / 4),
  families: '👨‍👩‍👧‍👦'.repeat(size / 11),
  'white space': `a${' \n'.repeat(size / 2)}b`,
  quotes: `He said.${'"'.repeat(size)}`,
  'quotes apart': '!" '.repeat(size / 3),
  'opening brackets': `a ${'('.repeat(size)}`,
  markers: '<'.repeat(size),
  'marks after spaces': ` ${'?'.repeat(size)}x`,
  digits: '1'.repeat(size),
  'grouped digits': '123 '.repeat(size / 4),
  'dotted letters': 'a.'.repeat(size / 2),
  abbreviations: 'Dr. '.repeat(size / 4),
  prose: 'It is a truth universally acknowledged, that a single man must be in want of a wife. '.repeat(size / 85),
};

describe('very much of', () => {
  const options = { limit: { max: 3000, unit: 'bytes' }, target: 400, language: 'en' } as const;

  it.each(Object.keys(huge))('%s keeps every character', (name) => {
    const text = huge[name] ?? '';
    const clean = cleanText(text);
    countWords(text);
    const pieces = breakTextIntoSentences(clean, 239);
    const segments = splitIntoSegments(clean, options);
    expect(stripped(pieces.join(''))).toBe(stripped(clean));
    expect(stripped(segments.join(''))).toBe(stripped(clean));
  });
});
