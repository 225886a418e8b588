import { describe, expect, it } from 'vitest';
import { countWords, countWordsOf, scanText, sizeInWords, sizeInWordsOf } from '../../src/text/count-words.ts';
import { textLength } from '../../src/text/text-length.ts';

describe('countWords', () => {
  it.each([
    ['', 0],
    ['... — !', 0],
    ['It cost $1,299.99, didn’t it?', 5],
    ['well-known words—two more', 4],
    ['안녕하세요 여러분', 2],
    ['Он пришёл', 2],
  ] as const)('%j has %i words', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it('uses a dictionary for scripts without spaces', () => {
    expect(countWords('我喜欢看书')).toBe(3);
    expect(countWords('Ich lese 我喜欢 und')).toBe(5);
    expect(countWords('ภาษาไทย')).toBe(2);
    expect(countWords('𠀀と𝒳 — 「我喜欢。」')).toBe(5);
  });

  it.each([
    ['It cost $1,299.99, didn’t it?', 5],
    ['안녕하세요 여러분', 2],
    ['我喜欢看书。', 5],
    ['ラーメンを、食べる', 8],
    ['Ich lese 我喜欢 und', 6],
    ['𠀀と𝒳 — 「我喜欢。」', 6],
    ['... — !', 0],
  ] as const)('%j says as much as %i words', (text, size) => {
    expect(sizeInWords(text)).toBe(size);
    expect(sizeInWordsOf([{ text }, { text: 'and more' }])).toBe(size + 2);
  });

  it('counts the words of blocks', () => {
    expect(countWordsOf([{ text: 'One two' }, { text: '' }, { text: 'three' }])).toBe(3);
  });

  it('measures lengths in code points or UTF-8 bytes', () => {
    expect(textLength('a𝒳é', 'chars')).toBe(3);
    expect(textLength('a𝒳é', 'bytes')).toBe(7);
    expect(textLength('\ud800\ud800\udc00', 'chars')).toBe(2);
  });
});

describe('scanText', () => {
  const plain = { isUnspaced: false, hasOddSpace: false, hasLeader: false, hasNoteMark: false };

  it.each([
    ['Two words. And “more” – so.', {}],
    ['Two  spaces', { hasOddSpace: true }],
    ['a\u00A0gap', { hasOddSpace: true }],
    ['soft\u00ADly', { hasOddSpace: true }],
    ['Contents . . . . . 3', { hasLeader: true }],
    ['Name: ___', { hasLeader: true }],
    ['bread [1]', { hasNoteMark: true }],
    ['bread,⁹³', { hasNoteMark: true }],
    ['Он — 𠀀 да', { isUnspaced: true, hasOddSpace: true }],
  ])('%j has %j', (text, traits) => {
    expect(scanText(text)).toEqual({ ...plain, ...traits, size: sizeInWords(text) });
  });

  it('reads a text of any length as one, with pairs of code units and words whole', () => {
    const text = `${'word '.repeat(13_107)}𠀀 half${'a'.repeat(140_000)} [1]`;
    expect(scanText(text)).toMatchObject({ size: 13_110, isUnspaced: true, hasNoteMark: true });
  });
});
