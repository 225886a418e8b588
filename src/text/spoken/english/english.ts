import { sentenceRules } from '../../sentence-rules.ts';
import type { LanguageRules } from '../language-rules.ts';
import { abbreviationReader } from '../reading/abbreviations.ts';
import { englishAbbreviations, englishAcronyms } from './english-abbreviations.ts';
import { englishContexts } from './english-contexts.ts';
import { englishReadings } from './english-readings.ts';
import { englishRoman } from './english-roman.ts';
import { englishPhrases, englishSymbols } from './english-symbols.ts';

/** Returns the rules of English. American English is taken where the region is unknown. */
export function englishRules(region: string | undefined): LanguageRules {
  const isBritish = region !== undefined && !['US', 'PH', 'PR'].includes(region);
  const { starters } = sentenceRules('en');
  return {
    groupMark: ',',
    // A county that the author does not name.
    early: [[/(?<!\S)[—―]{2,}(?=shire)/gu, 'Blank']],
    addresses: { at: 'at', dot: 'dot', slash: 'slash', dash: 'dash', underscore: 'underscore' },
    abbreviations: abbreviationReader({
      table: englishAbbreviations,
      starters,
      special: englishContexts,
    }),
    roman: englishRoman(),
    initials: { acronyms: englishAcronyms, starters },
    numbers: englishReadings(isBritish),
    phrases: englishPhrases,
    symbols: englishSymbols,
  };
}
