import { Parser } from 'htmlparser2';
import { isElement, TreeBuilder } from './markup-tree.ts';
import type { ChildNode, Element, MarkupLimits, Parent } from './markup-tree.ts';

/** Parses XHTML and tag soup alike: HTML rules, but self-closing tags and CDATA as in XML. Throws `book-too-large` over a limit. */
export function parseContent(text: string, limits: MarkupLimits): Parent {
  return parse(expandCharacterNames(text), limits, { recognizeSelfClosing: true, recognizeCDATA: true });
}

/** Parses the XML of a package (OPF, NCX, container, …). No entity but the five of XML is expanded. Throws `book-too-large` over a limit. */
export function parseXml(text: string, limits: MarkupLimits): Parent {
  return parse(text, limits, { xmlMode: true });
}

/** Name of an element without its prefix, in lower case. */
export function localName(element: Element): string {
  const { name } = element;
  return (name.includes(':') ? name.slice(name.lastIndexOf(':') + 1) : name).toLowerCase();
}

/** Value of an attribute, whatever its prefix. */
export function attribute(element: Element, name: string): string | undefined {
  const exact = element.attribs[name];
  if (exact !== undefined) return exact;
  const found = Object.entries(element.attribs).find(([key]) => key.slice(key.lastIndexOf(':') + 1) === name);
  return found?.[1];
}

/** All elements below a node with one of the local names, in document order. */
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

/** The first element below a node with the local name, in document order; the search ends there. */
export function findFirst(root: Parent, name: string): Element | undefined {
  for (const child of root.children) {
    if (!isElement(child)) continue;
    const found = localName(child) === name ? child : findFirst(child, name);
    if (found) return found;
  }
  return undefined;
}

/** Element children with one of the local names; all of them when no name is given. */
export function childrenOf(parent: Parent, ...names: readonly string[]): Element[] {
  return parent.children.filter(isElement).filter((child) => names.length === 0 || names.includes(localName(child)));
}

/** Text of an element with white space made single. */
export function textOf(element: Element): string {
  return rawText(element).replaceAll(/\s+/gu, ' ').trim();
}

/** Text of an element as it stands. */
export function rawText(node: ChildNode): string {
  return isElement(node) ? node.children.map((child) => rawText(child)).join('') : node;
}

function parse(text: string, limits: MarkupLimits, options: ConstructorParameters<typeof Parser>[1]): Parent {
  const builder = new TreeBuilder(limits);
  new Parser(builder, options).end(text);
  return builder.root;
}

/**
 * Names for single characters that a document declares for itself (`<!ENTITY O "&#x201C;">`, met in real books). Only
 * values of up to eight plain characters count, so that nothing can nest or grow; every other entity stays as it is.
 */
function expandCharacterNames(text: string): string {
  const declarations = /<!DOCTYPE[^[>]*\[([\s\S]*?)\]\s*>/u.exec(text.slice(0, 50_000));
  if (!declarations) return text;
  const names = new Map<string, string>();
  for (const [, name = '', value = ''] of (declarations[1] ?? '').matchAll(
    /<!ENTITY\s+([\w.-]+)\s+["']([^"'%<]{1,64})["']\s*>/gu,
  )) {
    const plain = value.replaceAll(/&#x([\da-f]{1,6});|&#(\d{1,7});/giu, (_match, hex?: string, decimal?: string) =>
      character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    );
    if (plain.length <= 8 && !/[&<]/u.test(plain)) names.set(name, plain);
  }
  const body = text.slice(declarations.index + declarations[0].length);
  return names.size === 0
    ? body
    : body.replaceAll(/&([\w.-]{1,32});/gu, (match, name: string) => names.get(name) ?? match);
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
