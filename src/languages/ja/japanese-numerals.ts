const digits = '〇一二三四五六七八九';
const groupUnits = ['', '万', '億', '兆', '京'];

/** Returns a text with its numbers in Japanese numerals: `1,984` is `千九百八十四`, `3.5` is `三点五`. */
export function inJapaneseNumerals(text: string): string {
  return text.replaceAll(
    /(?<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?<part>\d+))?/gu,
    (_, whole: string, part: string | undefined) =>
      `${numeralOf(whole.replaceAll(',', ''))}${part === undefined ? '' : `点${digitByDigit(part)}`}`,
  );
}

/** Longer numbers are codes, read digit by digit, as are those that begin with zero. */
const mostDigits = 4 * groupUnits.length;

function numeralOf(number: string): string {
  if (number.length > mostDigits || /^0./u.test(number)) return digitByDigit(number);
  if (number === '0') return '〇';
  const groups = number.match(/\d{1,4}(?=(?:\d{4})*$)/gu) ?? [];
  return groups
    .map((group, index) => {
      const written = groupOf(group);
      return written && `${written}${groupUnits[groups.length - 1 - index] ?? ''}`;
    })
    .join('');
}

function groupOf(group: string): string {
  return Array.from(group, (digit, index) => {
    const unit = ['千', '百', '十', ''].at(index - group.length) ?? '';
    if (digit === '0') return '';
    // 千, 百 and 十 of one are written without it.
    return digit === '1' && unit !== '' ? unit : `${digits.charAt(Number(digit))}${unit}`;
  }).join('');
}

function digitByDigit(number: string): string {
  return Array.from(number, (digit) => digits.charAt(Number(digit))).join('');
}
