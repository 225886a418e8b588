import { escapeMarkup } from '../../../core/strings/escape-xml.ts';
import { childrenOf, isElement, localName, textOf } from '../markup/markup-tree.ts';
import type { ChildNode, Element } from '../markup/markup-tree.ts';

/** Larger formulas take the engine seconds. */
const maxElements = 400;
const maxDepth = 40;

/** Attributes that change how a formula is read. */
const kept = new Set(['mathvariant', 'open', 'close', 'separators', 'notation', 'linethickness', 'stretchy', 'fence']);
/** Other forms of the same formula. */
const ignored = new Set(['annotation', 'annotation-xml', 'script', 'style']);

/** A formula that can be read in words. */
export interface WrittenFormula {
  readonly markup: string;
  /** Number of its elements. */
  readonly elements: number;
}

/** Returns a formula as well-formed MathML without prefixes, ids and annotations; undefined when it is too large. */
export function toMathMl(math: Element): WrittenFormula | undefined {
  let elements = 0;
  const lines = linesOf(math);
  const write = (node: ChildNode, depth: number): string => {
    if (!isElement(node)) return escape(node);
    const name = localName(node);
    elements += 1;
    if (depth > maxDepth || elements > maxElements) return '';
    if (ignored.has(name) || !/^[a-z]+$/u.test(name)) return '';
    const attributes = Object.entries(node.attribs).filter(([key, value]) => kept.has(key) && value !== 'normal');
    const written = attributes.map(([key, value]) => ` ${key}="${escape(value)}"`).join('');
    // The outermost name needs the namespace.
    const start = depth === 0 ? ' xmlns="http://www.w3.org/1998/Math/MathML"' : written;
    if (depth + 1 > maxDepth) elements = maxElements + 1;
    const within = lines?.get(node) ?? { name, children: node.children };
    return `<${within.name}${start}>${within.children.map((child) => write(child, depth + 1)).join('')}</${within.name}>`;
  };
  const markup = write(math, 0);
  return elements > maxElements ? undefined : { markup, elements };
}

/** The plain text of an element. */
interface Plain {
  readonly name: string;
  readonly children: readonly ChildNode[];
}

/**
 * Returns the elements of a table that only lays out equations: of one line without the table, of several without empty cells at
 * the ends of lines. A matrix stands between brackets, so that it is never the whole formula.
 */
function linesOf(math: Element): ReadonlyMap<Element, Plain> | undefined {
  const table = tableAlone(math);
  if (table === undefined) return undefined;
  const rows = childrenOf(table, 'mtr');
  const isOneLine = rows.length === 1 && childrenOf(table).length === 1;
  return new Map([
    [table, { name: isOneLine ? 'mrow' : 'mtable', children: table.children }],
    ...rows.map((row) => [row, { name: isOneLine ? 'mrow' : 'mtr', children: withoutEmptyEnds(row) }] as const),
    ...(isOneLine ? childrenOf(table).flatMap((row) => childrenOf(row, 'mtd')) : []).map(
      (cell) => [cell, { name: 'mrow', children: cell.children }] as const,
    ),
  ]);
}

/** Elements that change nothing about how their only child is read. */
const wrappers = new Set(['math', 'mrow', 'mstyle', 'mpadded', 'semantics']);

/** Returns the table that is the whole formula. */
function tableAlone(math: Element): Element | undefined {
  let element = math;
  while (wrappers.has(localName(element))) {
    const parts = element.children.filter((child) =>
      isElement(child) ? !ignored.has(localName(child)) : child.trim() !== '',
    );
    const [only] = parts;
    if (parts.length !== 1 || only === undefined || !isElement(only)) return undefined;
    element = only;
  }
  return localName(element) === 'mtable' ? element : undefined;
}

function withoutEmptyEnds(row: Element): readonly ChildNode[] {
  const cells = childrenOf(row);
  const first = cells.findIndex((cell) => textOf(cell) !== '');
  const last = cells.findLastIndex((cell) => textOf(cell) !== '');
  return first === -1 ? cells : cells.slice(first, last + 1);
}

function escape(text: string): string {
  return escapeMarkup(text.replaceAll(/[^\P{Cc}\n\t]/gu, ''));
}
