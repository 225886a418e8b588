import { sentenceRules } from '../../sentence-rules.ts';
import type { LanguageRules } from '../language-rules.ts';
import { abbreviationReader } from '../reading/abbreviations.ts';
import { ratePhrase } from '../reading/rates.ts';
import type { AbbreviationContext } from '../reading/abbreviations.ts';
import { italianAbbreviations, italianAcronyms } from './italian-abbreviations.ts';
import { italianReadings } from './italian-readings.ts';
import { italianRoman } from './italian-roman.ts';
import { italianPhrases, italianSymbols } from './italian-symbols.ts';

/** Returns the rules of Italian. */
export function italianRules(): LanguageRules {
  const { starters } = sentenceRules('it');
  return {
    groupMark: ' ',
    early: [
      ratePhrase('per'),
      // Elsewhere it is a verb.
      [/(?<=\d ?)ha(?= di\b)/gu, ' ettari'],
      [/(?<![\p{L}\p{N}])[nN][°º](?=\s?\d)/gu, 'numero'],
      [/(?<![\p{L}\p{N}])[nN][°º]s(?=\s?\d)/gu, 'numeri'],
    ],
    addresses: { at: 'chiocciola', dot: 'punto', slash: 'barra', dash: 'trattino', underscore: 'trattino basso' },
    abbreviations: abbreviationReader({ table: italianAbbreviations, starters, special: { 's.': saint } }),
    roman: italianRoman(),
    initials: { acronyms: italianAcronyms, starters },
    numbers: italianReadings(),
    phrases: italianPhrases,
    symbols: italianSymbols,
  };
}

/** San Pietro, Santa Maria, Sant’Anna, Santo Stefano. */
function saint({ after }: AbbreviationContext): string | undefined {
  const name = /^\s(\p{Lu}\p{L}*)/u.exec(after)?.[1] ?? '';
  if (/^[AEIOU]/u.test(name)) return 'Sant’';
  if (/^S[^aeiou]|^Z/u.test(name)) return 'Santo';
  return name.endsWith('a') && !/^(?:Luca|Nicola|Andrea|Mattia)$/u.test(name) ? 'Santa' : 'San';
}
