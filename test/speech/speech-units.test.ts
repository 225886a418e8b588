import { describe, expect, it } from 'vitest';
import { sentenceUnits } from '../../src/speech/check/units/sentence-units.ts';
import { speechUnits } from '../../src/speech/check/units/speech-units.ts';

/** Returns the units of a text relative to those of the same text written out. */
function share(written: string, spoken: string): number {
  return speechUnits(written).units / speechUnits(spoken).units;
}

describe('speechUnits', () => {
  it.each([
    ['1,299.99', 'one thousand two hundred and ninety-nine point nine nine'],
    ['12:30', 'twelve thirty'],
    ['1906', 'nineteen oh six'],
    ['7', 'seven'],
    ['§ 5', 'section five'],
    ['Lasko & Sons', 'Lasko and Sons'],
    ['Henry IV', 'Henry four'],
    ['50 %', 'fifty percent'],
  ])('weighs %s about as long as it is spoken', (written, spoken) => {
    expect(share(written, spoken)).toBeGreaterThan(0.6);
    expect(share(written, spoken)).toBeLessThan(1.7);
  });

  it('is uncertain about what engines read differently, and only about that', () => {
    expect(speechUnits('The rain had stopped before dawn.').uncertainty).toBe(0);
    const odd = speechUnits('(Copyright, 1906, 1908.)');
    expect(odd.uncertainty / odd.units).toBeGreaterThan(0.2);
    expect(speechUnits('She met IV and the BBC & Co.').uncertainty).toBeGreaterThan(4);
  });

  it('counts Han characters, kana and Hangul as syllables, and pauses not at all', () => {
    expect(speechUnits('雨停了').units).toBeCloseTo(9.9);
    expect(speechUnits('はい').units).toBe(4);
    expect(speechUnits('rain…').units).toBe(4);
  });
});

describe('sentenceUnits', () => {
  it('counts each sentence, and the shortest as part of a neighbor', () => {
    expect(sentenceUnits('The rain had stopped. She walked down to the harbour. Look!', 'en')).toHaveLength(2);
    expect(sentenceUnits('“Oh! I had forgotten it,” she said.', 'en')).toHaveLength(1);
  });
});
