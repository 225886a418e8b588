import { endsSentenceBefore, firstWord } from '../../../languages/reading.ts';
import type { ReadingMatch } from '../../../languages/reading.ts';
import type { Gender } from '../../../languages/whole-grammar.ts';
import { wordSet } from '../../../languages/word-set.ts';
import { oneOf } from '../reading/number-format.ts';
import type { TableLanguage } from './number-words.ts';
import { oneLine, wordBefore } from './table-place.ts';

/** Returns a function for the words of a number without a unit, which is `undefined` where it would have to agree with a word that is not known. */
export function plainNumber({
  grammar,
  numbers,
}: TableLanguage): (digits: string, match: ReadingMatch) => string | undefined {
  const { years, genders, ranks, dates } = grammar;
  const label = wordBefore(ranks.labels);
  const beforeYear = wordBefore(years.before ?? '(?!)');
  const notAlone = new RegExp(
    String.raw`^(?:\p{L}|['’ʼ°ºª²³%‰]|-\p{L}|\s(?:${oneOf([...wordSet(dates.months)])}|${years.ordinal?.short ?? '(?!)'})(?!\p{L}))`,
    'u',
  );
  const [masculine, feminine] = [whole(genders?.masculine), whole(genders?.feminine)];
  const genderOf = (noun: string): Gender | undefined =>
    masculine.test(noun) ? 'masculine' : feminine.test(noun) ? 'feminine' : undefined;
  const yearOf = (digits: string, { text, before }: ReadingMatch): 'none' | 'read' | 'stays' => {
    if (!isYear(digits, text)) return 'none';
    if (years.ordinal !== undefined) return 'stays';
    return years.hundred !== undefined || beforeYear.test(before) ? 'read' : 'none';
  };
  const agreeing = (digits: string, noun: string): string | undefined => {
    if (noun === '' || !numbers.isOpen(digits)) return numbers.counting(digits);
    const gender = genderOf(noun);
    return gender === undefined ? undefined : numbers.count(digits, gender);
  };
  return (digits, match) => {
    const { before, after } = match;
    if (notAlone.test(after) || isWithinSentence(after) || /\p{L}$/u.test(before)) return undefined;
    if (label.test(before)) return numbers.counting(digits);
    const year = yearOf(digits, match);
    if (year !== 'none') return year === 'read' ? numbers.year(digits) : undefined;
    return agreeing(digits, firstWord(after));
  };
}

function whole(alternatives = '(?!)'): RegExp {
  return new RegExp(`^(?:${oneLine(alternatives)})$`, 'iu');
}

/** A full stop within the sentence makes it an ordinal, or the number of a section. */
function isWithinSentence(after: string): boolean {
  return after.startsWith('.') && !endsSentenceBefore(after.slice(1));
}

/** Years have no marks between their digits. */
function isYear(digits: string, text: string): boolean {
  return /^(?:1[1-9]\d\d|20\d\d)$/u.test(digits) && text.includes(digits);
}
