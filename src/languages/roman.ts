const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/** A Roman numeral, as the source of a pattern for small letters. Older books write `iiii`, `xxxx` and `lxxxx`. */
export const romanSource = '(?=[ivxlcdm])m{0,4}(?:c[md]|d?c{0,4})(?:x[cl]|l?x{0,4})(?:i[xv]|v?i{0,4})';
const wellFormed = new RegExp(`^${romanSource}$`, 'u');

/** Returns the value of a Roman numeral in capital or in small letters, or undefined for another text and for a mixture of both. */
export function romanValue(numeral: string): number | undefined {
  const small = numeral.toLowerCase();
  if ((numeral !== small && numeral !== numeral.toUpperCase()) || !wellFormed.test(small)) return undefined;
  const letters = Array.from(small, (letter) => values[letter] ?? 0);
  return letters.reduce((sum, value, index) => sum + (value < (letters[index + 1] ?? 0) ? -value : value), 0);
}
