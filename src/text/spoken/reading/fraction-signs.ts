const values: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅐': '1/7',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
  '⅑': '1/9',
  '⅒': '1/10',
};

/** Characters that are fractions, as the inside of a character class. */
export const fractionSigns = Object.keys(values).join('');

/** Returns the numerator and denominator of a character in `fractionSigns`. */
export function fractionValue(sign: string): readonly [numerator: string, denominator: string] {
  const [numerator = '', denominator = ''] = (values[sign] ?? '').split('/');
  return [numerator, denominator];
}
