import { italianSpoken } from '../../../languages/it/italian-spoken.ts';
import { languageRules } from '../language-rules.ts';
import type { LanguageRules, PhraseRules } from '../language-rules.ts';
import { ratePhrase } from '../reading/rates.ts';
import type { AbbreviationContext } from '../reading/abbreviations.ts';
import { italianReadings } from './italian-readings.ts';
import { italianRoman } from './italian-roman.ts';

/** Returns the rules of Italian. */
export function italianRules(): LanguageRules {
  return languageRules(italianSpoken, {
    groupMark: ' ',
    early: [
      ratePhrase('per'),
      // Elsewhere it is a verb.
      [/(?<=\d ?)ha(?= di\b)/gu, ' ettari'],
      [/(?<![\p{L}\p{N}])[nN][°º](?=\s?\d)/gu, 'numero'],
      [/(?<![\p{L}\p{N}])[nN][°º]s(?=\s?\d)/gu, 'numeri'],
    ],
    special: { 's.': saint },
    roman: italianRoman(),
    numbers: italianReadings(),
    phrases: italianPhrases,
  });
}

/** San Pietro, Santa Maria, Sant’Anna, Santo Stefano. */
function saint({ after }: AbbreviationContext): string | undefined {
  const name = /^\s(\p{Lu}\p{L}*)/u.exec(after)?.[1] ?? '';
  if (/^[AEIOU]/u.test(name)) return 'Sant’';
  if (/^S[^aeiou]|^Z/u.test(name)) return 'Santo';
  return name.endsWith('a') && !/^(?:Luca|Nicola|Andrea|Mattia)$/u.test(name) ? 'Santa' : 'San';
}

/** Replacements that depend on the words around a mark. */
const italianPhrases: PhraseRules = [
  [/\be\/o\b/gu, 'e o'],
  [/(?<=\p{L})\/(?=\p{L})/gu, ' '],
  [/(?<=Sant’) (?=\p{Lu})/gu, ''],
  [/§§/gu, ' paragrafi '],
  [/[Cc]opyright ?©|© ?(?=[Cc]opyright)/gu, 'copyright '],
];
