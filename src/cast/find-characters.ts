import type { NamedText } from '../text/lexicon/find-names.ts';
import type { Age, Gender, KnownCharacter } from './character.ts';
import { genderOfFirstName } from './rules/first-names.ts';
import { genderOfTitle, mentionFinder } from './find-mentions.ts';
import type { Mention } from './find-mentions.ts';
import type { CastText } from './cast-text.ts';
import type { FindPeople, Named } from './rules/name-finder.ts';
import { beatBeside, speechTag } from './speech-tag.ts';
import type { Surroundings } from './speech-tag.ts';
import { speechWords } from './speech-words.ts';
import { sum } from '../core/statistics.ts';

interface Form {
  readonly written: string;
  readonly title: string;
  readonly words: readonly string[];
  count: number;
  /** Number of times a verb of saying is beside it. */
  said: number;
  female: number;
  male: number;
  readonly ages: Map<Age, number>;
}

/** Far more than any model can distinguish, and than there are voices. */
const maxCharacters = 80;
const minTitled = 3;

/** Returns the people of a book who may speak, by what the narrator says of them, the most frequent first. */
export function findCharacters(texts: readonly CastText[], language: string): KnownCharacter[] {
  const named: NamedText[] = texts.flatMap(({ blocks }) =>
    blocks
      .filter(({ kind }) => kind !== 'heading')
      .map((block) => ({ text: block.text, language: block.language ?? language })),
  );
  const mentionsOf = mentionFinder(named, language);
  const peopleIn = (text: string): readonly Named<Mention>[] =>
    mentionsOf(text).map((person) => ({ person, from: person.from, to: person.to }));
  const forms = new Map<string, Form>();
  for (const { narration, tags } of texts) {
    for (const text of narration) countForms(text, mentionsOf(text), forms, language);
    for (const surroundings of tags) countTag(surroundings, { forms, language, peopleIn });
  }
  return charactersOf([...forms.values()], language).slice(0, maxCharacters);
}

interface TagTools {
  readonly forms: ReadonlyMap<string, Form>;
  readonly language: string;
  readonly peopleIn: FindPeople<Mention>;
}

function countTag(surroundings: Surroundings, { forms, language, peopleIn }: TagTools): void {
  const tag = speechTag(surroundings, language, peopleIn);
  const form = tag?.kind === 'person' ? forms.get(tag.person.written) : undefined;
  if (form) form.said += 1;
  if (tag?.kind !== 'pronoun') return;
  // `Dr. Pell turned. “Listen,” he said.`
  const subject = beatBeside({ ...surroundings, after: '' }, '', language, peopleIn);
  const own = subject?.kind === 'person' ? forms.get(subject.person.written) : undefined;
  if (own) own[tag.gender] += tagWeight;
}

function countForms(text: string, mentions: readonly Mention[], forms: Map<string, Form>, language: string): void {
  for (const [index, mention] of mentions.entries()) {
    const { written, title, words } = mention;
    const form = forms.get(written) ?? {
      written,
      title,
      words,
      count: 0,
      said: 0,
      female: 0,
      male: 0,
      ages: new Map(),
    };
    forms.set(written, form);
    form.count += 1;
    const until = Math.min(mentions[index + 1]?.from ?? text.length, mention.to + 80);
    const gender = firstPronoun(text.slice(mention.to, until), language);
    if (gender) form[gender] += isSubject(text, mention) ? subjectWeight : 1;
    const age = ageBefore(text.slice(Math.max(0, mention.from - 20), mention.from));
    if (age) form.ages.set(age, (form.ages.get(age) ?? 0) + 1);
  }
}

/** A pronoun after the subject of a sentence means that person more often than one after another name. */
const subjectWeight = 3;
/** What a person does before a quotation that a pronoun says: that pronoun means the person. */
const tagWeight = 6;

