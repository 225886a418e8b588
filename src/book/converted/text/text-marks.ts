import { subscriptDigits, superscriptDigits } from '../../../core/strings/superscript-digits.ts';
import { escapeMarkup } from '../../../core/strings/escape-xml.ts';
import { titleWords } from '../../titles/title-words.ts';

/** Begins and ends beside a word, closes, and has a word inside: other signs are arithmetic. */
function closed(sign: string): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}${sign}])[${sign}](?=[^\s)\]${sign}])(?=[^${sign}]{0,500}?\p{L}{2})([^${sign}]{1,500})(?<![\s(\[])[${sign}](?![\p{L}\p{N}${sign}])`,
    'gu',
  );
}

const bold = closed('=');
const spaced = closed('+');
const smallCapitals = closed('~');
const italic = /(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]{1,1000})_(?![\p{L}\p{N}_])/gu;
/** One that closes in another paragraph. */
const looseUnderscore = /(?<![\p{L}\p{N}_])_(?=[^\s_])|(?<=[^\s_])_(?![\p{L}\p{N}_])/gu;
const page = new RegExp(`\\[(?:(?:${titleWords('page')})\\.?\\s*\\d{1,4}|blank page)\\]`, 'giu');

/** Writes a plain text as XHTML, with the marks of transcribers: `_italic_`, `=bold=`, `+spaced+`, `M^{r.}`, `[Pg 12]`. */
export function marksToMarkup(text: string): string {
  return withoutScripts(escapeMarkup(text))
    .replaceAll(page, '')
    .replaceAll(bold, '<b>$1</b>')
    .replaceAll(spaced, '<i>$1</i>')
    .replaceAll(smallCapitals, '$1')
    .replaceAll(italic, '<i>$1</i>')
    .replaceAll(looseUnderscore, '');
}

/** Returns a text without these marks. */
export function withoutMarks(text: string): string {
  return [page, looseUnderscore].reduce((plain, mark) => plain.replaceAll(mark, ''), withoutScripts(text));
}

/** Raised letters are part of their word, unless they are a power; raised and lowered digits have signs of their own. */
function withoutScripts(text: string): string {
  return text
    .replaceAll(/(?<=\p{L}{2})\^\{([\p{L}.,']{1,20})\}/gu, '$1')
    .replaceAll(/(?<=[\p{L}\d.])\^\{(?![nmkijxyz]\})([\p{L}.,']{1,20})\}/gu, '$1')
    .replaceAll(/\^\{(\d{1,6})\}/gu, (_match, digits: string) => shifted(digits, superscriptDigits))
    .replaceAll(/_\{(\d{1,6})\}/gu, (_match, digits: string) => shifted(digits, subscriptDigits));
}

function shifted(digits: string, signs: string): string {
  return Array.from(digits, (digit) => signs.charAt(Number(digit))).join('');
}
