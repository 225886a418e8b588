/** A name of the source and its form in the translation. */
export type NameForm = readonly [name: string, form: string];

/** Letters that stay when a name gets another ending. */
const [minStem, maxStem] = [3, 5];

function stemOf(name: string): string {
  return Array.from(name)
    .slice(0, Math.max(minStem, Math.min(name.length - 1, maxStem)))
    .join('');
}

/** Returns a name of the source whose form the translation does not have, with any ending, or undefined. A pronoun can stand for one. */
export function lostName(text: string, source: string, names: readonly NameForm[]): string | undefined {
  return names.find(([name, form]) => source.includes(name) && !text.includes(stemOf(form)))?.[0];
}

/** Returns two names that come in another order for the first time than in the source, as "Anna, Peter", or undefined. */
export function swappedNames(text: string, source: string, names: readonly NameForm[]): string | undefined {
  const places = names
    .map(([name, form]) => ({ name, before: source.indexOf(name), after: text.indexOf(stemOf(form)) }))
    .filter(({ before, after }) => before >= 0 && after >= 0)
    .toSorted((one, other) => one.before - other.before);
  const at = places.findIndex(({ after }, index) => after < (places[index - 1]?.after ?? 0));
  const [first, second] = [places[at - 1], places[at]];
  return first && second && !isPair(first.name, second.name, source) ? `${first.name}, ${second.name}` : undefined;
}

/** Two names beside each other are a longer name or a pair, which may be turned round. */
const maxBetween = 5;

function isPair(one: string, other: string, source: string): boolean {
  return source.indexOf(other) - source.indexOf(one) - one.length <= maxBetween;
}
