/** A parent of nodes: an element or a whole document. Comments and instructions are not kept. */
export interface Parent {
  /** Absent for a whole document. */
  readonly name?: string | undefined;
  readonly children: readonly ChildNode[];
  /** Only in a tree that was parsed with its source. */
  readonly source?: NodeSource | undefined;
}

/** Offsets of an element and its texts in the document, in UTF-16 code units. */
export interface NodeSource {
  readonly start: number;
  /** After the last character of the element. */
  readonly end: number;
  /** The element begins and ends with tags of its own, so that tags around it are balanced. */
  readonly isWhole: boolean;
  /** For each child that is text, its pieces in order: start, end and length of the text that they stand for. */
  readonly texts: readonly (TextPieces | undefined)[];
}

/**
 * Triples of numbers. The length is negative when the piece cannot be divided, as a character reference and a CDATA section
 * cannot.
 */
export type TextPieces = readonly number[];

/** An element of a document. */
export interface Element extends Parent {
  /** Name as written in the source, with its prefix. */
  readonly name: string;
  readonly attribs: Readonly<Record<string, string>>;
  readonly parent: Element | undefined;
}

/** The attributes of every parsed element without any. */
export const noAttributes: Readonly<Record<string, string>> = Object.freeze({});

/** An element, or text as a plain string. */
export type ChildNode = Element | string;

/** Reports whether a node is an element. */
export function isElement(node: ChildNode): node is Element {
  return typeof node !== 'string';
}

/** Returns the name of an element without its prefix, in lower case. */
export function localName(element: Element): string {
  const { name } = element;
  return (name.includes(':') ? name.slice(name.lastIndexOf(':') + 1) : name).toLowerCase();
}

/** Returns the value of an attribute, ignoring the attribute's prefix. */
export function attribute(element: Element, name: string): string | undefined {
  const exact = element.attribs[name];
  if (exact !== undefined) return exact;
  for (const key in element.attribs)
    if (key.endsWith(name) && key.at(-1 - name.length) === ':') return element.attribs[key];
  return undefined;
}

/** Returns the id of an element; that of an old link is its name. */
export function idOf(element: Element): string | undefined {
  return (
    element.attribs['id'] ?? element.attribs['xml:id'] ?? (element.name === 'a' ? element.attribs['name'] : undefined)
  );
}

/** Returns all descendants with one of the local names, in document order. */
export function findAll(root: Parent, ...names: readonly string[]): Element[] {
  const found: Element[] = [];
  const visit = (node: ChildNode): void => {
    if (!isElement(node)) return;
    if (names.includes(localName(node))) found.push(node);
    node.children.forEach(visit);
  };
  root.children.forEach(visit);
  return found;
}

/** Returns the first descendant with the local name, in document order. */
export function findFirst(root: Parent, name: string): Element | undefined {
  for (const child of root.children) {
    if (!isElement(child)) continue;
    const found = localName(child) === name ? child : findFirst(child, name);
    if (found) return found;
  }
  return undefined;
}

/** Returns the element children with one of the local names, or all of them when no name is given. */
export function childrenOf(parent: Parent, ...names: readonly string[]): Element[] {
  return parent.children.filter(isElement).filter((child) => names.length === 0 || names.includes(localName(child)));
}

/** Returns the text of an element with white space collapsed. */
export function textOf(element: Element): string {
  return rawText(element).replaceAll(/\s+/gu, ' ').trim();
}

/** Returns the text of a node with its white space. */
export function rawText(node: ChildNode): string {
  return isElement(node) ? node.children.map((child) => rawText(child)).join('') : node;
}

/** Returns the pieces of all texts in an element that are not blank, in document order; none in a tree without its source. */
export function textPieces({ children, source }: Parent): TextPieces[] {
  if (source === undefined) return [];
  return children.flatMap((child, index) => {
    if (isElement(child)) return textPieces(child);
    const own = source.texts[index];
    return own === undefined || child.trim() === '' ? [] : [own];
  });
}

/** Returns where a text begins and ends in its document. */
export function boundsOf(pieces: TextPieces): readonly [start: number, end: number] {
  return [pieces[0] ?? 0, pieces.at(-2) ?? 0];
}
