/**
 * Returns whether a full stop before `after` ends a sentence: the text ends with it, or goes on with a word that begins many sentences
 * (`starters`, in small letters).
 */
export function endsSentenceBefore(after: string, starters: ReadonlySet<string>): boolean {
  if (/^["'”’»)\]]*$/u.test(after)) return true;
  const next = /^["'”’»)\]]*\s["'“‘«(¿¡]?(\p{Lu}[\p{L}’']*)/u.exec(after)?.[1] ?? '';
  return starters.has(next.toLowerCase());
}
