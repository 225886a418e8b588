import { countMatches, languageOfScript } from './language-of-script.ts';

/** Returns the language of a text as a two-letter code, or undefined when the text is too short or ambiguous. */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = text.slice(0, 20_000);
  const certain = languageOfScript(sample);
  if (certain !== undefined) return certain;
  if (sample.trim().length < 40) return undefined;
  // Loaded on demand: the detector takes half a second and 100 MB.
  const { eld } = await import('eld/extrasmall');
  const result = eld.detect(sample);
  if (result.language === '' || !result.isReliable()) return undefined;
  return result.language === 'ms' ? malayOrIndonesian(sample) : result.language;
}

/** The detector does not know Indonesian and takes it for Malay. Returns undefined when no word decides. */
function malayOrIndonesian(text: string): string | undefined {
  const lead = countMatches(text, indonesian) - countMatches(text, malay);
  if (lead === 0) return undefined;
  return lead > 0 ? 'id' : 'ms';
}

/** Words that only one of them has, or writes so. */
const malay = /\b(?:kerana|bahawa|sahaja|mahu|ialah|pelbagai|awak|beza|cuba|dahulu|berbeza|hendaklah)\b/giu;
const indonesian = /\b(?:karena|bahwa|saja|mau|bisa|berbagai|anda|beda|coba|dulu|berbeda|cuma|kantor|provinsi)\b/giu;
