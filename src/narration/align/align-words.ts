import { longestChain } from '../../text/longest-chain.ts';

/** Lengths of the runs of words that anchor two texts to each other, tried in this order. */
const anchorLengths = [6, 3, 2, 1];
/** Largest table for a pair of stretches without an anchor, in cells. Above it they count as different. */
const maxCells = 1_000_000;
/** Stretches so small are compared completely at once. */
const smallCells = 4096;

/**
 * Aligns two texts word by word. Returns for each word of the first the index of its equal in the second, in ascending order,
 * or -1. Runs of words that occur once in both anchor the texts to each other (as in a patience diff), the stretches between
 * them share their longest common sequence. Takes time in proportion to the length for texts that resemble each other, and
 * is bounded for others.
 */
export function alignWords(left: readonly string[], right: readonly string[]): Int32Array {
  const ids = new Map<string, number>();
  const numbered = (words: readonly string[]): Int32Array =>
    Int32Array.from(words, (word) => {
      const id = ids.get(word) ?? ids.size;
      ids.set(word, id);
      return id;
    });
  const texts: Texts = {
    left: numbered(left),
    right: numbered(right),
    matches: new Int32Array(left.length).fill(-1),
  };
  const open: Stretch[] = [{ from: 0, to: left.length, start: 0, end: right.length }];
  for (let stretch = open.pop(); stretch; stretch = open.pop()) open.push(...alignStretch(stretch, texts));
  return texts.matches;
}

interface Texts {
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly matches: Int32Array;
}

/** Words `from` to `to` of the left text and `start` to `end` of the right one. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Matches what it can and returns the stretches that are left. */
function alignStretch(given: Stretch, texts: Texts): Stretch[] {
  const stretch = matchEnds(given, texts);
  const cells = (stretch.to - stretch.from) * (stretch.end - stretch.start);
  if (cells === 0) return [];
  if (cells > smallCells) {
    // An answer may repeat its text: the first of its copies counts where no run is unique.
    for (const isUnique of [true, false]) {
      for (const length of anchorLengths) {
        const parts = cutAtAnchors(stretch, { length, isUnique }, texts);
        if (parts) return parts;
      }
    }
  }
  if (cells <= maxCells) matchLongest(stretch, texts);
  return [];
}

/** Matches equal words at both ends. */
function matchEnds({ from, to, start, end }: Stretch, { left, right, matches }: Texts): Stretch {
  let [a, b, c, d] = [from, to, start, end];
  while (a < b && c < d && left[a] === right[c]) {
    matches[a] = c;
    a += 1;
    c += 1;
  }
  while (a < b && c < d && left[b - 1] === right[d - 1]) {
    b -= 1;
    d -= 1;
    matches[b] = d;
  }
  return { from: a, to: b, start: c, end: d };
}

/** Returns the stretches between the anchors, or undefined when there are none. Anchors are matched by the ends of the stretches. */
function cutAtAnchors(
  stretch: Stretch,
  { length, isUnique }: AnchorOptions,
  { left, right }: Texts,
): Stretch[] | undefined {
  const inLeft = placesOfRuns(left.subarray(0, stretch.to), stretch.from, length);
  const inRight = placesOfRuns(right.subarray(0, stretch.end), stretch.start, length);
  const anchors = [...inLeft].flatMap(([run, place]) => {
    const other = inRight.get(run);
    const isAnchor = other && place.isUnique && (other.isUnique || !isUnique);
    return isAnchor ? [[place.first, other.first] as const] : [];
  });
  const chain = longestChain(anchors);
  if (chain.length === 0) return undefined;
  const parts: Stretch[] = [];
  let { from, start } = stretch;
  for (const [at, other] of chain) {
    parts.push({ from, to: at, start, end: other });
    [from, start] = [at, other];
  }
  return [...parts, { from, to: stretch.to, start, end: stretch.end }];
}

interface AnchorOptions {
  /** Words of an anchor. */
  readonly length: number;
  /** It occurs once in the right text, too. */
  readonly isUnique: boolean;
}

interface RunPlace {
  readonly first: number;
  readonly isUnique: boolean;
}

/** Returns where the runs of a length begin, from a word on. */
function placesOfRuns(words: Int32Array, from: number, length: number): Map<string, RunPlace> {
  const places = new Map<string, RunPlace>();
  for (let at = from; at + length <= words.length; at += 1) {
    const run = words.subarray(at, at + length).join(' ');
    const known = places.get(run);
    places.set(run, known ? { ...known, isUnique: false } : { first: at, isUnique: true });
  }
  return places;
}

/** Matches the longest common sequence of two stretches. */
function matchLongest({ from, to, start, end }: Stretch, { left, right, matches }: Texts): void {
  const [a, b] = [left.subarray(from, to), right.subarray(start, end)];
  const width = b.length + 1;
  const lengths = commonLengths(a, b);
  const lengthAt = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      matches[from + i] = start + j;
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
}

/** Returns the lengths of the longest common sequences of all ends of two runs of words, row by row. */
function commonLengths(left: Int32Array, right: Int32Array): Uint16Array {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    const word = left[i];
    for (let at = i * width + right.length - 1, j = right.length - 1; j >= 0; at -= 1, j -= 1) {
      const [below = 0, beside = 0, across = 0] = [lengths[at + width], lengths[at + 1], lengths[at + width + 1]];
      lengths[at] = word === right[j] ? across + 1 : Math.max(below, beside);
    }
  }
  return lengths;
}
