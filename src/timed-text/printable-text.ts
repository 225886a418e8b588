/** A text without what no text format takes: control characters go, a lone half of a character becomes the sign for one that is unknown. */
export function printableText(text: string): string {
  return text
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, (character) => (character === '\n' || character === '\t' ? character : ''));
}
