/** Words from `from` up to `to`. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** A part of a text and the part of what was heard that belongs to it. */
export interface AnchoredPiece {
  readonly text: WordRange;
  readonly heard: WordRange;
}

/** Words in a row that are the same on both sides, and that neither side has twice. */
const anchorWords = 3;

/** A piece has at least so many words, so that a loss at its edge is not divided. */
const minPieceWords = 40;

/**
 * Cuts a long text and what was heard of it where both surely agree, so that the pieces can be aligned one by one. Words are
 * compared without case and punctuation.
 */
export function cutAtAnchors(text: readonly string[], heard: readonly string[]): readonly AnchoredPiece[] {
  const pieces: AnchoredPiece[] = [];
  let last = { text: 0, heard: 0 };
  for (const anchor of anchors(text.map(keyOf), heard.map(keyOf))) {
    if (anchor.text - last.text < minPieceWords) continue;
    pieces.push(pieceBetween(last, anchor));
    last = anchor;
  }
  return [...pieces, pieceBetween(last, { text: text.length, heard: heard.length })];
}

/** A word of the text and the word that was heard for it. */
interface Anchor {
  readonly text: number;
  readonly heard: number;
}

function pieceBetween(from: Anchor, to: Anchor): AnchoredPiece {
  return { text: { from: from.text, to: to.text }, heard: { from: from.heard, to: to.heard } };
}

function keyOf(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the longest row of anchors in the order of both sides. */
function anchors(text: readonly string[], heard: readonly string[]): readonly Anchor[] {
  const [ofText, ofHeard] = [uniqueRows(text), uniqueRows(heard)];
  const common = [...ofText].flatMap(([row, at]) => {
    const place = ofHeard.get(row);
    return place === undefined || place === -1 || at === -1 ? [] : [{ text: at, heard: place }];
  });
  return longestRising(common.toSorted((one, other) => one.text - other.text));
}

/** Returns where each row of words begins, or -1 for a row that is there twice. */
function uniqueRows(words: readonly string[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (let at = 0; at + anchorWords <= words.length; at += 1) {
    const row = words.slice(at, at + anchorWords).join(' ');
    rows.set(row, rows.has(row) ? -1 : at);
  }
  return rows;
}

/** Patience sorting. */
function longestRising(items: readonly Anchor[]): readonly Anchor[] {
  const ends: Rising[] = [];
  for (const item of items) {
    const place = firstNotBelow(ends, item.heard);
    ends[place] = { item, before: ends[place - 1] };
  }
  const rising: Anchor[] = [];
  for (let last = ends.at(-1); last; last = last.before) rising.push(last.item);
  return rising.toReversed();
}

/** The last item of a rising row, and the row before it. */
interface Rising {
  readonly item: Anchor;
  readonly before: Rising | undefined;
}

function firstNotBelow(ends: readonly Rising[], heard: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle]?.item.heard ?? 0) < heard) low = middle + 1;
    else high = middle;
  }
  return low;
}
