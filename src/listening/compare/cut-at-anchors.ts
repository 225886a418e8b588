import { longestChain } from '../../text/longest-chain.ts';
import type { Anchor } from '../../text/longest-chain.ts';

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

/** A piece has at least this many words, so that a loss at its edge is not divided. */
const minPieceWords = 40;

/**
 * Cuts a long text and what was heard of it where both surely agree, so that the pieces can be aligned one by one. Words are
 * compared without case and punctuation.
 */
export function cutAtAnchors(text: readonly string[], heard: readonly string[]): readonly AnchoredPiece[] {
  const pieces: AnchoredPiece[] = [];
  let last: Anchor = [0, 0];
  for (const anchor of anchors(text.map(keyOf), heard.map(keyOf))) {
    if (anchor[0] - last[0] < minPieceWords) continue;
    pieces.push(pieceBetween(last, anchor));
    last = anchor;
  }
  return [...pieces, pieceBetween(last, [text.length, heard.length])];
}

function pieceBetween(from: Anchor, to: Anchor): AnchoredPiece {
  return { text: { from: from[0], to: to[0] }, heard: { from: from[1], to: to[1] } };
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
  const common = [...ofText].flatMap(([row, at]): Anchor[] => {
    const place = ofHeard.get(row);
    return place === undefined || place === -1 || at === -1 ? [] : [[at, place]];
  });
  return longestChain(common.toSorted(([one], [other]) => one - other));
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
