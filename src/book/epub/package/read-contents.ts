import type { ReadLimits } from '../../read-limits.ts';
import type { Archive } from './open-archive.ts';
import { decodeText } from './decode-text.ts';
import { attribute, childrenOf, findAll, localName, textOf } from '../markup/markup-tree.ts';
import { parseContent, parseXml } from '../markup/parse-markup.ts';
import type { Element } from '../markup/markup-tree.ts';
import type { PackageDocument } from './package-document.ts';
import { resolveReference } from '../markup/resolve-reference.ts';
import type { Reference } from '../markup/resolve-reference.ts';

/** An entry of the table of contents. An entry without a target is a heading above its children. */
export interface ContentsEntry {
  readonly label: string;
  readonly target: Reference | undefined;
  readonly children: readonly ContentsEntry[];
}

/** A document with a type in the navigation document's landmarks, such as `titlepage`. */
export interface Landmark {
  readonly type: string;
  readonly path: string;
}

/** The table of contents and the landmarks of a book. */
export interface Contents {
  readonly entries: readonly ContentsEntry[];
  readonly landmarks: readonly Landmark[];
  readonly warnings: readonly string[];
}

/** Reads the table of contents from the navigation document (EPUB 3), or from the NCX (EPUB 2) if that has no usable entries. */
export async function readContents(archive: Archive, book: PackageDocument, limits: ReadLimits): Promise<Contents> {
  const warnings: string[] = [];
  const read = async <T>(
    path: string | undefined,
    parse: (text: string, path: string) => T,
  ): Promise<T | undefined> => {
    const name = path === undefined ? undefined : archive.find(path);
    if (name === undefined) return undefined;
    try {
      return parse(decodeText(await archive.read(name, limits.documentBytes)), name);
    } catch (error) {
      if (exceedsLimit(error)) throw error;
      warnings.push(`The table of contents '${name}' cannot be read.`);
      return undefined;
    }
  };
  const nav = await read(book.nav?.path, (text, path) => parseNav(text, path, limits));
  if (nav && hasTarget(nav.entries)) return { ...nav, entries: withoutSharedLabel(nav.entries), warnings };
  const ncx = await read(book.ncx?.path, (text, path) => parseNcx(text, path, limits));
  return { entries: withoutSharedLabel(ncx ?? []), landmarks: nav?.landmarks ?? [], warnings };
}

/** Empties the labels if all are the same: programs for layout write the name of the file for each page. */
function withoutSharedLabel(entries: readonly ContentsEntry[]): readonly ContentsEntry[] {
  const [first] = entries;
  const isShared =
    entries.length >= 3 && entries.every(({ label, children }) => label === first?.label && !children[0]);
  return isShared ? entries.map((entry) => ({ ...entry, label: '' })) : entries;
}

function parseNav(text: string, path: string, limits: ReadLimits): Omit<Contents, 'warnings'> {
  const navs = findAll(parseContent(text, limits), 'nav');
  const typed = (type: string): Element | undefined =>
    navs.find((nav) =>
      (nav.attribs['epub:type'] ?? nav.attribs['role'] ?? '')
        .split(/\s+/u)
        .some((word) => word === type || word === `doc-${type}`),
    );
  const toc = typed('toc') ?? navs.find((nav) => nav.attribs['epub:type'] === undefined);
  const landmarks = typed('landmarks');
  return {
    entries: toc ? listEntries(toc, path) : [],
    landmarks: (landmarks ? findAll(landmarks, 'a') : []).flatMap((link) => {
      const target = resolveReference(path, link.attribs['href'] ?? '');
      const types = (link.attribs['epub:type'] ?? '').split(/\s+/u);
      return target ? types.map((type) => ({ type, path: target.path })) : [];
    }),
  };
}

function listEntries(parent: Element, path: string): ContentsEntry[] {
  const lists = childrenOf(parent, 'ol', 'ul');
  // Some books wrap the list in another element, although the standard forbids it.
  if (lists.length === 0)
    return childrenOf(parent).flatMap((child) => (localName(child) === 'li' ? [] : listEntries(child, path)));
  return lists.flatMap((list) => childrenOf(list, 'li')).map((item) => itemEntry(item, path));
}

function itemEntry(item: Element, path: string): ContentsEntry {
  const children = listEntries(item, path);
  const outside = childrenOf(item).filter((child) => !['ol', 'ul'].includes(localName(child)));
  const link = outside.flatMap((child) => (localName(child) === 'a' ? [child] : findAll(child, 'a')))[0];
  const labelled = link ?? outside[0];
  const images = labelled ? findAll(labelled, 'img').map((image) => attribute(image, 'alt') ?? '') : [];
  const label = labelled ? textOf(labelled) || (attribute(labelled, 'title') ?? '') || images.join(' ').trim() : '';
  const target = link && resolveReference(path, link.attribs['href'] ?? '');
  return { label, target, children };
}

function parseNcx(text: string, path: string, limits: ReadLimits): ContentsEntry[] {
  const map = findAll(parseXml(text, limits), 'navmap')[0];
  return map ? navPoints(map, path) : [];
}

function navPoints(parent: Element, path: string): ContentsEntry[] {
  return childrenOf(parent, 'navpoint').map((point) => navPointEntry(point, path));
}

function navPointEntry(point: Element, path: string): ContentsEntry {
  const [label] = childrenOf(point, 'navlabel');
  const [content] = childrenOf(point, 'content');
  const target = content && resolveReference(path, attribute(content, 'src') ?? '');
  return { label: label ? textOf(label) : '', target, children: navPoints(point, path) };
}

function hasTarget(entries: readonly ContentsEntry[]): boolean {
  return entries.some(({ target, children }) => target !== undefined || hasTarget(children));
}

function exceedsLimit(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'book-too-large';
}
