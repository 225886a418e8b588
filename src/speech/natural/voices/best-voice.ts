import { sameLanguage } from '../../../core/language.ts';
import { rankOfKind } from '../../../voice-models/find-models.ts';
import type { NaturalVoice } from './natural-voice.ts';

/** Returns the best voice for a language: of the best family, of the region if there is one, and the best speaker. */
export function bestVoice(voices: readonly NaturalVoice[], language: string): NaturalVoice | undefined {
  const rank = ({ installed, languages, quality }: NaturalVoice): readonly number[] => [
    rankOfKind(installed.model.kind, language),
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
