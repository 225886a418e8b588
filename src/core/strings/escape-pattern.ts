/** Returns the source of a regular expression (flag `u`) that a text alone matches. Not for inside a character class. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`);
}
