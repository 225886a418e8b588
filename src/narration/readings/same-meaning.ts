import { alignWords } from '../align/align-words.ts';
import type { Item } from './meaning.ts';
import type { NumberPart } from './number-reader.ts';
import { spokenNames } from './spoken-names.ts';

type Term = Extract<Item, { kind: 'word' }>;

/** The words of two texts between two words that both share, in order. */
interface Gap {
  readonly source: Side;
  readonly answer: Side;
}

interface Side {
  readonly numbers: readonly NumberPart[];
  readonly words: readonly Term[];
}

/** Options for comparing two texts. */
export interface ComparisonOptions {
  /** BCP-47 code. */
  readonly language: string;
  /** The numbers are those of a date, whose month may be a word or a number. */
  readonly isDate: boolean;
  /** Words that our rules wrote out, as in "5 kilometres". They may have another ending. */
  readonly expansions: ReadonlySet<string>;
}

/**
 * Reports whether an answer says the same as its source: the same numbers, and the same words in the same order, where signs,
 * units and abbreviations may be written out. Everything else is a difference.
 */
export function haveSameMeaning(source: readonly Item[], answer: readonly Item[], options: ComparisonOptions): boolean {
  const { gaps, shared } = gapsBetween(source, answer);
  const names = spokenNames(options.language);
  const isMonth = (key: string): boolean => names.months.has(key);
  const isOneDate =
    options.isDate || (shared.some(isMonth) && shared.every((key) => isMonth(key) || names.small.has(key)));
  const haveNumbers = isOneDate
    ? sameNumbers(all(gaps, 'source'), all(gaps, 'answer'))
    : gaps.every((gap) => sameNumbers(gap.source.numbers, gap.answer.numbers));
  if (!haveNumbers) return false;
  const maxSmall = 2 + 2 * source.filter(({ kind }) => kind === 'number').length;
  const wordGaps = isOneDate ? [joined(gaps)] : gaps;
  const small = wordGaps.map(({ source: from, answer: to }) => extraWords(from.words, to.words, options));
  return small.every((count) => count !== undefined) && small.reduce((sum, count) => sum + count, 0) <= maxSmall;
}

/** The parts of a date change places. */
function joined(gaps: readonly Gap[]): Gap {
  const side = (name: keyof Gap): Side => ({
    numbers: all(gaps, name),
    words: gaps.flatMap((gap) => gap[name].words),
  });
  return { source: side('source'), answer: side('answer') };
}

function all(gaps: readonly Gap[], side: keyof Gap): NumberPart[] {
  return gaps.flatMap((gap) => gap[side].numbers);
}

function gapsBetween(
  source: readonly Item[],
  answer: readonly Item[],
): { readonly gaps: Gap[]; readonly shared: string[] } {
  const [left, right] = [source.filter(isTerm), answer.filter(isTerm)];
  const matches = alignWords(
    left.map(({ key }) => key),
    right.map(({ key }) => key),
  );
  const pairs = [...matches].flatMap((match, index) => (match < 0 ? [] : [[left[index], right[match]] as const]));
  const sourceSides = sidesOf(
    source,
    pairs.map(([term]) => term),
  );
  const answerSides = sidesOf(
    answer,
    pairs.map(([, term]) => term),
  );
  const none: Side = { numbers: [], words: [] };
  return {
    gaps: sourceSides.map((side, index) => ({ source: side, answer: answerSides[index] ?? none })),
    shared: pairs.map(([term]) => term?.key ?? ''),
  };
}

function isTerm(item: Item): item is Term {
  return item.kind === 'word';
}

function sidesOf(items: readonly Item[], cuts: readonly (Term | undefined)[]): Side[] {
  const sides: { numbers: NumberPart[]; words: Term[] }[] = [{ numbers: [], words: [] }];
  for (const item of items) {
    const side = sides.at(-1);
    if (item === cuts[sides.length - 1]) sides.push({ numbers: [], words: [] });
    else if (item.kind === 'number') side?.numbers.push(item.part);
    else side?.words.push(item);
  }
  return sides;
}

function sameNumbers(source: readonly NumberPart[], answer: readonly NumberPart[]): boolean {
  return variantsOf(source).some((numbers) => covers(numbers, answer));
}

/** Amounts and times are written with a mark and spoken without: 3.50, 10.00. */
function variantsOf(parts: readonly NumberPart[]): (readonly NumberPart[])[] {
  const split = parts.flatMap((part) =>
    part.digits.split('.').map((digits) => ({ ...part, digits: digits.replace(/^0(?=\d$)/u, '') })),
  );
  const whole = parts.map((part) => ({ ...part, digits: part.digits.replace(/\.0+$/u, '') }));
  return [parts, whole, ...(parts.some(({ digits }) => /^\d+\.\d\d$/u.test(digits)) ? [split] : [])];
}

/** Reports whether numbers are those of `parts`, of which several in words may make up one: 19 and 11 are 1911. */
function covers(numbers: readonly NumberPart[], parts: readonly NumberPart[]): boolean {
  const rest = [...parts];
  return numbers.every(({ digits }) => takeDigits(rest, digits)) && rest.length === 0;
}

/** Takes the parts that make up a number from the beginning of the rest. */
function takeDigits(rest: NumberPart[], digits: string): boolean {
  const first = rest.shift();
  let found = first?.digits ?? '';
  if (first?.isLiteral === false)
    while (found.length < digits.length && rest[0]?.isLiteral === false) found += rest.shift()?.digits ?? '';
  return found === digits;
}

/**
 * Returns the number of small words that only one of the texts has, when all other words stand for each other. Undefined when
 * they do not.
 */
function extraWords(
  source: readonly Term[],
  answer: readonly Term[],
  { expansions, language }: ComparisonOptions,
): number | undefined {
  const { small, of } = spokenNames(language);
  let left = answer.map(({ key }) => key);
  let dropped = 0;
  for (const term of source) {
    const names = of(term.key);
    const expanded = left.find((key) => names.has(key) || (expansions.has(term.key) && haveSameStem(term.key, key)));
    if (expanded !== undefined) {
      left = names.size > 0 ? left.filter((key) => !names.has(key) && key !== expanded) : without(left, expanded);
    } else if (small.has(term.key)) dropped += 1;
    else if (!isNumberEnding(term)) return undefined;
  }
  return left.every((key) => small.has(key)) ? left.length + dropped : undefined;
}

function without(keys: readonly string[], one: string): string[] {
  const at = keys.indexOf(one);
  return keys.filter((_, index) => index !== at);
}

/** `3rd`, `1920s`, `2e` */
function isNumberEnding({ key, isAttached }: Term): boolean {
  return isAttached && /^(?:st|nd|rd|th|s|er|ère|re|e|è|eme|ème|o|a|de|te|ste|й|го|я|е)$/u.test(key);
}

const minStem = 4;

function haveSameStem(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length) - 2;
  // Kilometres and kilometers.
  const [left, right] = [one, other].map((word) => word.replace(/re(s?)$/u, 'er$1').slice(0, length));
  return length >= minStem && left === right;
}
