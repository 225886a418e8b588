/** The part of the DOM that is used here. */
export interface PageNode {
  readonly nodeType: number;
  readonly childNodes: readonly PageNode[];
  textContent: string;
  readonly parentElement: PageElement | null;
  replaceWith(node: PageNode): void;
}

/** An element of a page. */
export interface PageElement extends PageNode {
  readonly localName: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  append(node: PageNode): void;
}

/** A page. */
export interface PageDocument {
  readonly title: string;
  readonly body: PageElement | null;
  createElement(name: string): PageElement;
  toString(): string;
}

/** Reports whether a node is an element. */
export function isPageElement(node: PageNode): node is PageElement {
  return node.nodeType === 1;
}

/** Reports whether a node has text that is shown. */
export function isReadable(node: PageNode): boolean {
  return node.nodeType === 3 || (isPageElement(node) && !silent.has(node.localName));
}

/** Returns the texts with letters or digits below an element, in order, scripts and styles excepted. */
export function textNodes(element: PageElement): PageNode[] {
  const found: PageNode[] = [];
  const visit = (node: PageNode): void => {
    if (!isReadable(node)) return;
    if (isPageElement(node)) Array.from(node.childNodes).forEach(visit);
    else if (/[\p{L}\p{N}]/u.test(node.textContent)) found.push(node);
  };
  visit(element);
  return found;
}

const silent: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'textarea',
  'iframe',
]);
