import { baseLanguage, sameLanguage } from '../../../core/language.ts';
import type { ModelKind } from '../../../voice-models/voice-model.ts';
import type { NaturalVoice } from './natural-voice.ts';

/** Families from the most natural, for English and for the others. */
const order: { readonly english: readonly ModelKind[]; readonly others: readonly ModelKind[] } = {
  english: ['kokoro', 'supertonic', 'piper', 'kitten'],
  // Kokoro was trained on little apart from English.
  others: ['supertonic', 'piper', 'kokoro', 'kitten'],
};

/** Returns the best voice for a language: of the best family, of the region if there is one, and the best speaker. */
export function bestVoice(voices: readonly NaturalVoice[], language: string): NaturalVoice | undefined {
  const ranks = baseLanguage(language) === 'en' ? order.english : order.others;
  const rank = ({ installed, languages, quality }: NaturalVoice): readonly number[] => [
    ranks.indexOf(installed.model.kind),
    languages.some((code) => code.toLowerCase() === language.toLowerCase()) ? 0 : 1,
    quality,
  ];
  const spoken = voices.filter(({ languages }) => languages.some((code) => sameLanguage(code, language)));
  return spoken.toSorted((a, b) => compare(rank(a), rank(b)))[0];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
