import { isElement, localName } from '../markup/markup-tree.ts';
import type { ChildNode, Element } from '../markup/markup-tree.ts';

/** Larger formulas take the engine seconds. */
const maxElements = 400;
const maxDepth = 40;

/** Attributes that change how a formula is read. */
const kept = new Set(['mathvariant', 'open', 'close', 'separators', 'notation', 'linethickness', 'stretchy', 'fence']);
/** Other forms of the same formula. */
const ignored = new Set(['annotation', 'annotation-xml', 'script', 'style']);

/** Returns a formula as well-formed MathML without prefixes, ids and annotations; undefined when it is too large. */
export function toMathMl(math: Element): string | undefined {
  let elements = 0;
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
    return `<${name}${start}>${node.children.map((child) => write(child, depth + 1)).join('')}</${name}>`;
  };
  const markup = write(math, 0);
  return elements > maxElements ? undefined : markup;
}

function escape(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
