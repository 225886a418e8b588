/** Returns whether a text contains a letter or digit. A text without one is shown, but not spoken. */
export function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
