/** The digits of Chinese and Japanese in order. */
const hanDigits = '〇一二三四五六七八九';
const otherDigits: ReadonlyMap<string, number> = new Map([
  ['零', 0],
  ['○', 0],
  ['两', 2],
  ['兩', 2],
  ...Array.from(hanDigits, (sign, value) => [sign, value] as const),
]);
const units: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);
const scales: ReadonlyMap<string, number> = new Map([
  ['万', 1e4],
  ['萬', 1e4],
  ['億', 1e8],
  ['亿', 1e8],
  ['兆', 1e12],
]);

/** Returns the digits of a Chinese or Japanese numeral: 千九百十一 and 一九一一 are both 1911. */
export function readHanNumeral(numeral: string): string {
  const signs = Array.from(numeral);
  if (signs.every((sign) => otherDigits.has(sign))) return signs.map((sign) => otherDigits.get(sign)).join('');
  let [total, section, digit] = [0, 0, 0];
  for (const sign of signs) {
    const unit = units.get(sign);
    const scale = scales.get(sign);
    if (unit !== undefined) section += (digit || 1) * unit;
    else if (scale !== undefined) {
      total += (section + digit || 1) * scale;
      section = 0;
    }
    digit = unit === undefined && scale === undefined ? (otherDigits.get(sign) ?? 0) : 0;
  }
  return String(total + section + digit);
}
