import { Parser } from 'htmlparser2';
import { contentOptions, expandCharacterNames, TreeBuilder } from '../markup/parse-markup.ts';
import type { ExpandedText, MarkupLimits } from '../markup/parse-markup.ts';
import type { ChildNode, NodeSource, Parent } from '../markup/markup-tree.ts';
import { SourceOffsets } from './source-offsets.ts';

/** Parses a content document as `parseContent` does, and keeps where its nodes stand. Throws `book-too-large`. */
export function parseWithSource(text: string, limits: MarkupLimits): Parent {
  const expanded = expandCharacterNames(text);
  const builder = new SourceTreeBuilder(limits, expanded);
  const parser = new Parser(builder, contentOptions);
  builder.parser = parser;
  parser.end(expanded.text);
  return builder.root;
}

interface GrowingSource extends NodeSource {
  end: number;
  isWhole: boolean;
  texts: (number[] | undefined)[];
}

class SourceTreeBuilder extends TreeBuilder {
  parser: Pick<Parser, 'startIndex' | 'endIndex'> = { startIndex: 0, endIndex: 0 };
  override readonly root: { children: ChildNode[]; source: GrowingSource };
  readonly #text: string;
  /** Of the root and the open elements. */
  readonly #sources: GrowingSource[];
  readonly #offsets: SourceOffsets;
  #tagStart = 0;
  #isInCdata = false;

  constructor(limits: MarkupLimits, { text, expansions }: ExpandedText) {
    super(limits);
    this.#text = text;
    this.#offsets = new SourceOffsets(expansions);
    const source = { start: 0, end: text.length, isWhole: false, texts: [] };
    this.root = { children: [], source };
    this.#sources = [source];
  }

  /** The parser may count the end of a tag before it as part of the next one. */
  onopentagname(): void {
    this.#tagStart = this.#text.lastIndexOf('<', this.parser.endIndex);
  }

  override onopentag(name: string, attributes: Record<string, string>, isImplied?: boolean): void {
    super.onopentag(name, attributes);
    const element = this.open.at(-1);
    if (element === undefined) return;
    const [start, end] = [this.#offsets.at(this.#tagStart), this.#offsets.at(this.parser.endIndex + 1)];
    const source = { start, end, isWhole: isImplied !== true, texts: [] };
    element.source = source;
    this.#sources.push(source);
  }

  override onclosetag(_name?: string, isImplied?: boolean): void {
    super.onclosetag();
    const source = this.#sources.pop();
    // An element that ends with its own first tag is void or closes itself.
    if (source === undefined || this.#offsets.at(this.parser.endIndex + 1) === source.end) return;
    // The parser reports the end of the name.
    const end = this.#text.indexOf('>', this.parser.endIndex);
    source.isWhole &&= isImplied !== true && end !== -1;
    source.end = this.#offsets.at(end + 1);
  }

  oncdatastart(): void {
    this.#isInCdata = true;
  }

  oncdataend(): void {
    this.#isInCdata = false;
  }

  override ontext(data: string): void {
    super.ontext(data);
    const { texts = [] } = this.#sources.at(-1) ?? {};
    const pieces = (texts[(this.open.at(-1) ?? this.root).children.length - 1] ??= []);
    const end = this.parser.endIndex + 1;
    const start = this.#startOf(data, end);
    if (start === end - data.length && !this.#isInCdata) this.#offsets.addPieces(pieces, start, end);
    else if (start < end) pieces.push(this.#offsets.at(start), this.#offsets.at(end), -data.length);
    // The second character of a reference that stands for two.
    else pieces[pieces.length - 1] = (pieces.at(-1) ?? 0) - data.length;
  }

  /** Returns where a piece of text begins. The parser may count the end of a tag before it. */
  #startOf(data: string, end: number): number {
    const { startIndex } = this.parser;
    if (this.#isInCdata || startIndex === end) return startIndex;
    const plain = end - data.length;
    const isPlain = this.#text.startsWith(data, plain) && !this.#text.slice(startIndex, plain).includes('&');
    return isPlain ? plain : this.#text.lastIndexOf('&', end - 1);
  }
}
