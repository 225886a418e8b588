import { attribute, findAll } from '../../epub/markup/markup-tree.ts';
import type { Parent } from '../../epub/markup/markup-tree.ts';

/** Returns the path of the picture in an element. It can be there in several forms, some of which only office programs show. */
export function pictureIn(element: Parent): string | undefined {
  const paths = findAll(element, 'image').flatMap((image) => attribute(image, 'href')?.replace(/^\.\//u, '') ?? []);
  return paths.find((path) => /\.(?:png|jpe?g|gif|webp|svg)$/iu.test(path)) ?? paths[0];
}
