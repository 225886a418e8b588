/**
 * Returns a text without what is drawn and not said: dot leaders before a page number, lines to write on, the underscores
 * that mark italics in plain text. A long row of dots inside a sentence is an ellipsis.
 */
export function dropLeaders(text: string): string {
  // Testing first is faster: most texts have none.
  if (!/_|[.·…‧](?:\s*[.·…‧]){4}/u.test(text)) return text;
  return text
    .replaceAll(/\s*[.·…‧](?:\s*[.·…‧]){4,}\s*(?=(?:\d{1,4}|[ivxlc]{1,6})\s*$)/gu, ', ')
    .replaceAll(/[.·…‧](?:\s*[.·…‧]){4,}/gu, '…')
    .replaceAll(/(?<!\S)_(?:[\s_]*_)?(?!\S)|_{3,}/gu, ' ')
    .replaceAll(/(?<![\p{L}\p{N}_])_(?=[^_\s])([^_]*[^_\s])_(?![\p{L}\p{N}_])/gu, '$1')
    .replaceAll(/ {2,}/gu, ' ')
    .replaceAll(/ (?=[.,;:!?](?:\s|$))/gu, '')
    .trim();
}
