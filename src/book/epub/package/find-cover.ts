import type { Cover } from '../../../core/book.ts';
import { AudiobookError } from '../../../core/errors.ts';
import type { ReadLimits } from '../../read-options.ts';
import type { Archive } from './open-archive.ts';
import { decodeText } from './decode-text.ts';
import { attribute, findAll } from '../markup/markup-tree.ts';
import { parseContent } from '../markup/parse-markup.ts';
import type { PackageDocument } from './package-document.ts';
import { resolveReference } from '../markup/resolve-reference.ts';

/** A book's cover, and why pictures that are marked as one cannot be it. */
export interface FoundCover {
  readonly cover: Cover | undefined;
  readonly warnings: readonly string[];
}

/**
 * The cover image as it stands in the book: marked in the manifest (EPUB 3), in the metadata (EPUB 2), by the guide or a
 * cover page, else the first image of the first document.
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
      // A cover that is damaged or too large must not cost the book.
      if (!(error instanceof AudiobookError)) throw error;
      warnings.push(`The cover image '${name}' was left out. ${error.message}`);
    }
  }
  return { cover: undefined, warnings };
}

/** Media type by the first bytes; undefined for what is no picture. */
export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1');
  if (start.startsWith('\xFF\xD8\xFF')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1A\n')) return 'image/png';
  if (/^GIF8[79]a/u.test(start)) return 'image/gif';
  if (/^RIFF[\s\S]{4}WEBP/u.test(start)) return 'image/webp';
  if (/^[\s\S]{4}ftypavi[fs]/u.test(start)) return 'image/avif';
  return /^(?:\xEF\xBB\xBF)?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)/u.test(start) &&
    /<svg[\s>]/u.test(Buffer.from(bytes.subarray(0, 8192)).toString('latin1'))
    ? 'image/svg+xml'
    : undefined;
}

/** The likeliest first; pages are only opened when nothing is marked or what is marked is no picture. */
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
  const named = meta && attribute(meta, 'content');
  return [
    items.find(({ properties }) => properties.includes('cover-image')),
    // Some name the image's file instead of its id.
    named === undefined ? undefined : (book.manifest.get(named) ?? items.find(({ path }) => path.endsWith(named))),
  ].flatMap((item) => (item ? [item.path] : []));
}

/** The cover page that the guide names, and the first document. */
function coverPages(book: PackageDocument): ReadonlySet<string> {
  const guide = book.guide.filter(({ type }) => type === 'cover').map(({ path }) => path);
  const first = book.spine[0]?.item.path;
  return new Set([...guide, ...(first === undefined ? [] : [first])]);
}

/** Pictures on a page, an image wrapped in SVG included; none when it cannot be read. */
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
    warnings.push(`No cover was looked for in '${page}'. ${error.message}`);
    return [];
  }
}
