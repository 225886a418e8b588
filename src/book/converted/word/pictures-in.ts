import { attribute, findAll } from '../../epub/markup/markup-tree.ts';
import type { Parent } from '../../epub/markup/markup-tree.ts';

/** Returns the ids of the pictures in a drawing, or else those of an older form of drawing. */
export function picturesIn(element: Parent): string[] {
  const blips = findAll(element, 'blip').flatMap((blip) => attribute(blip, 'embed') ?? []);
  if (blips.length > 0) return blips;
  return findAll(element, 'imagedata').flatMap((image) => attribute(image, 'id') ?? []);
}
