const maxNames = 3;

/**
 * Returns up to three of the names that are closest to one: those that begin with it, differ from it in one slip of a finger, or
 * share more than half of its pairs of letters. A name without a prefix is compared without theirs, too: `slt` is `flite:slt`.
 */
export function closestNames(given: string, names: Iterable<string>): readonly string[] {
  const written = given.toLowerCase();
  const score = (name: string): number => {
    const known = name.toLowerCase();
    const bare = written.includes(':') ? known : known.replace(prefix, '');
    return Math.max(closeness(written, known), closeness(written, bare));
  };
  return [...new Set(names)]
    .map((name) => ({ name, score: score(name) }))
    .filter((one) => one.score > 0.5)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxNames)
    .map(({ name }) => name);
}

/** The prefix before the name of a voice: `flite:`. */
const prefix = /^[\w-]+:(?=\S)/u;

/** Returns 1 for a name that begins with what was typed, and less the more they differ. */
function closeness(written: string, known: string): number {
  if (known.startsWith(written)) return 1;
  return Math.max(similarity(written, known), isOneSlip(written, known) ? 0.9 : 0);
}

/** Returns the question after a name that is not known, with a space before it: ` Did you mean 'm4b' or 'mp3'?`. Empty without a close name. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const close = closestNames(given.trim(), names).map((name) => `'${name}'`);
  return close.length === 0 ? '' : ` Did you mean ${orList(close)}?`;
}

/** The first use of `Intl` loads its data, which takes a tenth of the start of the program. */
function orList(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}

/** Shorter names are all alike. */
const minSlipLength = 4;

/** Reports whether one letter is wrong, missing or too many, or two are swapped. */
function isOneSlip(left: string, right: string): boolean {
  const [shorter = '', longer = ''] = [left, right].toSorted((one, other) => one.length - other.length);
  if (shorter.length < minSlipLength || longer.length - shorter.length > 1) return false;
  const start = commonStart(shorter, longer);
  const [first, second] = [shorter.slice(start), longer.slice(start)];
  if (longer.length > shorter.length) return first === second.slice(1);
  const swapped = Array.from(second.slice(0, 2)).toReversed().join('') + second.slice(2);
  return first.slice(1) === second.slice(1) || first === swapped;
}

function commonStart(left: string, right: string): number {
  const length = Array.from(left).findIndex((letter, at) => letter !== right[at]);
  return length === -1 ? left.length : length;
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
