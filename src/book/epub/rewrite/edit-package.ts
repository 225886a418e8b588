import { AudiobookError } from '../../../core/errors.ts';
import type { MarkupLimits } from '../markup/parse-markup.ts';
import { asciiXml, inserted } from './editable-text.ts';
import type { EditableText, TextEdit } from './editable-text.ts';
import { attributeOf, childOf, placeElements, prefixOf, valueOf } from './place-elements.ts';
import type { PlacedElement } from './place-elements.ts';

/** A file to add to the manifest. */
export interface AddedItem {
  readonly id: string;
  /** Relative to the package document, as a URL. */
  readonly href: string;
  readonly mediaType: string;
  readonly properties?: string | undefined;
}

/** A Media Overlay of a document of the book. */
export interface DocumentOverlay {
  /** Id of the document in the manifest. */
  readonly documentId: string;
  /** Id of the overlay in the manifest. */
  readonly id: string;
  readonly durationMs: number;
}

/** Additions to the package document of the book for a read-along. */
export interface PackageAdditions {
  readonly items: readonly AddedItem[];
  readonly overlays: readonly DocumentOverlay[];
  /** Class of the current sentence, when the book names none. */
  readonly activeClass: string;
}

/** The places in a package document that are changed. */
export interface PlacedPackage {
  readonly source: EditableText;
  readonly root: PlacedElement;
  readonly metadata: PlacedElement;
  readonly manifest: PlacedElement;
}

/** Finds the places. Throws `book-damaged` when there is no metadata or manifest with an end, and `book-too-large`. */
export function placePackage(source: EditableText, limits: MarkupLimits): PlacedPackage {
  const root = placeElements(source.text, limits);
  const metadata = root && childOf(root, 'metadata');
  const manifest = root && childOf(root, 'manifest');
  if (root === undefined || !isClosed(metadata) || !isClosed(manifest)) {
    throw new AudiobookError('book-damaged', 'The package document (OPF) of the book is not well-formed XML.');
  }
  return { source, root, metadata, manifest };
}

function isClosed(element: PlacedElement | undefined): element is PlacedElement {
  return element !== undefined && element.closeStart < element.end;
}

/** A Media Overlay of the book that gives way to another. */
export interface ReplacedOverlay {
  readonly id: string;
  /** Reference to its file, relative to the package document. */
  readonly href: string;
}

/** Returns the book's own Media Overlays of documents that get another. */
export function replacedOverlays(
  { source, manifest }: PlacedPackage,
  documentIds: ReadonlySet<string>,
): ReplacedOverlay[] {
  const items = manifest.children.filter(({ local }) => local === 'item');
  const ids = items.flatMap((item) => {
    const overlay = valueOf(item, 'media-overlay');
    return overlay !== undefined && documentIds.has(decodedId(source, item)) ? [overlay] : [];
  });
  // One overlay may serve several documents. As long as another document needs it, it stays.
  const kept = new Set(
    items
      .filter((item) => !documentIds.has(decodedId(source, item)))
      .map((item) => valueOf(item, 'media-overlay') ?? ''),
  );
  return [...new Set(ids)]
    .filter((id) => !kept.has(id))
    .flatMap((id) => {
      const item = items.find((candidate) => valueOf(candidate, 'id') === id);
      return item ? [{ id, href: source.decode(valueOf(item, 'href') ?? '') }] : [];
    });
}

/** Returns the edits that add overlays to a package document. The overlays in `replaced` are taken out. */
export function packageEdits(
  place: PlacedPackage,
  additions: PackageAdditions,
  replaced: readonly ReplacedOverlay[] = [],
): TextEdit[] {
  const gone = new Set(replaced.map(({ id }) => id));
  return [...itemEdits(place, additions, gone), ...durationEdits(place, additions, gone)];
}

function itemEdits(
  { source, manifest }: PlacedPackage,
  { items, overlays }: PackageAdditions,
  gone: ReadonlySet<string>,
): TextEdit[] {
  const overlayOf = new Map(overlays.map(({ documentId, id }) => [documentId, id]));
  const edits: TextEdit[] = [];
  for (const item of manifest.children) {
    const id = valueOf(item, 'id') ?? '';
    if (gone.has(id)) edits.push(removed(item, source.text));
    const overlay = overlayOf.get(decodedId(source, item));
    if (overlay === undefined) continue;
    const before = attributeOf(item, 'media-overlay');
    const text = ` media-overlay="${asciiXml(overlay)}"`;
    if (before) edits.push({ start: before.start, end: before.end, text });
    else edits.push(inserted(attributesEnd(item), text));
  }
  const prefix = prefixOf(manifest);
  const markup = items.map(({ id, href, mediaType, properties }) => {
    const more = properties === undefined ? '' : ` properties="${asciiXml(properties)}"`;
    return `<${prefix}item id="${asciiXml(id)}" href="${asciiXml(href)}" media-type="${mediaType}"${more}/>\n`;
  });
  return [...edits, inserted(manifest.closeStart, markup.join(''))];
}

