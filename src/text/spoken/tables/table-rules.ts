import { languageOf } from '../../../languages/languages.ts';
import type { SpokenGrammar } from '../../../languages/spoken-grammar.ts';
import type { PhraseRules } from '../../../languages/whole-grammar.ts';
import { englishThousands } from '../reading/number-format.ts';
import { languageRules } from '../language-rules.ts';
import type { LanguageRules } from '../language-rules.ts';
import { numberWords } from './number-words.ts';
import type { TableLanguage } from './number-words.ts';
import { amountReadings } from './table-amounts.ts';
import { dateReadings } from './table-dates.ts';
import { ordinalReadings, romanReadings } from './table-ranks.ts';
import { wholeRules } from './whole-rules.ts';

/** Returns the rules of a language (its BCP-47 base code) that is read aloud; undefined for other ones. */
export function tableRules(language: string, region: string | undefined): LanguageRules | undefined {
  const { spoken: words } = languageOf(language);
  if (words?.whole !== undefined) return wholeRules(language, words, words.whole(region));
  const grammar = words?.grammar;
  if (words === undefined || grammar === undefined) return undefined;
  const table: TableLanguage = { language, words, grammar, numbers: numberWords(language, grammar) };
  return languageRules(words, {
    groupMark: ' ',
    early: earlyPhrases(grammar),
    special: grammar.contexts,
    roman: romanReadings(table),
    numbers: [...dateReadings(table), ...ordinalReadings(table), ...amountReadings(table)],
    phrases: [],
  });
}

/** `€ 5,-` has no cents, and `kr 100` is `100 kr`. */
function earlyPhrases({ moneyFirst, marks }: SpokenGrammar): PhraseRules {
  const noCents = [/(?<=\d),[-–—](?!\d)/gu, ''] as const;
  const always = marks.decimal === ',' ? [noCents, englishThousands] : [noCents];
  if (moneyFirst === undefined) return always;
  const first = String.raw`(?<!\p{L})(${moneyFirst})\s(\d[\d .]*\d(?:,\d\d)?|\d)(?![\d.,]*\d)`;
  return [...always, [new RegExp(first, 'gu'), '$2 $1']];
}
