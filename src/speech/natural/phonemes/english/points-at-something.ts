import { isBeforeClause, isContextWord, isPointedAt } from '../../../../languages/en/context-words.ts';
import { decide } from './sentence-word.ts';
import type { Place, PlaceRule } from './sentence-word.ts';

/** Reports whether `that` points at something (`that is it`, `that day`), and begins no clause (`said that he`, `the book that is`). */
export function pointsAtSomething(place: Place): boolean {
  return decide(rules, place) ?? false;
}

const onlyComma = /^,\s*$/u;

const rules: readonly PlaceRule<boolean>[] = [
  [
    ({ lower, after }) => lower === 'that' && after !== '',
    (place) => !onlyComma.test(place.after) || isAfterPreposition(place) || isContextWord(place.before, 'conjunction'),
  ],
  [isAfterComma, (place) => isPointedAt(following(place)) && !isWithin(place)],
  [({ before }) => before === undefined, (place) => isBeforeVerb(place) || !isWithin(place)],
  [isBeforeVerb, (place) => isAfterPreposition(place) || isContextWord(place.before, 'conjunction')],
  [isAfterPreposition, (place) => !startsClause(place)],
  [isWithin, () => false],
  [(place) => isPointedAt(following(place)), () => true],
  [({ before }) => isContextWord(before, 'conjunction'), (place) => !following(place).endsWith('s')],
  [({ before = '' }) => isBeforeClause(before), () => false],
  [({ before = '' }) => isContextWord(before) || before.endsWith('ing'), () => true],
];

function following({ words, index }: Place): string {
  return words[index + 1]?.lower ?? '';
}

function isAfterComma({ words, index, before }: Place): boolean {
  return before === undefined && onlyComma.test(words[index - 1]?.after ?? '');
}

function isAfterPreposition({ before }: Place): boolean {
  return before === 'as' || before === 'than' || isContextWord(before, 'preposition', 'be');
}

function isBeforeVerb(place: Place): boolean {
  return place.lower !== 'that' || isContextWord(following(place), 'be', 'have', 'modal', 'auxiliary');
}

function startsClause(place: Place): boolean {
  const next = following(place);
  return isContextWord(next, 'subject', 'article', 'possessive') && !isPointedAt(next);
}

function isWithin(place: Place): boolean {
  return startsClause(place) || isContextWord(following(place), 'conjunction', 'preposition', 'determiner', 'adverb');
}
