import { escapePattern } from '../../../../core/strings/escape-pattern.ts';
import { hasCapitalNouns } from '../../capital-nouns.ts';

/** A name of the source and its form in the translation. */
export type NameForm = readonly [name: string, form: string];

const nameInside = /(?<=[\p{Ll}\p{M}],?\s)\p{Lu}[\p{L}\p{M}]{2,}/gu;

/** Returns the words of a text in a language (BCP-47) that have a capital inside of a sentence. */
export function namesIn(text: string, language: string): string[] {
  return hasCapitalNouns(language) ? [] : (text.match(nameInside) ?? []);
}

/**
 * Returns two names that a translation has in each other's places, as "Anna, Peter", or undefined: their order is that of the source when
 * each is put for the other.
 */
export function swappedNames(
  text: string,
  source: string,
  { names = [] }: { readonly names?: readonly NameForm[] | undefined },
): string | undefined {
  const mentioned = names
    .map(([name, form]) => ({ name, stem: stemOf(name), before: placesOf(name, source), after: placesOf(form, text) }))
    .filter(({ before, after }) => before.length > 0 && before.length === after.length);
  for (const [index, one] of mentioned.entries()) {
    const other = mentioned.slice(index + 1).find((each) => areSwapped(one, each, source));
    if (other) return `${one.name}, ${other.name}`;
  }
  return undefined;
}

interface Mentions {
  readonly name: string;
  readonly stem: string;
  /** Places in the source, and in the translation. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

function areSwapped(one: Mentions, other: Mentions, source: string): boolean {
  if (one.stem.startsWith(other.stem) || other.stem.startsWith(one.stem)) return false;
  const [written, translated] = [orderOf(one.before, other.before), orderOf(one.after, other.after)];
  const exchanged = orderOf(other.after, one.after);
  return written === exchanged && written !== translated && !areBeside(one, other, source);
}

/** Returns the order of two names by their places. */
function orderOf(first: readonly number[], second: readonly number[]): string {
  const places = [...first.map((at) => [at, 'a'] as const), ...second.map((at) => [at, 'b'] as const)];
  return places
    .toSorted(([at], [to]) => at - to)
    .map(([, name]) => name)
    .join('');
}

/** Two names beside each other, or with a short word between them, are a longer name or a pair: "Anna and Peter". */
const beside = /^\S+\s+(?:\S{1,3}\s+)?$/u;

function areBeside(one: Mentions, other: Mentions, source: string): boolean {
  return one.before.some((at) =>
    other.before.some((to) => beside.test(source.slice(Math.min(at, to), Math.max(at, to)))),
  );
}

/** Letters that stay when a name gets another ending. */
const [minStem, maxStem] = [3, 5];
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}]/u;

function stemOf(name: string): string {
  return unspaced.test(name) ? name : name.slice(0, Math.max(minStem, Math.min(name.length - 1, maxStem)));
}

/** Returns where the words are that a name may be, whatever its ending. */
function placesOf(name: string, text: string): number[] {
  const stem = escapePattern(stemOf(name));
  const pattern = unspaced.test(name) ? stem : String.raw`(?<![\p{L}\p{M}])${stem}`;
  return [...text.matchAll(new RegExp(pattern, 'gu'))].map(({ index }) => index);
}
