/** Translators spell shorter numbers out, and name what round ones count: 20,000 is "20 mille". */
const minDigits = 3;
const round = /000$/u;

/** Returns a number of the source that a translation changed or lost, or undefined. Spelled and round numbers are not looked for. */
export function lostNumber(text: string, source: string): string | undefined {
  const [expected, found] = [numbersOf(source), numbersOf(text)];
  const missing = [...expected].filter((number) => !found.has(number) && !round.test(number));
  const long = missing.find((number) => number.length >= minDigits);
  if (long !== undefined || missing.length === 0) return long;
  // A short one that is missing may be spelled out, unless another number stands in its place.
  const rounds = [...expected].filter((number) => round.test(number));
  const added = [...found].filter((number) => number.length > 1 && !expected.has(number) && !round.test(number));
  const isReplaced = added.some((number) => !rounds.some((whole) => whole.startsWith(number)));
  return isReplaced ? missing[0] : undefined;
}

/** Returns the numbers of a text in Western digits, without the separators of thousands. */
function numbersOf(text: string): ReadonlySet<string> {
  const western = text.normalize('NFKC').replaceAll(/\p{Nd}/gu, digitOf);
  const joined = western.replaceAll(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/gu, '');
  return new Set((joined.match(/\d+/gu) ?? []).map((number) => number.replace(/^0+(?=\d)/u, '')));
}

/** Decimal digits are in runs of ten in Unicode, each of which begins with its zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  for (let value = 0; value < 10; value += 1) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value);
  }
  return digit;
}
