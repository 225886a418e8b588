/** A parent of nodes: an element or a whole document. Comments and instructions are not kept. */
export interface Parent {
  readonly children: readonly ChildNode[];
}

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
