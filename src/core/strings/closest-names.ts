const maxNames = 3;

/** Returns up to three of the names that are closest to one: those that begin with it or share more than half of its pairs of letters. */
export function closestNames(given: string, names: Iterable<string>): readonly string[] {
  const wanted = given.toLowerCase();
  const score = (name: string): number => {
    const known = name.toLowerCase();
    return known.startsWith(wanted) ? 1 : similarity(wanted, known);
  };
  return [...new Set(names)]
    .map((name) => ({ name, score: score(name) }))
    .filter((one) => one.score > 0.5)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxNames)
    .map(({ name }) => name);
}

/** Dice's coefficient of the pairs of neighbouring letters: 1 for the same text, 0 without a common pair. */
function similarity(left: string, right: string): number {
  const [first, second] = [left, right].map(pairsOf);
  if (!first || !second) return 0;
  const others = new Set(second);
  const common = first.filter((pair) => others.has(pair)).length;
  return (2 * common) / (first.length + second.length || 1);
}

function pairsOf(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
}
