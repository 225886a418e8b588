import type { Gender } from './character.ts';
import { clauseAfter, lastSentence, tokensOf, verbAfter, verbBefore } from './rules/tag-clause.ts';
import type { Token } from './rules/tag-clause.ts';
import type { FindPeople, Named } from './rules/name-finder.ts';
import { speechWords, smallWords } from './speech-words.ts';
import type { SpeechWords } from './speech-words.ts';

/** The words beside a quotation. */
export interface Surroundings {
  /** Between the quotation before, or the beginning of the block, and this one. */
  readonly before: string;
  /** Between this quotation and the next, or the end of the block. */
  readonly after: string;
  /** Whether the quotation ends with a comma, so that the sentence goes on after it. */
  readonly isOpen: boolean;
}

/** The subject of what the narrator says: a person, a pronoun, the narrator (`I`), or somebody else (`the porter`, `his wife`). */
export type Subject<Person> =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'pronoun'; readonly gender: Gender }
  | { readonly kind: 'self' }
  | { readonly kind: 'other' };

/** Returns who says a quotation by the verb of saying beside it: `said Anne` after it, or `Anne said:` before it. */
export function speechTag<Person>(
  around: Surroundings,
  language: string,
  find: FindPeople<Person>,
): Subject<Person> | undefined {
  const words = speechWords(language);
  return tagAfter(around.after, words, find) ?? openTag(around, words, find) ?? tagBefore(around.before, words, find);
}

/**
 * Returns who does something beside a quotation, as a person who speaks does: `Clara turned. “There she is.”`, `“There she is.” Clara
 * pointed.`
 */
