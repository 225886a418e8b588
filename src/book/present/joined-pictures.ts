import type { Block, BlockPicture } from '../../core/book.ts';

/** Returns the pictures of blocks that become one: those before the first stay before it, all others come after the text. */
export function joinedPictures(blocks: readonly Block[]): readonly BlockPicture[] | undefined {
  const pictures = blocks.flatMap((block, index) =>
    (block.pictures ?? []).map((picture) => (index === 0 ? picture : { ...picture, place: 'after' as const })),
  );
  return pictures.length === 0 ? undefined : pictures;
}
