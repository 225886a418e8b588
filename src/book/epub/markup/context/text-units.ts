import { blockElements, ignoredElements } from '../element-names.ts';
import { idOf, isElement, localName, textOf } from '../markup-tree.ts';
import type { ChildNode, Element, Parent } from '../markup-tree.ts';
import { linkedElement } from '../resolve-reference.ts';

/** A paragraph, heading or the like, with its links and the ids by which links lead to it. */
export interface TextUnit {
  /** As `path#id`: of its elements, of those that begin with it, and of empty ones above it. */
  readonly ids: ReadonlySet<string>;
  readonly links: readonly UnitLink[];
  readonly isHeading: boolean;
  /** Length of its text in characters. */
  readonly length: number;
}

/** A link to an element of the book. */
export interface UnitLink {
  readonly element: Element;
  /** Text of the link. */
  readonly text: string;
  /** As `path#id`. */
  readonly target: string;
  /** A word stands before it in its unit. */
  readonly isBehindWords: boolean;
  /** The last characters before it. */
  readonly before: string;
}

/** Divides a document into its innermost blocks with text. */
export function textUnits(root: Parent, path: string): readonly TextUnit[] {
  const walk = new UnitWalk(path);
  walk.children(root);
  walk.end();
  return walk.units;
}

const tailLength = 20;

class UnitWalk {
  readonly units: TextUnit[] = [];
  readonly #path: string;
  #ids = new Set<string>();
  #links: UnitLink[] = [];
  /** The last characters of the text: a whole paragraph can have very many links. */
  #tail = '';
  #length = 0;
  #hasWords = false;
  #isHeading = false;

  constructor(path: string) {
    this.#path = path;
  }

  children({ children }: Parent): void {
    for (const child of children) this.#node(child);
  }

  /** Ends the unit if it has text. Without any, its ids are those of the next one, too. */
  end(): void {
    if (this.#length === 0) return;
    this.units.push({ ids: this.#ids, links: this.#links, isHeading: this.#isHeading, length: this.#length });
    this.#ids = new Set();
    this.#links = [];
    this.#tail = '';
    this.#length = 0;
    this.#hasWords = false;
    this.#isHeading = false;
  }

  #node(node: ChildNode): void {
    if (!isElement(node)) this.#addText(node);
    else if (!ignoredElements.has(localName(node))) this.#element(node);
  }

  #element(element: Element): void {
    const isBlock = blockElements.has(localName(element));
    if (isBlock) this.end();
    const id = idOf(element);
    if (id !== undefined) this.#ids.add(`${this.#path}#${id}`);
    if (/^h[1-6]$/u.test(localName(element))) this.#isHeading = true;
    const target = linkedElement(this.#path, element.attribs['href'] ?? '');
    if (target !== undefined) this.#addLink(element, target);
    this.children(element);
    if (isBlock) this.end();
  }

  #addText(text: string): void {
    this.#tail = (this.#tail + text).slice(-tailLength);
    this.#length += text.trim().length;
    this.#hasWords ||= /\p{L}/u.test(text);
  }

  #addLink(element: Element, target: string): void {
    const [isBehindWords, before] = [this.#hasWords, this.#tail];
    this.#links.push({ element, text: textOf(element), target, isBehindWords, before });
  }
}