function isSubject(text: string, { from, to }: Mention): boolean {
  return /(?:^|[.!?;”"]\s+)$/u.test(text.slice(Math.max(0, from - 3), from)) && /^\s+\p{Ll}/u.test(text.slice(to));
}

function firstPronoun(text: string, language: string): Gender | undefined {
  const { male, female } = speechWords(language);
  for (const [each] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const small = each.toLowerCase();
    if (female.has(small)) return 'female';
    if (male.has(small)) return 'male';
  }
  return undefined;
}

const ageWords: readonly (readonly [Age, RegExp])[] = [
  ['old', /\b(?:old|aged|alte[rn]?|vieux|vieille|viejo|vieja|anciano|anciana|vecchio|vecchia)\s+$/iu],
  ['child', /\b(?:little|kleine[rn]?|petite?|boy|girl|child)\s+$/iu],
  ['young', /\b(?:young|junge[rn]?|jeune|joven|giovane)\s+$/iu],
];

function ageBefore(before: string): Age | undefined {
  return ageWords.find(([, pattern]) => pattern.test(before))?.[0];
}

interface Person {
  readonly forms: Form[];
}

/** Joins the forms of each person, and returns those who speak or have a title. */
function charactersOf(forms: readonly Form[], language: string): KnownCharacter[] {
  const people: Person[] = [];
  const fullestFirst = forms.toSorted(
    (a, b) => fullness(b) - fullness(a) || b.count - a.count || (a.written < b.written ? -1 : 1),
  );
  for (const form of fullestFirst) {
    const matching = people.filter((person) => isSamePerson(person, form, language));
    // A surname that several share, without a title, is that of a man; otherwise that of the person who is spoken of most.
    const rank = (person: Person): number => countOf(person) + (genderOf(person.forms, language) === 'male' ? 1e6 : 0);
    const best = matching.toSorted((a, b) => rank(b) - rank(a))[0];
    if (best) best.forms.push(form);
    else people.push({ forms: [form] });
  }
  return joinSurnames(people, language)
    .filter(
      ({ forms: own }) =>
        own.some(({ said }) => said > 0) || own.some(({ title, count }) => title !== '' && count >= minTitled),
    )
    .toSorted((a, b) => countOf(b) - countOf(a))
    .map((person) => characterOf(person, language));
}

/** A man whom the narrator calls by a bare surname is the only one with a first name before it: `Holmes` and `Sherlock Holmes`. */
function joinSurnames(people: readonly Person[], language: string): readonly Person[] {
  const joined = new Set<Person>();
  for (const person of people) {
    const surname = person.forms.find(({ words, title }) => words.length === 1 && title === '')?.words[0];
    if (surname === undefined || person.forms.some(({ words }) => words.at(-1) !== surname)) continue;
    const [only, ...more] = people.filter(
      (other) => other !== person && !joined.has(other) && hasFullName(other, surname),
    );
    if (!only || more.length > 0 || !isSameGender(person, only, language)) continue;
    only.forms.push(...person.forms);
    joined.add(person);
  }
  return people.filter((person) => !joined.has(person));
}

function hasFullName({ forms }: Person, surname: string): boolean {
  return forms.some(({ words }) => words.length > 1 && words.at(-1) === surname);
}

function isSameGender(one: Person, other: Person, language: string): boolean {
  const [a, b] = [genderOf(one.forms, language), genderOf(other.forms, language)];
  return a === undefined || b === undefined || a === b;
}

function fullness({ words, title }: Form): number {
  return words.length * 2 + (title === '' ? 0 : 1);
}

function countOf({ forms }: Person): number {
  return sum(forms.map(({ count }) => count));
}

/** `Elizabeth`, `Miss Elizabeth` and `Elizabeth Bennet` are one person, and so are `Darcy` and `Mr. Darcy`, but not `Mrs. Bennet` and `Miss Bennet`. */
function isSamePerson({ forms }: Person, form: Form, language: string): boolean {
  if (forms.some((own) => own.title !== '' && form.title !== '' && own.title !== form.title)) return false;
  const { wives } = speechWords(language);
  if (forms.some((own) => isWife(own, form, wives) || isWife(form, own, wives))) return false;
  return forms.some((own) => {
    const [first] = own.words;
    const isFirstName =
      first === form.words[0] &&
      (own.words.length > 1 ? form.words.length === 1 : own.title !== '' || own.words.length === form.words.length);
    const isLastName =
      form.words.length === 1 && form.title === '' && own.title !== '' && own.words.at(-1) === form.words[0];
    return isFirstName || isLastName;
  });
}

/** `Mrs. Charles` is the wife of Charles, and a bare `Pell` is hardly ever Mrs. Pell. */
function isWife(one: Form, other: Form, wives: ReadonlySet<string>): boolean {
  return wives.has(one.title) && one.words.length === 1 && other.title === '' && one.words[0] === other.words[0];
}

function characterOf({ forms }: Person, language: string): KnownCharacter {
  const byCount = forms.toSorted((a, b) => b.count - a.count || b.written.length - a.written.length);
  const [main] = byCount;
  const names = [...new Set(byCount.map(({ written }) => written))];
  return {
    name: main?.written ?? '',
    aliases: names.filter((name) => name !== main?.written),
    gender: genderOf(forms, language),
    age: ageOf(forms),
  };
}

/**
 * A title decides, then pronouns that are many and agree, then a first name; few pronouns only when there is no such name. Of 23,700
 * quotations of 28 novels whose speaker was found, the speaker's gender was wrong for 1.1 % by titles and pronouns alone.
 */
function genderOf(forms: readonly Form[], language: string): Gender | undefined {
  const titled = forms.map(({ title }) => genderOfTitle(title, language)).find((gender) => gender !== undefined);
  if (titled) return titled;
  const [female, male] = [sum(forms.map((form) => form.female)), sum(forms.map((form) => form.male))];
  const [most, least] = [Math.max(female, male), Math.min(female, male)];
  const byPronouns = female > male ? 'female' : 'male';
  if (most >= manyPronouns && most > least * 2) return byPronouns;
  const byName = firstNameGender(forms, language);
  if (byName) return byName;
  return most >= 2 && most > least * 1.3 ? byPronouns : undefined;
}

const manyPronouns = 6;

/** A name after a title is a surname, which may also be a first name of the other gender: `Mr. Darcy`. */
function firstNameGender(forms: readonly Form[], language: string): Gender | undefined {
  const surnames = new Set(
    forms.flatMap(({ title, words }) => (title !== '' || words.length > 1 ? [words.at(-1)] : [])),
  );
  const first = forms.find(({ title, words }) => title === '' && words[0] !== undefined && !surnames.has(words[0]));
  return first?.words[0] === undefined ? undefined : genderOfFirstName(first.words[0], language);
}

/** One person in five mentions must be called so: a young man may have been a little boy once. */
function ageOf(forms: readonly Form[]): Age | undefined {
  const total = sum(forms.map(({ count }) => count));
  return (['old', 'child', 'young'] as const).find((age) => {
    const count = sum(forms.map(({ ages }) => ages.get(age) ?? 0));
    return count >= 2 && count * 5 >= total;
  });
}
