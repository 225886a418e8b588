import { findAll, isElement, localName } from './markup-tree.ts';
import type { Element } from './markup-tree.ts';
import { normalizeText } from './normalize-text.ts';

/** A line of text in a drawing. */
export interface DrawnLine {
  readonly text: string;
  readonly line: Element;
}

/** Returns the lines of text in an SVG drawing, in the order of the file. */
export function drawnLines(drawing: Element): DrawnLine[] {
  return findAll(drawing, 'text')
    .map((line) => ({ text: normalizeText(textOfLine(line)), line }))
    .filter(({ text }) => text !== '');
}

/** Spans that are placed on their own are words or lines, unless they are single letters. */
function textOfLine(line: Element): string {
  const pieces = line.children.map((child) => {
    if (!isElement(child)) return child;
    if (['title', 'desc'].includes(localName(child))) return '';
    const { x, y, dy } = child.attribs;
    const text = textOfLine(child);
    const isPlaced = y !== undefined || dy !== undefined || (x !== undefined && text.length > 1);
    return isPlaced ? ` ${text} ` : text;
  });
  return pieces.join('');
}
