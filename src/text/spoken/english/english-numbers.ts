const small =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen`.split(/\s+/u);
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales = ['', ' thousand', ' million', ' billion', ' trillion'];

/** Names of the digits. */
export const englishDigits: readonly string[] = small.slice(0, 10);

/** Returns digits one by one: "one nine eight". */
export function spellDigits(digits: string): string {
  return Array.from(digits, (digit) => englishDigits[Number(digit)] ?? '').join(' ');
}

/** Returns the English words of a whole number of at most 15 digits. British English says "and" after the hundreds. */
export function englishCardinal(digits: string, isBritish = false): string {
  const number = Number(digits);
  if (number === 0) return 'zero';
  const groups = scales.map((scale, index) => ({ scale, value: Math.floor(number / 1000 ** index) % 1000 }));
  const words = groups
    .filter(({ value }) => value > 0)
    .map(({ scale, value }) => belowThousand(value, isBritish) + scale);
  const last = groups[0]?.value ?? 0;
  const joined = words.toReversed().join(' ');
  return isBritish && number > 1000 && last > 0 && last < 100
    ? joined.slice(0, -(words[0] ?? '').length) + `and ${words[0]}`
    : joined;
}

function belowThousand(number: number, isBritish: boolean): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  const start = hundreds > 0 ? `${small[hundreds]} hundred` : '';
  if (rest === 0) return start;
  return start + (start === '' ? '' : isBritish ? ' and ' : ' ') + belowHundred(rest);
}

function belowHundred(number: number): string {
  const unit = number % 10;
  if (number < 20) return small[number] ?? '';
  return (tens[Math.floor(number / 10)] ?? '') + (unit === 0 ? '' : `-${small[unit]}`);
}

const irregular: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** Returns the English ordinal of a whole number, such as "twenty-first". */
export function englishOrdinal(digits: string, isBritish = false): string {
  return englishCardinal(digits, isBritish).replace(/[a-z]+$/u, (last) => {
    return irregular[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  });
}

/** Returns the English plural of a number word: "twenties", "hundreds". */
export function englishPlural(words: string): string {
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}${words.endsWith('x') ? 'es' : 's'}`;
}

/** Returns the words of a year of four digits: "nineteen oh five", "two thousand nine", "twenty ten". */
export function englishYear(digits: string, isBritish = false): string {
  const [century, year] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (century % 10 === 0 && year < 10) return englishCardinal(digits, isBritish);
  const start = belowHundred(century);
  if (year === 0) return `${start} hundred`;
  return `${start} ${year < 10 ? `oh ${small[year]}` : belowHundred(year)}`;
}

/** Returns the words of three digits read as two numbers, as in rooms and streets: "two thirty-seven", "one oh one". */
export function englishPairs(digits: string): string {
  const rest = Number(digits.slice(-2));
  const start = englishCardinal(digits.slice(0, -2));
  if (rest === 0) return `${start} hundred`;
  return `${start} ${rest < 10 ? `oh ${small[rest]}` : belowHundred(rest)}`;
}

/** Returns the words of a fraction: "three quarters", "five sixteenths". */
export function englishFraction(numerator: string, denominator: string): string {
  const [top, bottom] = [Number(numerator), Number(denominator)];
  const many = top !== 1;
  if (bottom === 2) return `${englishCardinal(numerator)} ${many ? 'halves' : 'half'}`;
  if (bottom === 4) return `${englishCardinal(numerator)} quarter${many ? 's' : ''}`;
  const part = englishOrdinal(denominator).replace(/^one (?=(?:hundred|thousand|million)th$)/u, '');
  return `${englishCardinal(numerator)} ${part}${many ? 's' : ''}`;
}
