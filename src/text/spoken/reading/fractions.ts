import { fractionSigns, fractionValue } from './fraction-signs.ts';
import type { Reading } from './readings.ts';

/** The fractions of a language. */
export interface FractionRules {
  readonly cardinal: (digits: string) => string;
  readonly fraction: (numerator: string, denominator: string) => string;
  /** Returns the words of a whole number with a fraction. */
  readonly mixed: (whole: string, numerator: string, denominator: string) => string;
  /** Word between the numbers of what is larger than one: "over". */
  readonly over: string;
}

/** Returns the readings of `½`, `2½`, `3/4` and `1 3/4`. */
export function fractionReadings({ cardinal, fraction, mixed, over }: FractionRules): readonly Reading[] {
  const say = (whole: string, top: string, bottom: string): string =>
    whole === '' ? fraction(top, bottom) : mixed(whole, top, bottom);
  return [
    {
      pattern: new RegExp(`(?<whole>\\d{0,6})[\\s-]?(?<sign>[${fractionSigns}])`, 'uy'),
      say: ({ groups: { whole = '', sign = '' } }) => say(whole, ...fractionValue(sign)),
    },
    {
      pattern:
        /(?:(?<whole>\d{1,3})[\s-])?(?<top>\d{1,3})[/⁄](?<bottom>\d{1,3})(?:ths?|rds?|nds?)?(?![\p{L}\d/]|[.,]\d)/uy,
      say({ groups: { whole = '', top = '', bottom = '' } }) {
        if (Number(bottom) < 2 || Number(top) === 0) return undefined;
        if (Number(top) < Number(bottom)) return say(whole, top, bottom);
        return whole === '' ? `${cardinal(top)} ${over} ${cardinal(bottom)}` : undefined;
      },
    },
  ];
}
