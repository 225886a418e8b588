import { joinAccents } from './accents.ts';

const PRESENTATION_FORMS = /[\uFB00-\uFB4F\uFB50-\uFDFF\uFE70-\uFEFC]+/gu;
const CJK = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3001-\u303F\uFF01-\uFF60]`;
const SPACE_BETWEEN_CJK = new RegExp(`(?<=${CJK})\\s+(?=${CJK})`, 'gu');
const STARTS_WITH_CJK = new RegExp(`^${CJK}`, 'u');
const ENDS_WITH_CJK = new RegExp(`${CJK}$`, 'u');
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
// Controls, zero-width and direction marks, and what a font without a map to Unicode leaves behind.
const INVISIBLE = /(?!\s)\p{Cc}|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]/gu;

/** Text as it is read: ligatures and presentation forms taken apart (nothing else: `²` and `½` stay), white space normalised. */
export function readableText(raw: string): string {
  return joinAccents(raw)
    .replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'))
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(/‘‘/gu, '“')
    .replace(/’’/gu, '”')
    .replace(/\s+/gu, ' ')
    .replace(SPACE_BETWEEN_CJK, '')
    .trim();
}

/** What stands between two pieces of running text: nothing between Chinese or Japanese, else a blank. */
export function separatorBetween(before: string, after: string): string {
  return ENDS_WITH_CJK.test(before) && STARTS_WITH_CJK.test(after) ? '' : ' ';
}

/** Whether a text holds Hebrew, Arabic or another script that runs from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}
