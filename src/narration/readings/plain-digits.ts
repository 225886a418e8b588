/** Returns the digits of a written number without separators, with a full stop before its decimals. `language` is a BCP-47 code. */
export function plainDigits(written: string, language: string): string {
  const plain = Array.from(written.replaceAll(/['’\u00A0\u202F\u2009]/gu, ''), asciiDigit).join('');
  const marks = new Set(plain.match(/[.,]/gu));
  if (marks.size === 0) return plain.length === 2 ? plain.replace(/^0/u, '') : plain;
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const mark = plain.charAt(last);
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/u.test(plain) && mark !== decimalMark(language);
  const isRow = plain.split(mark).length > 2;
  if (marks.size === 1 && (isGrouped || isRow)) return plain.replaceAll(/[.,]/gu, '');
  return `${plain.slice(0, last).replaceAll(/[.,]/gu, '')}.${plain.slice(last + 1)}`;
}

/** The digits of a script have consecutive code points, of which the zero is the first. */
function asciiDigit(sign: string): string {
  if (!/\p{Nd}/u.test(sign) || /\d/u.test(sign)) return sign;
  const code = sign.codePointAt(0) ?? 0;
  for (let value = 0; value < 10; value += 1) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value);
  }
  return sign;
}

const knownMarks = new Map<string, string>();

function decimalMark(language: string): string {
  const mark = knownMarks.get(language) ?? findDecimalMark(language);
  knownMarks.set(language, mark);
  return mark;
}

function findDecimalMark(language: string): string {
  const parts = new Intl.NumberFormat(Intl.NumberFormat.supportedLocalesOf(language)[0] ?? 'en').formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}
