import { metaMarkup, removed, attributesEnd, contentOf } from './edit-package.ts';
import type { Meta, PlacedPackage } from './edit-package.ts';
import { inserted } from './editable-text.ts';
import type { TextEdit } from './editable-text.ts';
import { attributeOf, childOf, valueOf } from './place-elements.ts';
import type { PlacedAttribute, PlacedElement } from './place-elements.ts';
import { findDoctype } from './scan-tags.ts';

/** Properties of the documents of a book that EPUB 3 wants in the manifest, by id. */
export type ItemProperties = ReadonlyMap<string, readonly string[]>;

/** Attributes of EPUB 2 that became elements, and those that EPUB 3 does not have. */
const oldAttributes = new Set(['role', 'file-as', 'scheme', 'event', 'type']);
const oldItemAttributes = new Set(['required-namespace', 'required-modules', 'fallback-style']);

/**
 * Returns the edits that make a package document of EPUB 2 one of EPUB 3: its version, refinements in place of attributes,
 * properties of items. What is only out of date stays: `guide`, the NCX, `<meta name>`.
 */
export function raisingEdits(place: PlacedPackage, properties: ItemProperties): TextEdit[] {
  const { source, root } = place;
  const version = attributeOf(root, 'version');
  const doctype = findDoctype(source.text);
  const tours = childOf(root, 'tours');
  return [
    ...(doctype ? [{ ...doctype, text: '' }] : []),
    version ? { ...version, text: ' version="3.0"' } : inserted(attributesEnd(root), ' version="3.0"'),
    ...metadataEdits(place),
    ...manifestEdits(place, properties),
    ...(tours ? [removed(tours, source.text)] : []),
  ];
}

function metadataEdits({ source, root, metadata }: PlacedPackage): TextEdit[] {
  const wrappers = metadata.children.filter(({ local }) => local === 'dc-metadata' || local === 'x-metadata');
  const elements = [...metadata.children, ...wrappers.flatMap(({ children }) => children)];
  const dates = elements.filter(({ local, name }) => local === 'date' && name.includes(':'));
  const published = dates.find((date) => /publication/iu.test(valueOf(date, 'event') ?? ''));
  const date = published ?? dates.find((found) => attributeOf(found, 'event') === undefined) ?? dates[0];
  const ids = usedIds(root);
  const edits = wrappers.flatMap(({ start, openEnd, closeStart, end }) => [
    { start, end: openEnd, text: '' },
    { start: closeStart, end, text: '' },
  ]);
  const metas: Meta[] = [];
  for (const element of elements.filter(({ name }) => /^dc:/iu.test(name))) {
    const isEmpty = contentOf(element, source).trim() === '' && element.local !== 'title';
    if (isEmpty || (element.local === 'date' && element !== date)) edits.push(removed(element, source.text));
    else edits.push(...refine(element, { ids, metas, decode: source.decode }));
  }
  const changed = dates.find((found) => /modification/iu.test(valueOf(found, 'event') ?? ''));
  const time = modifiedTime(changed && contentOf(changed, source));
  if (!elements.some((meta) => valueOf(meta, 'property') === 'dcterms:modified'))
    metas.push({ property: 'dcterms:modified', text: time });
  return [...edits, inserted(metadata.closeStart, metaMarkup(metadata, metas))];
}

interface Refining {
  readonly ids: Set<string>;
  readonly metas: Meta[];
  readonly decode: (piece: string) => string;
}

/** Takes the old attributes off an element and adds what they said to `metas`. */
function refine(element: PlacedElement, { ids, metas, decode }: Refining): TextEdit[] {
  const old = element.attributes.filter(({ name }) => name.includes(':') && oldAttributes.has(lastPart(name)));
  if (old.length === 0) return [];
  const ownId = valueOf(element, 'id');
  const id = ownId ?? freeId(`${element.local}-1`, ids);
  const found = old.flatMap((attribute) => refinement(element, attribute, decode));
  metas.push(...found.map((meta) => ({ ...meta, refines: id })));
  const isNamed = ownId !== undefined || found.length === 0;
  return [
    ...old.map(({ start, end }) => ({ start, end, text: '' })),
    ...(isNamed ? [] : [inserted(element.start + 1 + element.name.length, ` id="${id}"`)]),
  ];
}

/** Returns what an old attribute says, as the `<meta>` of EPUB 3. */
function refinement(
  { local }: PlacedElement,
  { name, value }: PlacedAttribute,
  decode: Refining['decode'],
): readonly Meta[] {
  const text = decode(value).trim();
  const property = lastPart(name);
  if (text === '') return [];
  if (property === 'file-as') return [{ property, text }];
  if (property === 'scheme' && local === 'identifier') return [{ property: 'identifier-type', text }];
  const code = text.toLowerCase();
  return property === 'role' && /^[a-z]{3}$/u.test(code) ? [{ property, scheme: 'marc:relators', text: code }] : [];
}

function manifestEdits({ source, metadata, manifest }: PlacedPackage, properties: ItemProperties): TextEdit[] {
  const cover = metadata.children.find(
    ({ local, attributes }) =>
      local === 'meta' && attributes.some(({ name, value }) => name === 'name' && value === 'cover'),
  );
  const coverId = cover && valueOf(cover, 'content');
  return manifest.children.flatMap((item) => {
    const id = valueOf(item, 'id') ?? '';
    const isCover = id === coverId && (valueOf(item, 'media-type') ?? '').startsWith('image/');
    const added = [...(properties.get(source.decode(id)) ?? []), ...(isCover ? ['cover-image'] : [])];
    const old = item.attributes.filter(({ name }) => oldItemAttributes.has(name));
    const add = added.length > 0 && attributeOf(item, 'properties') === undefined;
    return [
      ...old.map(({ start, end }) => ({ start, end, text: '' })),
      ...(add ? [inserted(attributesEnd(item), ` properties="${added.join(' ')}"`)] : []),
    ];
  });
}

/** Returns a time in the form of EPUB 3 for a date of EPUB 2. */
function modifiedTime(date = ''): string {
  const day = /^\s*(\d{4}-\d{2}-\d{2})/u.exec(date)?.[1];
  const isDay = day !== undefined && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  return `${isDay ? day : '2000-01-01'}T00:00:00Z`;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function usedIds(element: PlacedElement): Set<string> {
  const own = valueOf(element, 'id');
  return new Set([...(own === undefined ? [] : [own]), ...element.children.flatMap((child) => [...usedIds(child)])]);
}

/** Returns an id that no element has, and reserves it. */
function freeId(preferred: string, ids: Set<string>): string {
  let id = preferred;
  for (let number = 2; ids.has(id); number += 1) id = `${preferred.replace(/-\d+$/u, '')}-${number}`;
  ids.add(id);
  return id;
}
