import type { Block, BlockPicture } from '../../core/book.ts';

type Text = Pick<Block, 'kind' | 'text'>;

/**
 * Returns the pictures of a chapter by the index of the spoken block before which they stand; at the end, the number of blocks. What
 * was spoken can be the text of the book, its translation block by block, or a script of another length: then a picture stands
 * where about as much of the text has gone by.
 */
export function placePictures(
  blocks: readonly (Text & Pick<Block, 'pictures'>)[],
  spoken: readonly Text[],
): ReadonlyMap<number, readonly BlockPicture[]> {
  const placed = new Map<number, BlockPicture[]>();
  const toSpoken = placesIn(blocks, spoken);
  for (const [index, { pictures = [] }] of blocks.entries()) {
    for (const picture of pictures) {
      const place = toSpoken(picture.place === 'before' ? index : index + 1);
      const own = placed.get(place) ?? [];
      own.push(picture);
      placed.set(place, own);
    }
  }
  return placed;
}

/** Returns a function from a place between the blocks of the book to one between those that are spoken. */
function placesIn(blocks: readonly Text[], spoken: readonly Text[]): (place: number) => number {
  const added = spoken.length - blocks.length;
  const isSame = added >= 0 && blocks.every(({ kind }, index) => spoken[index + added]?.kind === kind);
  // A title may have been added at the start.
  if (isSame && added <= 1) return (place) => (place === 0 ? 0 : place + added);
  const [given, said] = [lengthsOf(blocks), lengthsOf(spoken)];
  const ratio = (said.at(-1) ?? 0) / Math.max(1, given.at(-1) ?? 0);
  const first = spoken[0]?.kind === 'heading' ? 1 : 0;
  return (place) => {
    if (place === 0) return 0;
    if (place === blocks.length) return spoken.length;
    const expected = (given[place] ?? 0) * ratio;
    const next = said.findIndex((length) => length >= expected);
    const isNearer = expected - (said[next - 1] ?? 0) < (said[next] ?? 0) - expected;
    return Math.max(first, isNearer ? next - 1 : next);
  };
}

/** Returns the length of the text before each block, and of all at the end. */
function lengthsOf(blocks: readonly Text[]): number[] {
  let length = 0;
  return [0, ...blocks.map(({ text }) => (length += text.length))];
}
