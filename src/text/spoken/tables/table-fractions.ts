import { halvesAfter } from '../../../languages/halves.ts';
import type { Reading, ReadingMatch } from '../../../languages/reading.ts';
import type { TableFractions } from '../../../languages/spoken-grammar.ts';
import type { FractionWords, Gender } from '../../../languages/whole-grammar.ts';
import { wordSet, wordTable } from '../../../languages/word-set.ts';
import { countedNouns } from '../language-rules.ts';
import { fractionReadings } from '../reading/fractions.ts';
import type { NumberWords, TableLanguage } from './number-words.ts';
import { readingsAt } from './table-place.ts';

/** Returns the readings of `½`, `2½ kg` and `3/4 l`. Without a unit a sign is read where its form does not depend on what it measures. */
export function tableFractions({ grammar, numbers, words }: TableLanguage): readonly Reading[] {
  const { fractions, dates } = grammar;
  if (fractions === undefined) return [];
  const genders = new Set(fractions.half.split('|'));
  const isClear = ({ groups: { unit = '', sign = '', whole = '' }, after }: ReadingMatch): boolean =>
    unit !== '' ||
    (sign !== '' && genders.size === 1 && !(whole !== '' && numbers.isOpen(whole)) && /^\s\p{L}/u.test(after));
  const rules = {
    ...fractionWords(fractions, numbers),
    cardinal: numbers.counting,
    words: { minus: grammar.words.minus },
    units: countedNouns(words).units,
    months: [...wordSet(dates.months)],
  };
  return readingsAt(fractionReadings(rules), isClear);
}

function fractionWords(fractions: TableFractions, { count, counting }: NumberWords): FractionWords {
  const others = new Map(wordTable(fractions.others));
  const [half, andHalf] = [formsOf(fractions.half), formsOf(fractions.andHalf)];
  const oneAndHalf = fractions.oneAndHalf === undefined ? undefined : formsOf(fractions.oneAndHalf);
  const fraction = (top: string, bottom: string): string | undefined =>
    isHalf(top, bottom) ? half.masculine : others.get(`${top}/${bottom}`);
  const mixed = (whole: string, top: string, bottom: string, gender: Gender): string | undefined => {
    const one = isHalf(top, bottom) && whole === '1' ? oneAndHalf?.[gender] : undefined;
    const rest = isHalf(top, bottom) ? andHalf[gender] : undefined;
    return one ?? (rest === undefined ? undefined : `${count(whole, gender)} ${rest}`);
  };
  if (fractions.after !== undefined)
    return halvesAfter({
      cardinal: counting,
      count,
      fraction: (top, bottom) => fraction(top, bottom) ?? `${top}/${bottom}`,
      and: fractions.after,
      half,
      lone: ({ one, gender }) => `${half[gender]} ${one}`,
      of: (unit) => ` de ${unit}`,
    });
  return {
    fraction,
    readsNames: true,
    mixed: (whole, top, bottom) => mixed(whole, top, bottom, 'masculine'),
    measured({ whole, top, bottom }, { one, part = one, gender }) {
      const words =
        whole !== '' ? mixed(whole, top, bottom, gender) : isHalf(top, bottom) ? half[gender] : fraction(top, bottom);
      return words === undefined ? undefined : `${words} ${part}`;
    },
  };
}

function isHalf(top: string, bottom: string): boolean {
  return top === '1' && bottom === '2';
}

/** Returns the form of each gender: those of masculine, feminine and neuter, or one for all. */
function formsOf(forms: string): Readonly<Record<Gender, string>> {
  const [masculine = '', feminine = masculine, neuter = masculine] = forms.split('|');
  return { masculine, feminine, neuter };
}
