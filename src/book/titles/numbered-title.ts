import { joinTitle } from './join-title.ts';
import { numberOf } from './number-words.ts';
import { normalizeTitle } from './same-title.ts';
import { isCalledChapter, isGenericTitle, startsLikePart } from './title-patterns.ts';

/** A title that starts with a number. */
interface NumberedTitle {
  readonly title: string;
  /** The number as it is written: `CHAPTER 2`, `2.`. */
  readonly lead: string;
  readonly number: string;
  /** The words of `lead` without the number; empty when it is bare. */
  readonly word: string;
  /** The text after the number; may be empty. */
  readonly rest: string;
}

/**
 * Returns one title for a contents entry and a heading with the same number: `Chapter 1` for `Chapter 1` and `1`,
 * `CHAPTER 2: The Storm` for `2 The Storm` and `CHAPTER 2`. Undefined when the numbers or the names differ.
 */
export function joinNumbered(label: string, heading: string): string | undefined {
  const [one, other] = [readNumber(label), readNumber(heading)];
  // `4 The Storm` is a number and a name in the contents, but `12 May` above a text is a date.
  if (one === undefined || other === undefined || !(isSetApart(other) || other.rest === '')) return undefined;
  return one.number === other.number && countTheSame(one, other) ? joinNames(one, other) : undefined;
}

/** Returns what a title counts by, without its name: `scene 2` for `SCENE II. The Tower`. Undefined when it does not count. */
export function countOf(title: string): string | undefined {
  const numbered = readNumber(title);
  if (numbered === undefined || !(isSetApart(numbered) || numbered.rest === '')) return undefined;
  return `${numbered.word} ${numbered.number}`.trim();
}

/** The number is written as in the contents, unless only the heading has a word for it. */
function joinNames(label: NumberedTitle, heading: NumberedTitle): string | undefined {
  const [first, second] = label.word === '' && heading.word !== '' ? [heading, label] : [label, heading];
  const name = fullerName(label.rest, heading.rest);
  if (name === undefined || name === first.rest) return name === undefined ? undefined : first.title;
  return first.word === second.word ? second.title : joinTitle(first.lead.replace(/[\s:—–-]+$/u, ''), name);
}

/** A bare number can be that of a chapter word, but a chapter's number is not that of the part above it. */
function countTheSame(label: NumberedTitle, heading: NumberedTitle): boolean {
  if (label.word === heading.word) return true;
  if (heading.word === '') return true;
  if (label.word === '') return !startsLikePart(heading.lead);
  return isCalledChapter(label.lead) && isCalledChapter(heading.lead);
}

function fullerName(one: string, other: string): string | undefined {
  const [first, second] = [normalizeTitle(one), normalizeTitle(other)];
  if (first.startsWith(second)) return one;
  return second.startsWith(first) ? other : undefined;
}

/** The first words, each with what stands between it and the next. */
const words = /(?:[^\s.:—–-]|(?<=\S)-(?=\S))+[\s.:—–-]*/gu;
/** Words of the longest number: `Chapter the Twenty First`. */
const maxLeadWords = 4;

function readNumber(title: string): NumberedTitle | undefined {
  const lead = longestLead(title.trim());
  const rest = title.trim().slice(lead.length);
  const counted = splitNumber(lead);
  // `1.2` numbers a section.
  if (counted === undefined || /^\p{N}/u.test(rest)) return undefined;
  const numbered = { title: title.trim(), lead: lead.trim(), rest, ...counted };
  return rest === '' || isSetApart(numbered) || /^\p{N}/u.test(lead) ? numbered : undefined;
}

/** Excludes the words and letters that are numbers, too: `One Day`, `I Remember`. */
function isSetApart({ lead, word }: Pick<NumberedTitle, 'lead' | 'word'>): boolean {
  return word !== '' || /[.:—–-]$/u.test(lead);
}

function longestLead(title: string): string {
  const first = Array.from(title.matchAll(words), ([text]) => text).slice(0, maxLeadWords);
  const leads = first.map((_, index) => first.slice(0, index + 1).join(''));
  return leads.findLast((lead) => title.startsWith(lead) && isGenericTitle(lead)) ?? '';
}

function splitNumber(lead: string): Pick<NumberedTitle, 'number' | 'word'> | undefined {
  const title = normalizeTitle(lead).replace(/\bthe\b/u, '');
  const number = /\d[\d ]*\d|\d|[一二三四五六七八九十百千〇]+/u.exec(title)?.[0];
  if (number === undefined) return undefined;
  return { number: String(numberOf(number) ?? number), word: title.replace(number, '').replaceAll(/\s+/gu, '') };
}
