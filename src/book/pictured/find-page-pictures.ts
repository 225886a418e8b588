import { AudiobookError } from '../../core/errors.ts';
import { attribute, findAll } from '../epub/markup/markup-tree.ts';
import { parseContent } from '../epub/markup/parse-markup.ts';
import { resolveReference } from '../epub/markup/resolve-reference.ts';
import { decodeText } from '../epub/package/decode-text.ts';
import type { Archive } from '../epub/package/open-archive.ts';
import type { PackageDocument } from '../epub/package/package-document.ts';
import type { ReadLimits } from '../read-limits.ts';

/** A picture that is a page, and the document that shows it. */
export interface PageOfPicture {
  readonly document: string;
  readonly picture: string;
}

/** Returns the pictures of the documents of an EPUB, in reading order. Throws `book-too-large`. */
export async function pagesOfEpub(
  archive: Archive,
  book: PackageDocument,
  limits: ReadLimits,
): Promise<PageOfPicture[]> {
  const pages: PageOfPicture[] = [];
  for (const { item } of book.spine) {
    const document = archive.find(item.path);
    if (document === undefined) continue;
    if (item.mediaType.startsWith('image/')) pages.push({ document, picture: document });
    else pages.push(...(await picturesOf(archive, document, limits)).map((picture) => ({ document, picture })));
  }
  return pages;
}

async function picturesOf(archive: Archive, document: string, limits: ReadLimits): Promise<string[]> {
  try {
    const root = parseContent(decodeText(await archive.read(document, limits.documentBytes)), limits);
    return findAll(root, 'img', 'image').flatMap((image) => {
      const address = image.attribs['src'] ?? attribute(image, 'href') ?? '';
      return archive.find(resolveReference(document, address)?.path ?? '') ?? [];
    });
  } catch (thrown) {
    if (thrown instanceof AudiobookError && thrown.code === 'book-damaged') return [];
    throw thrown;
  }
}

/** Returns the pictures of an archive that has nothing else, such as a comic book, in the order of their names. */
export function pagesOfArchive({ names }: Archive): PageOfPicture[] {
  return names
    .filter((name) => /\.(?:jpe?g|png|gif|webp)$/iu.test(name) && !/(?:^|\/)(?:\.|__MACOSX\/)/u.test(name))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((picture) => ({ document: picture, picture }));
}
