import type { FractionWords, Noun, WrittenFraction } from '../whole-grammar.ts';
import { englishFraction } from './english-numbers.ts';

/** Returns the English fractions. `cardinal` is a whole number. */
export function englishFractions(cardinal: (digits: string) => string): FractionWords {
  return {
    fraction: englishFraction,
    mixed: (whole, top, bottom) => `${cardinal(whole)} and ${withArticle(top, bottom)}`,
    measured: (written, unit) => measured(written, unit, cardinal),
    ofSomething: /^\s(?:of|cups?|inch(?:es)?)\b/u,
  };
}

/** "two and a half", "one and three quarters" */
function withArticle(numerator: string, denominator: string): string {
  const words = englishFraction(numerator, denominator);
  return numerator === '1' ? words.replace('one', denominator === '8' ? 'an' : 'a') : words;
}

/** "half a pound", "three quarters of an inch", "two and a half pounds" */
function measured({ whole, top, bottom }: WrittenFraction, unit: Noun, cardinal: (digits: string) => string): string {
  if (whole !== '') return `${cardinal(whole)} and ${withArticle(top, bottom)} ${unit.many}`;
  const thing = `${/^(?:[aeio]|hour)/u.test(unit.one) ? 'an' : 'a'} ${unit.one}`;
  return bottom === '2' && top === '1' ? `half ${thing}` : `${englishFraction(top, bottom)} of ${thing}`;
}
