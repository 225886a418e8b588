import { languageOf } from '../../../languages/languages.ts';
import { languageRules } from '../language-rules.ts';
import type { LanguageRules } from '../language-rules.ts';
import { numberWords } from './number-words.ts';
import type { TableLanguage } from './number-words.ts';
import { amountReadings } from './table-amounts.ts';
import { dateReadings } from './table-dates.ts';
import { ordinalReadings, romanReadings } from './table-ranks.ts';

/** Returns the rules of a language (its BCP-47 base code) whose grammar is a table; undefined for other ones. */
export function tableRules(language: string): LanguageRules | undefined {
  const { spoken: words } = languageOf(language);
  const grammar = words?.grammar;
  if (words === undefined || grammar === undefined) return undefined;
  const table: TableLanguage = { language, words, grammar, numbers: numberWords(language, grammar) };
  return languageRules(words, {
    groupMark: ' ',
    early:
      grammar.moneyFirst === undefined
        ? []
        : [
            [
              new RegExp(String.raw`(?<!\p{L})(${grammar.moneyFirst})\s(\d[\d .]*\d(?:,\d\d)?|\d)(?![\d.,]*\d)`, 'gu'),
              '$2 $1',
            ],
          ],
    roman: romanReadings(table),
    numbers: [...dateReadings(table), ...ordinalReadings(table), ...amountReadings(table)],
    phrases: [],
  });
}
