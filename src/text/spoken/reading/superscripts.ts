import { subscriptDigits, superscriptDigits } from '../../../core/strings/superscript-digits.ts';

/** Returns the number in superscript digits, without a sign. */
export function superscriptValue(text: string): string {
  return Array.from(text, (digit) => superscriptDigits.indexOf(digit))
    .filter((digit) => digit >= 0)
    .join('');
}

/** Returns a text in which subscript digits are plain ones: `H₂O` is read as `H2O`. */
export function plainSubscripts(text: string): string {
  return text.replaceAll(/[₀-₉]/gu, (digit) => String(subscriptDigits.indexOf(digit)));
}

/** Returns a text without superscript numbers, which after words and marks are the numbers of notes. */
export function dropNoteMarks(text: string): string {
  return text.replaceAll(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu, '');
}
