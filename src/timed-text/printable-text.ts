/** Returns a text that every text format accepts: without control characters, lone surrogates replaced by U+FFFD. */
export function printableText(text: string): string {
  return text
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, (character) => (character === '\n' || character === '\t' ? character : ''));
}
