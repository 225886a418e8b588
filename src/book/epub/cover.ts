import type { Cover } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { ReadLimits } from '../read-options.ts';
import type { Archive } from './archive.ts';
import { decodeText } from './decode-text.ts';
import { attribute, findAll, parseContent } from './markup.ts';
import type { PackageDocument } from './package-document.ts';
import { resolveReference } from './reference.ts';

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
  for (const path of new Set([...markedImages(book), ...(await pageImages(archive, book, limits))])) {
    const name = archive.find(path);
    if (name === undefined) continue;
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

/** Pictures on the cover page (guide, else the first document), an image wrapped in SVG included. */
async function pageImages(archive: Archive, book: PackageDocument, limits: ReadLimits): Promise<string[]> {
  const guide = book.guide.filter(({ type }) => type === 'cover').map(({ path }) => path);
  const first = book.spine[0]?.item.path;
  const images: string[] = [];
  for (const path of new Set([...guide, ...(first === undefined ? [] : [first])])) {
    const name = archive.find(path);
    if (name === undefined) continue;
    if (/\.(?:jpe?g|png|gif|webp|svg)$/iu.test(name)) images.push(name);
    else for (const image of await imagesOf(archive, name, limits)) images.push(image);
  }
  return images;
}

async function imagesOf(archive: Archive, page: string, limits: ReadLimits): Promise<string[]> {
  const text = decodeText(await archive.read(page, limits.documentBytes));
  return findAll(parseContent(text, limits), 'img', 'image').flatMap((image) => {
    const source = attribute(image, 'src') ?? attribute(image, 'href') ?? '';
    const reference = resolveReference(page, source);
    return reference ? [reference.path] : [];
  });
}
