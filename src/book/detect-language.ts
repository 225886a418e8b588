/** The language that a text is most likely written in, as a two-letter code; undefined when the text does not tell. */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = text.slice(0, 20_000);
  if (sample.trim().length < 40) return undefined;
  // Half a second and 100 MB to load: only a book whose language is in doubt pays for it.
  const { eld } = await import('eld/extrasmall');
  const result = eld.detect(sample);
  return result.language !== '' && result.isReliable() ? result.language : undefined;
}
