import { blockElements } from '../../epub/markup/element-names.ts';
import { findFirst, isElement, localName } from '../../epub/markup/markup-tree.ts';
import type { ChildNode, Element, Parent } from '../../epub/markup/markup-tree.ts';

const maxLength = 20_000;

/**
 * Returns the start of a page as a plain text, at most 20,000 characters: an empty line between blocks, the lines of `<pre>` as
 * they are, and an indent where a block goes on after a line break.
 */
export function startOfPage(root: Parent): string {
  let text = '';
  const visit = (node: ChildNode, isVerbatim: boolean): void => {
    if (text.length >= maxLength) return;
    if (isElement(node)) visitElement(node, isVerbatim);
    else text += isVerbatim ? node : node.replaceAll(/\s+/gu, ' ');
  };
  const visitElement = (element: Element, isVerbatim: boolean): void => {
    const name = localName(element);
    if (silent.has(name)) return;
    if (name === 'br') text += isVerbatim ? '\n' : '\n    ';
    const edge = blockElements.has(name) ? '\n\n' : '';
    text += edge;
    for (const child of element.children) visit(child, isVerbatim || name === 'pre');
    text += edge;
  };
  for (const child of (findFirst(root, 'body') ?? root).children) visit(child, false);
  return text.slice(0, maxLength);
}

const silent: ReadonlySet<string> = new Set(['head', 'script', 'style']);
