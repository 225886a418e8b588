/** Returns whether a full stop before `after` ends its sentence. Readings are given one sentence, so only closing marks follow its end. */
export function endsSentenceBefore(after: string): boolean {
  return /^["'”’»“‘«›)\]\s]*$/u.test(after);
}

/** Returns the full stop that an abbreviation at the end of a text also is when it ends the sentence, otherwise nothing. */
export function stopOf(text: string, after: string): '.' | '' {
  return text.endsWith('.') && endsSentenceBefore(after) ? '.' : '';
}
