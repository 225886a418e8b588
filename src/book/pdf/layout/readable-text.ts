import { joinAccents } from './accents.ts';

const presentationForms = /[\uFB00-\uFB4F\uFB50-\uFDFF\uFE70-\uFEFC]+/gu;
const cjk = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3001-\u303F\uFF01-\uFF60]`;
const spaceBetweenCjk = new RegExp(`(?<=${cjk})\\s+(?=${cjk})`, 'gu');
const startsWithCjk = new RegExp(`^${cjk}`, 'u');
const endsWithCjk = new RegExp(`${cjk}$`, 'u');
const rightToLeftScript = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
// Controls, zero-width and direction marks, and what a font without a map to Unicode leaves behind.
const invisible = /(?!\s)\p{Cc}|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]/gu;

/** Text as it is read: ligatures and presentation forms taken apart (nothing else: `²` and `½` stay), white space normalised. */
export function readableText(raw: string): string {
  return joinAccents(raw)
    .replace(presentationForms, (forms) => forms.normalize('NFKC'))
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/‘‘/gu, '“')
    .replace(/’’/gu, '”')
    .replace(/\s+/gu, ' ')
    .replace(spaceBetweenCjk, '')
    .trim();
}

/** What stands between two pieces of running text: nothing between Chinese or Japanese, else a blank. */
export function separatorBetween(before: string, after: string): string {
  return endsWithCjk.test(before) && startsWithCjk.test(after) ? '' : ' ';
}

/** Whether a text holds Hebrew, Arabic or another script that runs from right to left. */
export function isRightToLeft(text: string): boolean {
  return rightToLeftScript.test(text);
}
