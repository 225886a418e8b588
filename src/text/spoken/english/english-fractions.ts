import type { Reading } from '../../../languages/reading.ts';
import type { Noun, WrittenFraction } from '../../../languages/whole-grammar.ts';
import type { countedNouns } from '../language-rules.ts';
import { fractionReadings } from '../reading/fractions.ts';
import { englishMonths } from './english-dates.ts';
import { englishFraction } from './english-numbers.ts';

/** Returns the English readings of fractions, with the nouns that they may measure. */
export function englishFractionReadings(
  cardinal: (digits: string) => string,
  nouns: ReturnType<typeof countedNouns>,
): readonly Reading[] {
  return [
    { pattern: /24\/7(?![\d/])/uy, say: () => 'twenty-four seven' },
    { pattern: /50[/-]50(?![\d/-])/uy, say: () => 'fifty-fifty' },
    { pattern: /9\/11(?![\d/])/uy, say: () => 'nine eleven' },
    ...fractionReadings({
      ...nouns,
      cardinal,
      fraction: englishFraction,
      mixed: (whole, top, bottom) => `${cardinal(whole)} and ${withArticle(top, bottom)}`,
      measured: (written, unit) => measured(written, unit, cardinal),
      ofSomething: /^\s(?:of|cups?|inch(?:es)?)\b/u,
      words: { over: 'over', outOf: 'out of', minus: 'minus' },
      months: englishMonths,
    }),
  ];
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
