import { Parser } from 'htmlparser2';
import type { Handler } from 'htmlparser2';
import type { ReadLimits } from '../../read-limits.ts';
import { tooLarge } from '../../read-limits.ts';
import { isElement, localName, noAttributes } from './markup-tree.ts';
import type { ChildNode, Element, NodeSource, Parent } from './markup-tree.ts';

/** Limits of the size of a document. */
export type MarkupLimits = Pick<ReadLimits, 'nesting' | 'elements'>;

/** Parses XHTML and tag soup: HTML rules, but self-closing tags and CDATA as in XML. Throws `book-too-large`. */
export function parseContent(text: string, limits: MarkupLimits): Parent {
  return parse(expandCharacterNames(text).text, limits, contentOptions);
}

/** Parser options for XHTML and tag soup. */
export const contentOptions = { recognizeSelfClosing: true, recognizeCDATA: true } as const;

/** Parses the XML of a package (OPF, NCX, container, …). Expands XML's five entities only. Throws `book-too-large`. */
export function parseXml(text: string, limits: MarkupLimits): Parent {
  return parse(text, limits, { xmlMode: true });
}

/**
 * Parses XML and hands over each child of the element at `path` (local names in lower case, from the root) when it is
 * complete, so that only one of them is in memory. Limits hold for each child. Returns the rest. Throws `book-too-large`.
 */
export function parseXmlInParts(
  text: string,
  limits: MarkupLimits,
  path: readonly string[],
  onPart: (part: Element) => void,
): Parent {
  const builder = new PartBuilder(limits, path, onPart);
  new Parser(builder, { xmlMode: true }).end(text);
  return builder.root;
}

function parse(text: string, limits: MarkupLimits, options: ConstructorParameters<typeof Parser>[1]): Parent {
  const builder = new TreeBuilder(limits);
  new Parser(builder, options).end(text);
  return builder.root;
}

/** A text in which names of characters are expanded. */
export interface ExpandedText {
  readonly text: string;
  /** The replacements, in order. */
  readonly expansions: readonly Expansion[];
}

/** A part of the text and what it stands for in the document. */
export interface Expansion {
  readonly at: number;
  readonly length: number;
  readonly sourceAt: number;
  readonly sourceLength: number;
}

/**
 * Expands entities that a document declares for single characters (`<!ENTITY O "&#x201C;">`, found in real books). Only
 * values of up to eight plain characters are expanded, so that nothing can nest or grow.
 */
export function expandCharacterNames(text: string): ExpandedText {
  const declarations = /<!DOCTYPE[^[>]*\[([\s\S]*?)\]\s*>/u.exec(text.slice(0, 50_000));
  if (!declarations) return { text, expansions: [] };
  const names = new Map<string, string>();
  for (const [, name = '', value = ''] of (declarations[1] ?? '').matchAll(
    /<!ENTITY\s+([\w.-]+)\s+["']([^"'%<]{1,64})["']\s*>/gu,
  )) {
    const plain = value.replaceAll(/&#x([\da-f]{1,6});|&#(\d{1,7});/giu, (_match, hex?: string, decimal?: string) =>
      character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    );
    if (plain.length <= 8 && !/[&<]/u.test(plain)) names.set(name, plain);
  }
  return expandNames(text, declarations.index + declarations[0].length, names);
}

/** Leaves out what stands before `bodyStart`. */
function expandNames(text: string, bodyStart: number, names: ReadonlyMap<string, string>): ExpandedText {
  const body = text.slice(bodyStart);
  const expansions: Expansion[] = [{ at: 0, length: 0, sourceAt: 0, sourceLength: bodyStart }];
  if (names.size === 0) return { text: body, expansions };
  let grown = 0;
  const expanded = body.replaceAll(/&([\w.-]{1,32});/gu, (match, name: string, index: number) => {
    const plain = names.get(name);
    if (plain === undefined) return match;
    const [length, sourceLength] = [plain.length, match.length];
    expansions.push({ at: index + grown, length, sourceAt: bodyStart + index, sourceLength });
    grown += length - sourceLength;
    return plain;
  });
  return { text: expanded, expansions };
}

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Throws `book-too-large` when a document has too many elements so far, or the next one is in too many others. */
export function refuseLargeTree(elements: number, depth: number, limits: MarkupLimits): void {
  if (elements > limits.elements) throw tooLarge('elements in one document', limits.elements, 'elements');
  if (depth >= limits.nesting) throw tooLarge('elements inside each other', limits.nesting, 'levels');
}

/** An element that is not complete. */
interface GrowingElement extends Element {
  children: ChildNode[];
  source?: NodeSource | undefined;
}

const noChildren: ChildNode[] = [];

/**
 * Builds the tree of a document and throws as soon as it exceeds a limit: parsers get slow with depth long before they
 * fail. The tree is lean because a document may have 300,000 elements: siblings, positions and spare room for children
 * would take four times the memory and most of the time.
 */
export class TreeBuilder implements Partial<Handler> {
  readonly root: { children: ChildNode[] } = { children: noChildren };
  protected readonly open: GrowingElement[] = [];
  protected elements = 0;
  readonly #limits: MarkupLimits;

  constructor(limits: MarkupLimits) {
    this.#limits = limits;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.elements += 1;
    refuseLargeTree(this.elements, this.open.length, this.#limits);
    const parent = this.open.at(-1);
    const attribs = Object.keys(attributes).length === 0 ? noAttributes : attributes;
    const element = { name, attribs, parent, children: noChildren };
    append(parent ?? this.root, element);
    this.open.push(element);
  }

  onclosetag(): void {
    this.open.pop();
  }

  ontext(data: string): void {
    const parent = this.open.at(-1) ?? this.root;
    const { children } = parent;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + data;
    else append(parent, data);
  }
}

/** Removes each complete child of one element from the tree. */
class PartBuilder extends TreeBuilder {
  readonly #path: readonly string[];
  readonly #onPart: (part: Element) => void;

  constructor(limits: MarkupLimits, path: readonly string[], onPart: (part: Element) => void) {
    super(limits);
    this.#path = path;
    this.#onPart = onPart;
  }

  override onclosetag(): void {
    super.onclosetag();
    const { open } = this;
    if (open.length !== this.#path.length || !open.every((element, at) => localName(element) === this.#path[at]))
      return;
    const parent = open.at(-1);
    const part = parent?.children.at(-1);
    if (parent === undefined || part === undefined || !isElement(part)) return;
    parent.children = noChildren;
    this.elements = 0;
    this.#onPart(part);
  }
}

/**
 * Assigns the first child as a list of one, because an empty list that grows reserves room for sixteen and most elements
 * have one child or none.
 */
function append(parent: { children: ChildNode[] }, child: ChildNode): void {
  if (parent.children.length === 0) parent.children = [child];
  else parent.children.push(child);
}
