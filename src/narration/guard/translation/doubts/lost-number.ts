/** Digits of the numbers of a text, with separators of thousands left out, in Western digits. */
function numbersIn(text: string): string[] {
  const western = text.normalize('NFKC').replaceAll(/\p{Nd}/gu, digitOf);
  return western.replaceAll(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/gu, '').match(/\d+/gu) ?? [];
}

/** Decimal digits are in runs of ten in Unicode, each of which begins with its zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  for (let value = 0; value < 10; value += 1) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value);
  }
  return digit;
}

/**
 * Returns a number that only one of a text and its translation has, in digits, or undefined. A number of one digit may be spelled out, and many others may
 * be written in another way, so this is no more than a doubt.
 */
export function differentNumber(text: string, source: string): string | undefined {
  const [own, original] = [numbersIn(text), numbersIn(source)];
  const lost = original.find((number) => number.length > 1 && !own.includes(number));
  return lost ?? own.find((number) => !original.includes(number));
}
