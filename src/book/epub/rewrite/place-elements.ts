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

/** Returns the root element of well-formed XML with the places of everything in it. Undefined when there is no element. */
export function placeElements(text: string): PlacedElement | undefined {
  const open: OpenElement[] = [];
  let root: PlacedElement | undefined;
  for (const { name, kind, start, end } of scanTags(text)) {
    if (kind === 'close') {
      const at = open.findLastIndex((element) => element.name === name);
      for (const element of at === -1 ? [] : open.splice(at)) Object.assign(element, { closeStart: start, end });
      continue;
    }
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
  return attributes.find((found) => found.name === name) ?? attributes.find((found) => localPart(found.name) === name);
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
  return [...tag.matchAll(/\s+([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)].map((found) => {
    const [whole, name = '', double, single] = found;
    const from = start + found.index;
    return { name, value: double ?? single ?? '', start: from, end: from + whole.length };
  });
}
