import { fractionSigns, fractionValue } from '../reading/fraction-signs.ts';
import type { Reading } from '../reading/readings.ts';
import { englishFraction } from './english-numbers.ts';

/** Returns the English readings of fractions. */
export function englishFractionReadings(cardinal: (digits: string) => string): readonly Reading[] {
  const say = (whole: string, top: string, bottom: string): string => {
    const fraction =
      bottom === '2' && whole !== ''
        ? 'a half'
        : whole !== '' && top === '1'
          ? englishFraction(top, bottom).replace('one', bottom === '8' ? 'an' : 'a')
          : englishFraction(top, bottom);
    return whole === '' ? fraction : `${cardinal(whole)} and ${fraction}`;
  };
  return [
    {
      pattern: new RegExp(`(?<whole>\\d{0,6})[\\s-]?(?<sign>[${fractionSigns}])`, 'uy'),
      say({ groups: { whole = '', sign = '' } }) {
        const [top, bottom] = fractionValue(sign);
        return say(whole, top, bottom);
      },
    },
    { pattern: /24\/7(?![\d/])/uy, say: () => 'twenty-four seven' },
    { pattern: /9\/11(?![\d/])/uy, say: () => 'nine eleven' },
    {
      pattern:
        /(?:(?<whole>\d{1,3})[\s-])?(?<top>\d{1,3})[/⁄](?<bottom>\d{1,3})(?:ths?|rds?|nds?)?(?![\p{L}\d/]|[.,]\d)/uy,
      say({ groups: { whole = '', top = '', bottom = '' } }) {
        if (Number(bottom) < 2 || Number(top) === 0) return undefined;
        return Number(top) < Number(bottom)
          ? say(whole, top, bottom)
          : whole === ''
            ? `${cardinal(top)} over ${cardinal(bottom)}`
            : undefined;
      },
    },
  ];
}
