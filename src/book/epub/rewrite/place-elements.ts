import { refuseLargeTree } from '../markup/parse-markup.ts';
import type { MarkupLimits } from '../markup/parse-markup.ts';
import { scanTags } from './scan-tags.ts';

/** An element of an XML document, by its places in the text. */
export interface PlacedElement {
  /** Name with its prefix. */
  readonly name: string;
  /** Name without its prefix, in lower case. */
  readonly local: string;
  readonly attributes: readonly PlacedAttribute[];
  readonly children: readonly PlacedElement[];
  /** Index of its `<`. */
  readonly start: number;
  /** Index after the `>` of its first tag. */
  readonly openEnd: number;
  /** Index of the `<` of its last tag. That of an empty element is `openEnd`. */
  readonly closeStart: number;
  /** Index after its last `>`. */
  readonly end: number;
}

/** An attribute of a placed element. */
export interface PlacedAttribute {
  /** Name with its prefix. */
  readonly name: string;
  /** As it is written: entities are not expanded. */
  readonly value: string;
  /** Index of the white space before it. */
  readonly start: number;
  /** Index after its closing quote. */
  readonly end: number;
}

interface OpenElement extends PlacedElement {
  children: PlacedElement[];
  closeStart: number;
  end: number;
}

/**
 * Returns the root element of well-formed XML with the places of everything in it. Undefined when there is no element. Throws
 * `book-too-large`.
 */
export function placeElements(text: string, limits: MarkupLimits): PlacedElement | undefined {
  const open: OpenElement[] = [];
  let root: PlacedElement | undefined;
  let elements = 0;
  for (const { name, kind, start, end } of scanTags(text)) {
    if (kind === 'close') {
      const at = open.findLastIndex((element) => element.name === name);
      for (const element of at === -1 ? [] : open.splice(at)) Object.assign(element, { closeStart: start, end });
      continue;
    }
    elements += 1;
    refuseLargeTree(elements, open.length, limits);
    const attributes = placeAttributes(text, start, end);
    const local = localPart(name);
    const element = { name, local, attributes, children: [], start, openEnd: end, closeStart: end, end };
    root ??= element;
    open.at(-1)?.children.push(element);
    if (kind === 'open') open.push(element);
  }
  return root;
}

/** Returns the attribute with a name; its prefix does not count. */
export function attributeOf({ attributes }: PlacedElement, name: string): PlacedAttribute | undefined {
  let other: PlacedAttribute | undefined;
  for (const attribute of attributes) {
    if (attribute.name === name) return attribute;
    // Most names are too short to be the same but for a prefix.
    if (attribute.name.length >= name.length && localPart(attribute.name) === name) other ??= attribute;
  }
  return other;
}

/** Returns the value of an attribute. */
export function valueOf(element: PlacedElement, name: string): string | undefined {
  return attributeOf(element, name)?.value.trim();
}

/** Returns the first child with a local name. */
export function childOf(parent: PlacedElement, local: string): PlacedElement | undefined {
  return parent.children.find((child) => child.local === local);
}

/** Returns the prefix of an element's name with its colon, or nothing. */
export function prefixOf({ name }: PlacedElement): string {
  return name.slice(0, name.lastIndexOf(':') + 1);
}

function localPart(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

function placeAttributes(text: string, start: number, end: number): PlacedAttribute[] {
  const tag = text.slice(start, end);
  const attributes: PlacedAttribute[] = [];
  attributePattern.lastIndex = 0;
  for (let found = attributePattern.exec(tag); found !== null; found = attributePattern.exec(tag)) {
    const value = found[2] ?? found[3] ?? '';
    attributes.push({
      name: found[1] ?? '',
      value,
      start: start + found.index,
      end: start + attributePattern.lastIndex,
    });
  }
  return attributes;
}

const attributePattern = /\s+([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;
