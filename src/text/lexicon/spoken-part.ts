/** A part of a text as it is spoken. */
export interface SpokenPart {
  readonly text: string;
  /** Its pronunciation in the International Phonetic Alphabet, instead of what the voice would make of the text. */
  readonly ipa?: string | undefined;
}

/** Returns the text of all parts, without pronunciations. */
export function textOf(parts: readonly SpokenPart[]): string {
  return parts.map(({ text }) => text).join('');
}
