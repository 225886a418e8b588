/**
 * Returns a text without characters that are drawn and not spoken: asterisks, bullets, daggers, boxes, stars, arrows,
 * underlines, bars and backslashes. Where one separated two words, a space stays.
 */
export function dropDecorations(text: string): string {
  return text
    .replaceAll(decorations, ' ')
    .replaceAll(/ {2,}/gu, ' ')
    .replaceAll(/ (?=[.,;:!?](?:\s|$))/gu, '')
    .trim();
}

const decorations =
  /[*_~^`|\\•‣⁃◦†‡※⁂⁎⁑¦\u2190-\u21FF\u2500-\u25FF\u2600-\u26FF\u2701-\u27BF\u2B00-\u2BFF®™\uFFFC\uFFFD]/gu;
