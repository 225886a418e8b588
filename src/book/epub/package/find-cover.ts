import type { Cover } from '../../../core/book.ts';
import { AudiobookError } from '../../../core/errors.ts';
import type { ReadLimits } from '../../read-limits.ts';
import { imageType } from '../../pictures/image-type.ts';
import type { Archive } from './open-archive.ts';
import { decodeText } from './decode-text.ts';
import { attribute, findAll } from '../markup/markup-tree.ts';
import { parseContent } from '../markup/parse-markup.ts';
import type { PackageDocument } from './package-document.ts';
import { resolveReference } from '../markup/resolve-reference.ts';

/** A book's cover, and warnings about images that could not be used as one. */
export interface FoundCover {
  readonly cover: Cover | undefined;
  readonly warnings: readonly string[];
}

/**
 * Finds the cover image: marked in the manifest (EPUB 3), in the metadata (EPUB 2) or by the guide, or the first image of
 * the first document.
 */
export async function findCover(archive: Archive, book: PackageDocument, limits: ReadLimits): Promise<FoundCover> {
  const warnings: string[] = [];
  const tried = new Set<string>();
  for await (const path of possibleCovers(archive, book, limits, warnings)) {
    const name = archive.find(path);
    if (name === undefined || tried.has(name)) continue;
    tried.add(name);
    try {
      const bytes = await archive.read(name, limits.coverBytes);
      const mediaType = imageType(bytes);
      if (mediaType !== undefined) return { cover: { bytes: new Uint8Array(bytes), mediaType }, warnings };
    } catch (error) {
      // The book is readable without its cover.
      if (!(error instanceof AudiobookError)) throw error;
      warnings.push(`The cover image '${name}' was left out. ${error.message}`);
    }
  }
  return { cover: undefined, warnings };
}

/** Yields the likeliest paths first, so that pages are opened only when no marked image can be used. */
async function* possibleCovers(
  archive: Archive,
  book: PackageDocument,
  limits: ReadLimits,
  warnings: string[],
): AsyncGenerator<string> {
  yield* markedImages(book);
  for (const page of coverPages(book)) {
    const name = archive.find(page);
    if (name === undefined) continue;
    if (/\.(?:jpe?g|png|gif|webp|svg)$/iu.test(name)) yield name;
    else yield* await imagesOf(archive, name, limits, warnings);
  }
}

function markedImages(book: PackageDocument): string[] {
  const items = [...book.manifest.values()];
  const meta = findAll(book.root, 'meta').find((element) => attribute(element, 'name') === 'cover');
  const reference = meta && attribute(meta, 'content');
  return [
    items.find(({ properties }) => properties.includes('cover-image')),
    // Some books give the image's file name instead of its id.
    reference === undefined
      ? undefined
      : (book.manifest.get(reference) ?? items.find(({ path }) => path.endsWith(reference))),
  ].flatMap((item) => (item ? [item.path] : []));
}

/** Returns the guide's cover page and the first document. */
function coverPages(book: PackageDocument): ReadonlySet<string> {
  const guide = book.guide.filter(({ type }) => type === 'cover').map(({ path }) => path);
  const first = book.spine[0]?.item.path;
  return new Set([...guide, ...(first === undefined ? [] : [first])]);
}

/** Returns the images of a page, including those wrapped in SVG; none when the page cannot be read. */
async function imagesOf(archive: Archive, page: string, limits: ReadLimits, warnings: string[]): Promise<string[]> {
  try {
    const text = decodeText(await archive.read(page, limits.documentBytes));
    return findAll(parseContent(text, limits), 'img', 'image').flatMap((image) => {
      const source = attribute(image, 'src') ?? attribute(image, 'href') ?? '';
      const reference = resolveReference(page, source);
      return reference ? [reference.path] : [];
    });
  } catch (error) {
    if (!(error instanceof AudiobookError)) throw error;
    warnings.push(`The page '${page}' was not searched for a cover. ${error.message}`);
    return [];
  }
}
