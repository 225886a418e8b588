import { languageOfScript } from './language-of-script.ts';

/** Returns the language of a text as a two-letter code, or undefined when the text is too short or ambiguous. */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = text.slice(0, 20_000);
  const certain = languageOfScript(sample);
  if (certain !== undefined) return certain;
  if (sample.trim().length < 40) return undefined;
  // Loaded on demand: the detector takes half a second and 100 MB.
  const { eld } = await import('eld/extrasmall');
  const result = eld.detect(sample);
  return result.language !== '' && result.isReliable() ? result.language : undefined;
}
