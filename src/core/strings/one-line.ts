/** Returns a message without line breaks, and without the characters that a terminal obeys: it may name a file. */
export function oneLine(message: string): string {
  return message
    .replaceAll(/\s*\n\s*/gu, ' ')
    .replaceAll(/\p{Cc}/gu, '\uFFFD')
    .trim();
}
