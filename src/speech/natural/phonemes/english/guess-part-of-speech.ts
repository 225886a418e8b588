import {
  isContextWord,
  isInPhrase,
  isPastTense,
  isUsuallyAdjective,
  looksLikeAdjective,
  usualPartOfSpeech,
} from '../../../../languages/en/context-words.ts';
import type { PartOfSpeech } from './part-of-speech.ts';
import { pointsAtSomething } from './points-at-something.ts';
import { decide, isAfter, placeOf, wordBefore } from './sentence-word.ts';
import type { Place, PlaceRule, SentenceWord } from './sentence-word.ts';

/**
 * Returns what a word is by the function words around it, or undefined where they do not say. It decides only between the readings of one
 * spelling, which 13 words of 1000 have.
 */
export function guessPartOfSpeech(words: readonly SentenceWord[], index: number): PartOfSpeech | undefined {
  const place = placeOf(words, index);
  return decide(rules, place) ?? usualPartOfSpeech(place.lower);
}

/** Reports whether a word is the `used` of a habit: `used to go`, `is used to it`, but not `is used to cut it`. */
export function isHabit(words: readonly SentenceWord[], index: number): boolean {
  const { lower, next, head } = placeOf(words, index);
  if (lower !== 'used' || next !== 'to') return false;
  const object = words[index + 2]?.lower;
  if (!isContextWord(head, 'be')) return true;
  return isContextWord(object, 'determiner', 'possessive', 'object') || object?.endsWith('ing') === true;
}

const rules: readonly PlaceRule<PartOfSpeech | undefined>[] = [
  [({ lower }) => /^that(?:'|$)/u.test(lower), (place) => (pointsAtSomething(place) ? 'determiner' : 'other')],
  [({ lower }) => lower === 'in' || lower === 'by', (place) => (isAdverbial(place) ? 'adverb' : 'preposition')],
  [
    ({ lower }) => lower.endsWith('ing'),
    ({ before }) => (isContextWord(before, 'determiner', 'possessive') ? 'noun' : 'verb'),
  ],
  [({ lower, next }) => next === 'of' && !isPastForm(lower), () => 'noun'],
  [({ before }) => before !== undefined && /'s$|s'$/u.test(before) && !isContextWord(before), ofNoun],
  [({ head }) => head === undefined, (place) => (place.takesObject ? verbBeside(place) : undefined)],
  [({ head }) => isContextWord(head, 'modal'), () => 'verb'],
  [({ head }) => isContextWord(head, 'auxiliary'), (place) => (isAfterTo(place) ? 'verb' : 'noun')],
  [({ head }) => isContextWord(head, 'have'), () => 'past'],
  [({ head }) => isContextWord(head, 'be'), ({ lower }) => (isPastForm(lower) ? 'past' : 'adjective')],
  [({ before }) => isContextWord(before, 'degree') && !isContextWord(before, 'determiner'), () => 'adjective'],
  [({ before }) => isContextWord(before, 'possessive', 'determiner'), ofNoun],
  [({ before, words, index }) => before === 'that' && pointsAtSomething(placeOf(words, index - 1)), ofNoun],
  [({ head }) => head === 'that' || isContextWord(head, 'subject'), finite],
  [({ head }) => isContextWord(head, 'object'), ({ lower }) => (isUsuallyAdjective(lower) ? undefined : 'verb')],
  [
    ({ head }) => isContextWord(head, 'preposition'),
    (place) => (ofNoun(place) === 'noun' ? 'material' : ofNoun(place)),
  ],
  [({ head }) => isContextWord(head, 'conjunction'), (place) => (place.takesObject ? verbBeside(place) : undefined)],
  // After a word that is no function word.
  [
    ({ lower, takesObject, next }) => !isUsuallyAdjective(lower) && (takesObject || next === 'up' || next === 'off'),
    ({ lower }) => (isPastForm(lower) ? 'past' : 'verb'),
  ],
  [({ head = '' }) => looksLikeAdjective(head), ofNoun],
  [({ lower }) => /^(?:re)?read$/u.test(lower), () => 'past'],
  [({ lower, next }) => lower === 'wound' && isContextWord(next, 'preposition', 'adverb'), () => 'past'],
  [({ lower, before, head }) => /[^s]s$/u.test(lower) && before !== head, () => 'verb'],
  [({ lower }) => usualPartOfSpeech(lower) !== undefined || isUsuallyAdjective(lower), () => undefined],
  [isLastOfPhrase, () => 'noun'],
];

/** After a determiner, a preposition or an adjective. */
function ofNoun({ lower, next }: Place): PartOfSpeech {
  if (isUsuallyAdjective(lower) && next !== undefined) return 'other';
  const isBeforeNoun = next !== undefined && !isContextWord(next);
  return isBeforeNoun && usualPartOfSpeech(lower) !== 'noun' ? 'attribute' : 'noun';
}

/** A verb after its subject: `did he read`, `made it read` are not past, `he read` is, and `they read` where nothing is present. */
function finite({ words, index, lower }: Place): PartOfSpeech {
  if (!isPastForm(lower)) return 'verb';
  const subject = words.findLastIndex((word, at) => at < index && isContextWord(word.lower, 'subject'));
  if (isAfter(words, subject, 'auxiliary', 'modal', 'causative')) return 'verb';
  const others = words.filter((_, at) => at !== index).map((word) => word.lower);
  const isPresent = !others.some(isPastTense) && others.some((word) => isContextWord(word, 'present'));
  return isPresent && !isContextWord(words[subject]?.lower, 'third') ? 'verb' : 'past';
}

/** A verb beside another verb, whose tense it has: `came down and read the proofs`. */
function verbBeside({ words, index, lower }: Place): PartOfSpeech {
  return isPastForm(lower) && words.slice(0, index).some((word) => isPastTense(word.lower)) ? 'past' : 'verb';
}

/** Verbs whose past tense is spelled with the letters of another word. */
function isPastForm(lower: string): boolean {
  return lower.endsWith('ed') || /^(?:(?:re)?read|wound)$/u.test(lower);
}

/** `to use`, but not `to uses` nor `from mouth to mouth`. */
function isAfterTo({ words, index, lower }: Place): boolean {
  const isTwin = wordBefore(words, index - 1) === lower && !isAfter(words, index - 2, 'determiner', 'possessive');
  return !isTwin && !/[^s]s$/u.test(lower);
}

/** `the counting house`: the last word of three, of which the first is a determiner. */
function isLastOfPhrase({ words, index, head = '', next }: Place): boolean {
  const isPhrase = isAfter(words, index - 1, 'determiner', 'possessive') && !head.endsWith('s');
  return isPhrase && (next === undefined || isContextWord(next));
}

/** `come in`, `stand by`: not before what the place or the means is. */
function isAdverbial({ words, index }: Place): boolean {
  const next = words[index + 1]?.lower;
  if (next === 'to' || next === 'again') return true;
  return isContextWord(next, 'preposition', 'conjunction') && !isInPhrase(next);
}
