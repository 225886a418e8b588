import { AudiobookError } from '../../../core/errors.ts';
import type { ReadLimits } from '../../read-limits.ts';
import type { Archive } from './open-archive.ts';
import { decodeText } from './decode-text.ts';
import { attribute, findAll } from '../markup/markup-tree.ts';
import { parseXml } from '../markup/parse-markup.ts';

/**
 * Finds the package document: the first existing rendition of the container, or any `.opf` file.
 * Throws `book-unsupported` for a zip file that is not an EPUB and `book-damaged` for an EPUB without a package document.
 */
export async function findPackagePath(archive: Archive, limits: ReadLimits): Promise<string> {
  const container = archive.find('META-INF/container.xml');
  const declared = container === undefined ? [] : await rootFiles(archive, container, limits);
  for (const name of declared) {
    const found = archive.find(name);
    if (found !== undefined) return found;
  }
  const anyPackage = archive.names.find((name) => /\.opf$/iu.test(name));
  if (anyPackage !== undefined) return anyPackage;
  if (container === undefined && !(await hasEpubMimetype(archive))) {
    throw new AudiobookError(
      'book-unsupported',
      'The file is a zip archive but not an EPUB. Unpack it, and convert the books in it.',
    );
  }
  throw new AudiobookError('book-damaged', 'The EPUB is damaged or incomplete: it has no package document (OPF).');
}

async function rootFiles(archive: Archive, container: string, limits: ReadLimits): Promise<string[]> {
  const text = decodeText(await archive.read(container, limits.documentBytes));
  return findAll(parseXml(text, limits), 'rootfile')
    .filter((file) => (attribute(file, 'media-type') ?? 'package').includes('package'))
    .map((file) => (attribute(file, 'full-path') ?? '').replace(/^\//u, ''));
}

async function hasEpubMimetype(archive: Archive): Promise<boolean> {
  const name = archive.find('mimetype');
  if (name === undefined) return false;
  return (await archive.read(name, 1000)).toString('latin1').trim() === 'application/epub+zip';
}
