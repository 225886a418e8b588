import type { Handler } from 'htmlparser2';
import type { ReadLimits } from '../../read-options.ts';
import { tooLarge } from '../../too-large.ts';

/** An element or a whole document; text is a plain string. Comments and instructions are not kept. */
export interface Parent {
  readonly children: readonly ChildNode[];
}

export interface Element extends Parent {
  /** As it stands in the source, with its prefix. */
  readonly name: string;
  readonly attribs: Readonly<Record<string, string>>;
  readonly parent: Element | undefined;
}

export type ChildNode = Element | string;

export function isElement(node: ChildNode): node is Element {
  return typeof node !== 'string';
}

export type MarkupLimits = Pick<ReadLimits, 'nesting' | 'elements'>;

interface GrowingElement extends Element {
  children: ChildNode[];
}

const noChildren: ChildNode[] = [];
const noAttributes: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Builds the tree of a document and gives up as soon as it grows over a limit: parsers get slow with depth long before they
 * fail. Lean, because a document may have 300,000 elements: a tree with siblings, positions and room for more children
 * takes four times the memory and most of the time.
 */
export class TreeBuilder implements Partial<Handler> {
  readonly root: { children: ChildNode[] } = { children: noChildren };
  private readonly open: GrowingElement[] = [];
  private readonly limits: MarkupLimits;
  private elements = 0;

  constructor(limits: MarkupLimits) {
    this.limits = limits;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.elements += 1;
    if (this.elements > this.limits.elements) {
      throw tooLarge('elements in one document', this.limits.elements, 'elements');
    }
    if (this.open.length >= this.limits.nesting) {
      throw tooLarge('elements inside each other', this.limits.nesting, 'levels');
    }
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

/** Most elements have one child or none: an empty list that grows would make room for sixteen. */
function append(parent: { children: ChildNode[] }, child: ChildNode): void {
  if (parent.children.length === 0) parent.children = [child];
  else parent.children.push(child);
}
