import { fractionReadings } from '../reading/fractions.ts';
import type { Reading } from '../reading/readings.ts';
import { englishFraction } from './english-numbers.ts';

/** Returns the English readings of fractions. */
export function englishFractionReadings(cardinal: (digits: string) => string): readonly Reading[] {
  return [
    { pattern: /24\/7(?![\d/])/uy, say: () => 'twenty-four seven' },
    { pattern: /9\/11(?![\d/])/uy, say: () => 'nine eleven' },
    ...fractionReadings({
      cardinal,
      fraction: englishFraction,
      mixed: (whole, top, bottom) => `${cardinal(whole)} and ${withArticle(top, bottom)}`,
      over: 'over',
    }),
  ];
}

/** "two and a half", "one and three quarters" */
function withArticle(numerator: string, denominator: string): string {
  const words = englishFraction(numerator, denominator);
  return numerator === '1' ? words.replace('one', denominator === '8' ? 'an' : 'a') : words;
}