export function beatBeside<Person>(
  { before, after }: Surroundings,
  said: string,
  language: string,
  find: FindPeople<Person>,
): Subject<Person> | undefined {
  const words = speechWords(language);
  const earlier = lastSentence(before.trim().replace(/[.!?:,]$/u, ''));
  const subject = earlier === '' ? undefined : subjectAt(earlier, words, find);
  if (subject) return subject;
  const isSentence = /[.!?…—-][”"’'»]$/u.test(said) && /^\s+\p{Lu}/u.test(after);
  // `But Clara …` tells what somebody else does.
  if (!isSentence || words.openers.has(smallWords(after)[0] ?? '')) return undefined;
  return subjectAt(clauseAfter(after), words, find);
}

function tagAfter<Person>(after: string, words: SpeechWords, find: FindPeople<Person>): Subject<Person> | undefined {
  const found = verbAfter(after, words);
  if (!found) return undefined;
  const { clause, tokens, place, verb } = found;
  const isInverted = tokens.slice(0, place).every(({ text }) => isPassedOver(text, words));
  if (!isInverted) return subjectAt(clause.slice(0, verb.from), words, find) ?? { kind: 'other' };
  const rest = clause.slice(verb.to);
  const end = /[,;:—(]/u.exec(rest)?.index;
  return subjectAt(rest.slice(0, end), words, find) ?? { kind: 'other' };
}

/** The sentence of a quotation goes on: what is done in it is a way of saying, whatever the verb. `opined Anne`, `Anne went on`. */
function openTag<Person>(
  { after, isOpen }: Surroundings,
  words: SpeechWords,
  find: FindPeople<Person>,
): Subject<Person> | undefined {
  const clause = clauseAfter(after);
  const [first] = tokensOf(clause);
  if (!first) return undefined;
  const isVerb = /^\s+\p{Ll}/u.test(clause) && !isFunctionWord(first.text, words);
  if (isVerb) return subjectAt(clause.slice(first.to), words, find);
  return isOpen ? subjectAt(clause, words, find) : undefined;
}

function isFunctionWord(text: string, words: SpeechWords): boolean {
  const { openers, prepositions, passedOver, joins, determiners, subjects, male, female } = words;
  return [openers, prepositions, passedOver, joins, determiners, subjects, male, female].some((set) => set.has(text));
}

function tagBefore<Person>(before: string, words: SpeechWords, find: FindPeople<Person>): Subject<Person> | undefined {
  const found = verbBefore(before, words);
  return found && subjectBefore(found.clause, found.tokens.slice(0, found.place), { words, find });
}

/** Returns the subject of a verb after some words of its sentence. */
function subjectBefore<Person>(
  sentence: string,
  tokens: readonly Token[],
  { words, find }: { readonly words: SpeechWords; readonly find: FindPeople<Person> },
): Subject<Person> | undefined {
  const place = tokens.findLastIndex(({ text }) => !isPassedOver(text, words));
  const nearest = tokens[place];
  if (!nearest) return undefined;
  if (words.subjects.has(nearest.text)) return pronoun(nearest.text, words);
  const isRelative = words.relatives.has(nearest.text);
  const named = nounSubject(find(sentence), isRelative ? tokens.slice(0, place) : tokens.slice(0, place + 1), words);
  if (named || isRelative) return named ?? { kind: 'other' };
  if (isAfterDeterminer(nearest, tokens[place - 1], words)) return { kind: 'other' };
  return subjectAt(sentence, words, find) ?? { kind: 'other' };
}

function isAfterDeterminer({ from }: Token, before: Token | undefined, { determiners }: SpeechWords): boolean {
  return before?.to === from - 1 && determiners.has(before.text);
}

/** Returns the person whose name the words end with. `The sister of Anne` is another one. */
function nounSubject<Person>(
  people: readonly Named<Person>[],
  tokens: readonly Token[],
  { joins }: SpeechWords,
): Subject<Person> | undefined {
  const named = people.find(({ to }) => to === tokens.at(-1)?.to);
  if (!named) return undefined;
  const before = tokens.findLast(({ to }) => to <= named.from);
  return before && joins.has(before.text) ? { kind: 'other' } : { kind: 'person', person: named.person };
}

/** Returns the subject that a clause begins with, or undefined when nobody known is there. */
function subjectAt<Person>(clause: string, words: SpeechWords, find: FindPeople<Person>): Subject<Person> | undefined {
  const tokens = tokensOf(clause);
  const start = tokens.findIndex(({ text }) => !words.openers.has(text) && !words.presents.has(text));
  const first = tokens[start];
  if (!first) return undefined;
  if (words.subjects.has(first.text)) return pronoun(first.text, words);
  const named = find(clause).find(({ from }) => from >= first.from);
  if (!named) return undefined;
  const between = tokens.slice(start).filter(({ to }) => to <= named.from);
  if (between.length > maxAdjectives || !between.every(({ text }) => isAttribute(text, words))) return undefined;
  // `Brenda’s solicitor`, and `Tom and Anne`.
  const isOwner = /^[’']s?(?!\p{L})/u.test(clause.slice(named.to));
  const next = tokens.find(({ from }) => from >= named.to);
  const isPlural =
    next !== undefined && words.joins.has(next.text) && find(clause).some(({ from }) => from === next.to + 1);
  return isOwner || isPlural ? { kind: 'other' } : { kind: 'person', person: named.person };
}

/** Words before a name that belong to it: `the old`, `poor little`. */
const maxAdjectives = 2;

function isAttribute(text: string, words: SpeechWords): boolean {
  return ![words.prepositions, words.verbs, words.joins, words.male, words.female].some((set) => set.has(text));
}

function isPassedOver(text: string, { passedOver }: SpeechWords): boolean {
  return passedOver.has(text) || (passedOver.size > 0 && text.endsWith('ly'));
}

function pronoun<Person>(text: string, words: SpeechWords): Subject<Person> {
  if (words.male.has(text)) return { kind: 'pronoun', gender: 'male' };
  return words.female.has(text) ? { kind: 'pronoun', gender: 'female' } : { kind: 'self' };
}
