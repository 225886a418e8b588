import { Parser } from 'htmlparser2';
import type { Element } from '../markup/markup-tree.ts';
import type { PlacedElement } from './place-elements.ts';

/** Returns an element with those in it as `parseXml` does, but without texts. `decode` returns a piece of the document as it reads. */
export function elementTree(
  { name, attributes, children }: PlacedElement,
  decode: (piece: string) => string,
  parent?: Element,
): Element {
  const attribs: Record<string, string> = {};
  for (const attribute of attributes) attribs[attribute.name] ??= expanded(decode(attribute.value));
  const below: Element[] = [];
  const element = { name, attribs, parent, children: below };
  for (const child of children) below.push(elementTree(child, decode, element));
  return element;
}

/** Expands the entities of XML. */
function expanded(value: string): string {
  if (!value.includes('&')) return value;
  let text = '';
  new Parser({ ontext: (data) => (text += data) }, { xmlMode: true }).end(value.replaceAll('<', '&lt;'));
  return text;
}
