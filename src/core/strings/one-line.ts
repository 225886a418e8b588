/** Returns a message without line breaks. */
export function oneLine(message: string): string {
  return message.replaceAll(/\s*\n\s*/gu, ' ').trim();
}
