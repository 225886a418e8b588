/** A file of a book, and where it begins in the book. */
export interface Track {
  readonly url: string;
  readonly startSeconds: number;
}

/** A chapter mark. */
export interface Mark {
  readonly title: string;
  readonly startSeconds: number;
}

/** A book that can be played: finished, or while it is made. */
export interface Playable {
  readonly id: string;
  readonly title: string;
  readonly author?: string | undefined;
  readonly cover?: string | undefined;
  readonly marks: readonly Mark[];
  /** Length of the book. An estimate while it is made. */
  readonly seconds: number;
  /** Address of the playlist of a book that is being made. */
  readonly stream?: string | undefined;
  /** Files of a finished book, in order. */
  readonly tracks: readonly Track[];
}

/** Returns the index of the last item that starts at or before a time, or -1. Items are in order. */
export function lastBefore(items: readonly { readonly startSeconds: number }[], seconds: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.startSeconds ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
