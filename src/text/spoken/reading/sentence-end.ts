/**
 * Returns whether a full stop before `after` ends a sentence: the text ends with it, or goes on with a word that begins many sentences
 * (`starters`, in small letters).
 */
export function endsSentenceBefore(after: string, starters: ReadonlySet<string>): boolean {
  if (/^["'”’»)\]]*$/u.test(after)) return true;
  const next = /^["'”’»)\]]*\s["'“‘«(¿¡]?(\p{Lu}[\p{L}’']*)/u.exec(after)?.[1] ?? '';
  return starters.has(next.toLowerCase());
}

/** Returns the full stop that an abbreviation at the end of a text also is when it ends the sentence, otherwise nothing. */
export function stopOf(text: string, after: string, starters: ReadonlySet<string>): '.' | '' {
  return text.endsWith('.') && endsSentenceBefore(after, starters) ? '.' : '';
}