function durationEdits(
  { source, metadata }: PlacedPackage,
  { overlays, activeClass }: PackageAdditions,
  gone: ReadonlySet<string>,
): TextEdit[] {
  const durations = metasOf(metadata, 'media:duration');
  const isGone = (meta: PlacedElement): boolean => gone.has((valueOf(meta, 'refines') ?? '').replace(/^#/u, ''));
  const edits = durations.filter(isGone).map((meta) => removed(meta, source.text));
  const kept = durations.filter((meta) => attributeOf(meta, 'refines') !== undefined && !isGone(meta));
  const keptMs = kept.map((meta) => clockMs(contentOf(meta, source)));
  const wholeMs = [...keptMs, ...overlays.map(({ durationMs }) => durationMs)].reduce((sum, ms) => sum + ms, 0);
  const metas = overlays.map(({ id, durationMs }) => ({
    refines: id,
    property: 'media:duration',
    text: clock(durationMs),
  }));
  const whole = durations.find((meta) => attributeOf(meta, 'refines') === undefined);
  if (whole) edits.push({ start: whole.openEnd, end: whole.closeStart, text: clock(wholeMs) });
  const wholeMeta = whole ? [] : [{ property: 'media:duration', text: clock(wholeMs) }];
  const active =
    activeClassOf({ source, metadata }) === undefined ? [{ property: 'media:active-class', text: activeClass }] : [];
  return [...edits, inserted(metadata.closeStart, metaMarkup(metadata, [...wholeMeta, ...metas, ...active]))];
}

/** Returns the class that the book gives to the current sentence of its own overlays. */
export function activeClassOf({ source, metadata }: Pick<PlacedPackage, 'source' | 'metadata'>): string | undefined {
  const [meta] = metasOf(metadata, 'media:active-class');
  return meta && contentOf(meta, source).trim();
}

/** Sets the time of the last change a second later: the same book gives the same bytes, and readers see another release. */
export function modifiedEdits({ source, metadata }: PlacedPackage): TextEdit[] {
  const meta = metasOf(metadata, 'dcterms:modified').find((one) => attributeOf(one, 'refines') === undefined);
  if (meta === undefined) {
    const text = metaMarkup(metadata, [{ property: 'dcterms:modified', text: '2000-01-01T00:00:00Z' }]);
    return [inserted(metadata.closeStart, text)];
  }
  const before = Date.parse(contentOf(meta, source).trim());
  if (!Number.isFinite(before)) return [];
  const after = new Date(before + 1000).toISOString().replace(/\.\d+Z$/u, 'Z');
  return [{ start: meta.openEnd, end: meta.closeStart, text: after }];
}

/** A `<meta>` of EPUB 3. */
export interface Meta {
  readonly property: string;
  readonly text: string;
  /** Id of the element that it describes. */
  readonly refines?: string | undefined;
  readonly scheme?: string | undefined;
}

/** Returns `<meta>` elements for the end of the metadata, one a line. */
export function metaMarkup(metadata: PlacedElement, metas: readonly Meta[]): string {
  const name = `${prefixOf(metadata)}meta`;
  return metas
    .map(({ property, text, refines, scheme }) => {
      const subject = refines === undefined ? '' : ` refines="#${asciiXml(refines)}"`;
      const source = scheme === undefined ? '' : ` scheme="${asciiXml(scheme)}"`;
      return `<${name}${subject} property="${property}"${source}>${asciiXml(text)}</${name}>\n`;
    })
    .join('');
}

/** Returns the edit that takes out an element and the line break that would be left. */
export function removed({ start, end }: PlacedElement, text: string): TextEdit {
  const after = /\s*?\n/uy;
  after.lastIndex = end;
  return { start, end: end + (after.exec(text)?.[0].length ?? 0), text: '' };
}

/** Returns the index after the last attribute of an element's tag, or after its name. */
export function attributesEnd({ attributes, start, name }: PlacedElement): number {
  return attributes.at(-1)?.end ?? start + 1 + name.length;
}

/** Returns the text of an element without children, as it is written. */
export function contentOf({ openEnd, closeStart }: PlacedElement, { text }: EditableText): string {
  return text.slice(openEnd, closeStart);
}

function decodedId(source: EditableText, item: PlacedElement): string {
  return source.decode(valueOf(item, 'id') ?? '');
}

function metasOf(metadata: PlacedElement, property: string): PlacedElement[] {
  return metadata.children.filter((meta) => meta.local === 'meta' && valueOf(meta, 'property') === property);
}

function clock(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(3)}s`;
}

const unitsMs: Readonly<Record<string, number>> = { h: 3_600_000, min: 60_000, s: 1000, ms: 1 };

/** Reads a clock value of SMIL 3: `0:12:34.5`, `34.5s`, `12min`. */
function clockMs(value: string): number {
  const [, count, unit = 's'] = /^\s*([\d.]+)(h|min|s|ms)?\s*$/u.exec(value) ?? [];
  if (count !== undefined) return Number(count) * (unitsMs[unit] ?? 0);
  return 1000 * value.split(':').reduce((sum, part) => sum * 60 + (Number(part) || 0), 0);
}
