import type { Expansion } from '../markup/parse-markup.ts';

/** Converts offsets in an expanded text to offsets in the document. */
export class SourceOffsets {
  readonly #expansions: readonly Expansion[];

  constructor(expansions: readonly Expansion[]) {
    this.#expansions = expansions;
  }

  /** Returns the offset in the document of a character of the text. Inside an expansion it is the expansion's start. */
  at(offset: number): number {
    const before = this.#expansions[this.#lastBefore(offset)];
    if (before === undefined) return offset;
    const beyond = offset - before.at - before.length;
    return beyond < 0 ? before.sourceAt : before.sourceAt + before.sourceLength + beyond;
  }

  /** Adds the triples of a text without references (see `TextPieces`): one for each expansion in it and for what is between. */
  addPieces(pieces: number[], start: number, end: number): void {
    let from = start;
    for (let index = this.#lastBefore(start) + 1; from < end; index += 1) {
      const next = this.#expansions[index];
      const until = Math.min(next?.at ?? end, end);
      if (until > from) pieces.push(this.at(from), this.at(from) + until - from, until - from);
      if (next === undefined || until === end) return;
      pieces.push(next.sourceAt, next.sourceAt + next.sourceLength, -next.length);
      from = until + next.length;
    }
  }

  /** Returns the index of the last expansion that begins before the offset or is empty and begins at it; -1 if none does. */
  #lastBefore(offset: number): number {
    let low = 0;
    let high = this.#expansions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { at = 0, length = 0 } = this.#expansions[middle] ?? {};
      if (at < offset || (at === offset && length === 0)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
