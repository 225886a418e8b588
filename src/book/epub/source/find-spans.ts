import type { PlacedSpan } from '../../../core/placed-text.ts';
import { isElement, localName } from '../markup/markup-tree.ts';
import type { Element, Parent, TextPieces } from '../markup/markup-tree.ts';
import { isPhrasing, kindInside, spanIn } from './span-elements.ts';
import type { MarkupKind } from './span-elements.ts';

/** The part of a text node that belongs to a sentence: offsets in the document, in UTF-16 code units. */
export interface TextSegment {
  /** Index among the sentences of all blocks. */
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
  readonly characters: number;
}

/** The segments of each text node with any, in order. */
export type SegmentsByText = ReadonlyMap<TextPieces, readonly TextSegment[]>;

/** A span whose offsets are in UTF-16 code units. */
export type FoundSpan = Omit<PlacedSpan, 'part'>;

/**
 * Joins the segments of each sentence to the fewest ranges that an element can hold, in document order: a range begins and
 * ends in the same element and holds others only whole, and only if they and their text may stand in a `<span>`. What is
 * silent (a picture, the mark of a note) is in a range where the sentence goes on after it. A range of one element
 * alone is put inside of it, so that styles for the children of a paragraph still find it. `text` is the whole document.
 */
export function findSpans(root: Parent, text: string, segments: SegmentsByText): readonly FoundSpan[] {
  const finder = new SpanFinder(text, segments);
  finder.visit(root, undefined, 'xhtml');
  return finder.spans;
}

/** Whose text an element holds: of one sentence, of none, or `mixed` when it must not be in a range. */
type Owner = number | undefined | 'mixed';

interface Content {
  readonly owner: Owner;
  readonly characters: number;
}

/** A child element, or the segment of a text. */
interface Item extends Content {
  readonly start: number;
  readonly end: number;
  readonly element: Element | undefined;
}

/** Neighbours of one sentence, or one element that must not be in a range. */
interface Run {
  readonly owner: Exclude<Owner, undefined>;
  readonly start: number;
  end: number;
  characters: number;
  /** The element that is all of the run. */
  only: Element | undefined;
}

const nothing: Content = { owner: undefined, characters: 0 };

class SpanFinder {
  readonly spans: FoundSpan[] = [];
  readonly #text: string;
  readonly #segments: SegmentsByText;
  readonly #known = new Map<Element, Content>();

  constructor(text: string, segments: SegmentsByText) {
    this.#text = text;
    this.#segments = segments;
  }

  /** Adds the spans in an element; `element` is undefined for the whole document. */
  visit(parent: Parent, element: Element | undefined, kind: MarkupKind): void {
    const name = element === undefined ? undefined : spanIn(element, kind, this.#text);
    if (name === undefined) {
      for (const child of parent.children) if (isElement(child)) this.#visitElement(child, kind);
      return;
    }
    for (const { owner, start, end, characters, only } of runsOf(this.#itemsOf(parent, kind))) {
      if (only !== undefined && (owner === 'mixed' || localName(only) !== 'ruby')) this.#visitElement(only, kind);
      else if (owner !== 'mixed') this.spans.push({ sentence: owner, characters, start, end, element: name });
    }
  }

  #visitElement(element: Element, kind: MarkupKind): void {
    this.visit(element, element, kindInside(localName(element), kind));
  }

  #itemsOf({ children, source }: Parent, kind: MarkupKind): Item[] {
    const items: Item[] = [];
    for (const [index, child] of children.entries()) {
      if (isElement(child)) {
        const { start = 0, end = 0 } = child.source ?? {};
        const { owner, characters } = this.#contentOf(child, kind);
        items.push({ owner, characters, start, end, element: child });
      } else {
        for (const { sentence, characters, start, end } of this.#segmentsOf(source?.texts[index]))
          items.push({ owner: sentence, characters, start, end, element: undefined });
      }
    }
    return items;
  }

  #segmentsOf(pieces: TextPieces | undefined): readonly TextSegment[] {
    return (pieces && this.#segments.get(pieces)) ?? [];
  }

  #contentOf(element: Element, kind: MarkupKind): Content {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const content = this.#readContent(element, kind);
    this.#known.set(element, content);
    return content;
  }

  #readContent(element: Element, kind: MarkupKind): Content {
    const name = localName(element);
    if (element.source?.isWhole !== true) return mixed;
    if (foreign.has(name)) return this.#holdsText(element) ? mixed : nothing;
    if (!isPhrasing(name, kind)) return mixed;
    const items = this.#itemsOf(element, kind);
    const [owner, ...others] = new Set(items.flatMap((item) => (item.owner === undefined ? [] : [item.owner])));
    if (others.length > 0) return mixed;
    return { owner, characters: items.reduce((sum, { characters }) => sum + characters, 0) };
  }

  #holdsText(parent: Parent): boolean {
    return parent.children.some((child, index) =>
      isElement(child) ? this.#holdsText(child) : this.#segmentsOf(parent.source?.texts[index]).length > 0,
    );
  }
}

const mixed: Content = { owner: 'mixed', characters: 0 };

/** Markup of other kinds that a `<span>` may hold. */
const foreign: ReadonlySet<string> = new Set(['svg', 'math']);

function runsOf(items: readonly Item[]): Run[] {
  const runs: Run[] = [];
  for (const { owner, start, end, characters, element } of items) {
    const run = runs.at(-1);
    if (owner === undefined) continue;
    if (run === undefined || owner === 'mixed' || run.owner !== owner)
      runs.push({ owner, start, end, characters, only: element });
    else {
      run.end = end;
      run.characters += characters;
      run.only = undefined;
    }
  }
  return runs;
}
