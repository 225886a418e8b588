/** Text as it is to be spoken: soft hyphens and invisible characters gone, all white space single blanks. */
export function normalizeText(text: string): string {
  // Each pattern is looked for first: most texts need none of them.
  const visible = /[\u00AD\u200B\u2060\uFEFF]/.test(text) ? text.replaceAll(/[\u00AD\u200B\u2060\uFEFF]/gu, '') : text;
  const single = /[^\S ]|  /.test(visible) ? visible.replaceAll(/\s+/gu, ' ') : visible;
  return (/[\u3000-\uFAFF]/.test(single) ? single.replaceAll(blankInCjk, '') : single).trim();
}

/** Chinese and Japanese are written without blanks: one between two characters is a line break of the source. */
const blankInCjk =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。「」『』]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「」『』])/gu;

/** A heading whose letters were spaced out (`C H A P T E R  I`) made words again; wider gaps part the words. */
export function joinSpacedLetters(raw: string): string {
  const text = raw.trim();
  if (!/^(?:[\p{L}\p{N}'’.,:!?]\s+){3,}[\p{L}\p{N}'’.,:!?]$/u.test(text)) return raw;
  return text
    .split(/\s{2,}/u)
    .map((word) => word.replaceAll(/\s/gu, ''))
    .join(' ');
}

/** True for a line that only parts two scenes (`* * *`, `⁂`, `~`). */
export function isSceneBreak(text: string): boolean {
  return /^[\s*⁂•·#~—–\-_=+◆◇■□●○❦❧✻✽☙※]+$/u.test(text) && /\S/u.test(text);
}

/** Numbers in superscript keep their meaning (`x²`); all else stays as it is. */
export function superscript(text: string): string {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  return /^\s*[+-]?\d+\s*$/u.test(text) ? text.replaceAll(/\d/gu, (digit) => digits[Number(digit)] ?? digit) : text;
}
