import type { AbbreviationContext, AbbreviationRules } from '../reading/abbreviations.ts';

const notStreets =
  /^(?:mount|mt|lake|port|fort|cape|the|of|and|isle|bay|east|west|north|south|point|old|saint|in|at|to|from|near|by|on|church|king|sault|bury|père|like|but|when|then|if|so|for|our)$/iu;
const saints =
  /^\s(?:John|Paul|Peter|Mary|James|Louis|George|Andrew|Patrick|Francis|Thomas|Anne|Augustine|Nicholas|Michael|Martin|Stephen|Joseph|Matthew|Mark|Luke|Helens?|Helena|Petersburg|Catherine|Clair|Lawrence|Bernard|Moritz|Tropez|Albans|Ives|Pancras|Germain|Clare|David|Jerome|Benedict|Ignatius|Teresa|Agnes|Cecilia|Bride)/u;

function saintOrStreet({ before, after }: AbbreviationContext): string | undefined {
  const previous = /(\p{L}+|\d(?:st|nd|rd|th))\s$/u.exec(before)?.[1] ?? '';
  const isAddress =
    /^\p{Lu}|^\d/u.test(previous) && !notStreets.test(previous) && !/[.!?]["'”’)]?\s\p{L}+\s$/u.test(before);
  if (isAddress && !saints.test(after)) return 'Street';
  return undefined;
}

function doctorOrDrive({ before, after }: AbbreviationContext): string | undefined {
  const isNamed = /^\s\p{Lu}/u.test(after);
  if (isNamed) return undefined;
  return /\p{Lu}\p{Ll}+\s$/u.test(before) ? 'Drive' : 'Doctor';
}

function companyOrCounty({ before, after }: AbbreviationContext): string | undefined {
  return /^\s\p{Lu}/u.test(after) && !/(?:\p{Lu}[\p{L}.'’]*|&|and)\s$/u.test(before) ? 'County' : undefined;
}

/** Abbreviations with two meanings, distinguished by the words around them. */
export const englishContexts: AbbreviationRules['special'] = {
  'st.': saintOrStreet,
  'dr.': doctorOrDrive,
  'co.': companyOrCounty,
};
