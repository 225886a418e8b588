import { AudiobookError } from '../../../core/errors.ts';
import type { ReadLimits } from '../../read-limits.ts';
import { tooLarge } from '../../read-limits.ts';
import { attribute, findAll, findFirst } from '../markup/markup-tree.ts';
import { parseXml } from '../markup/parse-markup.ts';
import type { Element, Parent } from '../markup/markup-tree.ts';
import { resolveReference } from '../markup/resolve-reference.ts';

/** A file of the book listed in the manifest. */
export interface ManifestItem {
  readonly id: string;
  /** Path in the archive. */
  readonly path: string;
  readonly mediaType: string;
  readonly properties: readonly string[];
  /** Id of an item to use if this one cannot be read. */
  readonly fallback: string | undefined;
}

/** A document of the reading order. */
export interface SpineItem {
  readonly item: ManifestItem;
  /** Whether the document is part of the main text. */
  readonly linear: boolean;
}

/** A document with a type in the guide (EPUB 2). */
export interface GuideReference {
  readonly type: string;
  readonly path: string;
}

/** The package document (OPF) of an EPUB. */
export interface PackageDocument {
  readonly root: Parent;
  readonly path: string;
  readonly manifest: ReadonlyMap<string, ManifestItem>;
  readonly spine: readonly SpineItem[];
  readonly ncx: ManifestItem | undefined;
  readonly nav: ManifestItem | undefined;
  readonly guide: readonly GuideReference[];
  readonly warnings: readonly string[];
}

/** Parses a package document. Throws `book-damaged` when its reading order is empty and `book-too-large` when it is too long. */
export function parsePackageDocument(text: string, path: string, limits: ReadLimits): PackageDocument {
  const root = parseXml(text, limits);
  const warnings: string[] = [];
  const manifest = manifestOf(root, path);
  const spineElement = findFirst(root, 'spine');
  const references = spineElement ? findAll(spineElement, 'itemref') : [];
  if (references.length > limits.spineItems)
    throw tooLarge('documents in the reading order', limits.spineItems, 'documents');
  const spine = withMainText(spineOf(references, manifest, warnings));
  if (spine.length === 0) {
    throw new AudiobookError('book-damaged', 'The EPUB has no documents to read: its reading order (spine) is empty.');
  }
  const items = [...manifest.values()];
  const ncx =
    manifest.get((spineElement && attribute(spineElement, 'toc')) ?? '') ??
    items.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml');
  const nav = items.find(({ properties }) => properties.includes('nav'));
  const guide = guideOf(root, path);
  return { root, path, manifest, spine, ncx, nav, guide, warnings };
}

function manifestOf(root: Parent, path: string): Map<string, ManifestItem> {
  const manifest = new Map<string, ManifestItem>();
  const element = findFirst(root, 'manifest');
  for (const item of element ? findAll(element, 'item') : []) {
    const id = attribute(item, 'id');
    const reference = resolveReference(path, attribute(item, 'href') ?? '');
    if (id === undefined || reference === undefined || manifest.has(id)) continue;
    manifest.set(id, {
      id,
      path: reference.path,
      mediaType: (attribute(item, 'media-type') ?? '').toLowerCase(),
      properties: (attribute(item, 'properties') ?? '').split(/\s+/u),
      fallback: attribute(item, 'fallback'),
    });
  }
  return manifest;
}

function spineOf(
  references: readonly Element[],
  manifest: ReadonlyMap<string, ManifestItem>,
  warnings: string[],
): SpineItem[] {
  const seen = new Set<string>();
  return references.flatMap((reference) => {
    const id = attribute(reference, 'idref') ?? '';
    const item = readableItem(manifest.get(id), manifest);
    if (!item) {
      warnings.push(`The reading order lists '${id.slice(0, 80)}', which is not in the book.`);
      return [];
    }
    if (seen.has(item.path)) {
      warnings.push(`The reading order lists '${item.path}' twice. It is read once.`);
      return [];
    }
    seen.add(item.path);
    return [{ item, linear: attribute(reference, 'linear') !== 'no' }];
  });
}

/** If no document is marked as main text, all of them are. */
function withMainText(spine: readonly SpineItem[]): readonly SpineItem[] {
  return spine.some(({ linear }) => linear) ? spine : spine.map(({ item }) => ({ item, linear: true }));
}

/** Returns the item or, if it is not a text document, its first fallback that is one. Stops at loops. */
function readableItem(
  item: ManifestItem | undefined,
  manifest: ReadonlyMap<string, ManifestItem>,
): ManifestItem | undefined {
  const seen = new Set<ManifestItem>();
  for (let next = item; next && !seen.has(next); next = manifest.get(next.fallback ?? '')) {
    if (/html|dtbook|oeb1-document/u.test(next.mediaType)) return next;
    seen.add(next);
  }
  return item;
}

function guideOf(root: Parent, path: string): GuideReference[] {
  const guide = findFirst(root, 'guide');
  return (guide ? findAll(guide, 'reference') : []).flatMap((reference) => {
    const target = resolveReference(path, attribute(reference, 'href') ?? '');
    const type = (attribute(reference, 'type') ?? '').toLowerCase();
    return target ? [{ type, path: target.path }] : [];
  });
}
