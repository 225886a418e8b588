/**
 * Returns the warnings of a text that does not say its encoding, which was found by its bytes: a wrong one makes plausible
 * nonsense. Unicode is never a guess.
 */
export function guessedEncoding(encoding: string): string[] {
  return encoding.startsWith('utf-') ? [] : [`The text does not say its encoding; it was read as ${encoding}.`];
}
