import type { BookChoices } from '../../book-choices.ts';
import { blockElements, ignoredElements } from './element-names.ts';
import type { Traits } from './trait-reader.ts';
import { TraitReader } from './trait-reader.ts';
import { FlowWriter } from './flow-writer.ts';
import type { Extent, FlowDocument } from './flow-block.ts';
import { attribute, childrenOf, findAll, findFirst, localName, textOf } from './parse-markup.ts';
import { isElement } from './markup-tree.ts';
import type { ChildNode, Element, Parent } from './markup-tree.ts';
import { isNoteMark } from './is-note-mark.ts';
import { normalizeText, superscript } from './normalize-text.ts';
import { resolveReference } from './resolve-reference.ts';
import { isDataTable } from './tables.ts';
import { contextWithin, withLanguage } from './text-context.ts';
import type { TextContext } from './text-context.ts';

type Choices = Pick<BookChoices, 'images' | 'tables'>;

/** Turns a parsed content document into blocks in reading order. */
export function readDocument(
  root: Parent,
  path: string,
  choices: Choices,
  hiddenClasses: ReadonlySet<string>,
): FlowDocument {
  return new DocumentReader(path, choices, hiddenClasses).read(root);
}

/** An element with a rule of its own; true when nothing is left to do for it. */
type Rule = (element: Element, context: TextContext, traits: Traits) => boolean;

class DocumentReader {
  private readonly writer: FlowWriter;
  private readonly traits: TraitReader;
  private readonly extents = new Map<string, Extent>();
  private readonly path: string;
  private readonly choices: Choices;
  private images = 0;

  constructor(path: string, choices: Choices, hiddenClasses: ReadonlySet<string>) {
    this.path = path;
    this.choices = choices;
    this.writer = new FlowWriter(path);
    this.traits = new TraitReader(hiddenClasses);
  }

  read(root: Parent): FlowDocument {
    const html = findFirst(root, 'html');
    const body = findFirst(root, 'body');
    const title = findFirst(findFirst(root, 'head') ?? root, 'title');
    const context: TextContext = { kind: 'paragraph' };
    const outer = html ? withLanguage(html, context) : context;
    if (body) this.element(body, outer);
    else for (const child of root.children) this.node(child, outer);
    this.writer.flush();
    const { path, extents, images } = this;
    return { path, title: title ? textOf(title) : '', blocks: this.writer.blocks, extents, images };
  }

  private node(node: ChildNode, context: TextContext): void {
    if (isElement(node)) this.element(node, context);
    else this.writer.add(node, context);
  }

  private element(element: Element, context: TextContext): void {
    const name = localName(element);
    const { writer } = this;
    const isBlock = blockElements.has(name);
    this.separate(isBlock, context);
    const start = writer.blocks.length;
    this.content(element, name, isBlock, context);
    if (isBlock && context.row === true) this.separate(isBlock, context);
    const id = idOf(element);
    if (id !== undefined && !this.extents.has(id)) {
      this.extents.set(id, { start, end: writer.blocks.length + (writer.pendingText === '' ? 0 : 1) });
    }
  }

  /** A block starts in a new line; in a table row it is only set off by a blank. */
  private separate(isBlock: boolean, context: TextContext): void {
    if (!isBlock) return;
    if (context.row === true) this.writer.add(' ', context);
    else if (!this.writer.isGlued) this.writer.flush();
  }

  private content(element: Element, name: string, isBlock: boolean, context: TextContext): void {
    const traits = this.traits.read(element);
    if (ignoredElements.has(name) || this.isSkipped(element, traits, isBlock)) return;
    if (this.rules.get(name)?.(element, context, traits) === true) return;
    const inner = contextWithin(element, name, traits, context);
    if (isBlock && traits.sceneBreak === true && textOf(element) === '') this.writer.sceneBreak(inner);
    else for (const child of element.children) this.node(child, inner);
    this.close(isBlock, traits, inner);
  }

  private close(isBlock: boolean, traits: Traits, inner: TextContext): void {
    if (traits.dropCap === true && isDropCap(this.writer.pendingText, isBlock)) this.writer.glue();
    else if (isBlock && inner.row !== true) this.writer.flush();
  }

  private isSkipped(element: Element, traits: Traits, isBlock: boolean): boolean {
    if (traits.skip === 'always') this.writer.skipMark(undefined);
    if (traits.skip === 'numbers') return pageNumber.test(textOf(element));
    return traits.skip === 'always' || (traits.hidden === true && !isBlock);
  }

  /** A map, because a book may call its elements whatever it likes. */
  private readonly rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
    ['br', () => this.breakLine()],
    ['hr', (_element, context) => this.sceneBreak(context)],
    ['img', (element, context) => this.image(element, context)],
    ['image', (element, context) => this.image(element, context)],
    ['svg', () => this.drawing()],
    ['math', (element, context) => this.formula(element, context)],
    ['sup', (element, context) => this.superscript(element, context)],
    ['a', (element, _context, traits) => this.noteMark(element, traits)],
    ['table', (element, context) => this.table(element, context)],
    ['switch', (element, context) => this.switch(element, context)],
  ]);

  private breakLine(): boolean {
    this.writer.breakLine();
    return true;
  }

  private sceneBreak(context: TextContext): boolean {
    this.writer.sceneBreak(context);
    return true;
  }

  private drawing(): boolean {
    this.images += 1;
    return true;
  }

  private formula(element: Element, context: TextContext): boolean {
    this.writer.add(` ${attribute(element, 'alttext') ?? ''} `, context);
    return true;
  }

  private image(element: Element, context: TextContext): boolean {
    this.images += 1;
    const { writer } = this;
    const alternative = normalizeText(element.attribs['alt'] ?? '');
    if (/^\p{Lu}$/u.test(alternative) && writer.pendingText === '') {
      // A picture of a letter is a drop cap: the first letter of the word that follows.
      writer.add(alternative, context);
      writer.glue();
    } else if (this.choices.images === 'alt' && !/^(?:cover|image|\S+\.\w{3,4}|)$/iu.test(alternative)) {
      if (context.row !== true) writer.flush();
      writer.add(` ${alternative} `, context.row === true ? context : { ...context, kind: 'caption' });
      if (context.row !== true) writer.flush();
    }
    return true;
  }

  private superscript(element: Element, context: TextContext): boolean {
    const [only, ...others] = element.children;
    if (only === undefined || others.length > 0 || isElement(only)) return false;
    this.writer.add(superscript(only), context);
    return true;
  }

  private noteMark(link: Element, traits: Traits): boolean {
    if (!isNoteMark(link, traits)) return false;
    const target = resolveReference(this.path, link.attribs['href'] ?? '');
    this.writer.skipMark(target?.fragment === undefined ? undefined : `${target.path}#${target.fragment}`);
    return true;
  }

  private table(table: Element, context: TextContext): boolean {
    if (!isDataTable(table)) return false;
    const skipped = this.choices.tables === 'skip' ? { matter: 'excluded' as const } : {};
    const base: TextContext = { ...contextWithin(table, 'table', {}, context), ...skipped };
    for (const caption of childrenOf(table, 'caption')) this.element(caption, { ...base, kind: 'caption' });
    for (const row of findAll(table, 'tr')) {
      const inRow: TextContext = { ...contextWithin(row, 'tr', {}, base), kind: 'table-row', row: true };
      for (const cell of childrenOf(row, 'td', 'th')) {
        this.element(cell, inRow);
        this.writer.endCell();
      }
      this.writer.flush();
    }
    return true;
  }

  /** `epub:switch` offers the same content several times: only its default is read. */
  private switch(element: Element, context: TextContext): boolean {
    const [fallback] = childrenOf(element, 'default');
    if (fallback) this.element(fallback, context);
    return fallback !== undefined;
  }
}

const pageNumber = /^(?:[[({]?(?:(?:pg|page|p)\.?\s*)?[\divxlc]{1,7}[\])}]?|)$/iu;

/** One or two letters; inside a line only consonants, because `A` and `I` are words. */
function isDropCap(text: string, isBlock: boolean): boolean {
  return isBlock ? /^[“"'‘«]?\p{L}{1,2}$/u.test(text) : /^[“"'‘«]?[B-DF-HJ-NP-TV-Z]$/u.test(text);
}

function idOf(element: Element): string | undefined {
  return (
    element.attribs['id'] ?? element.attribs['xml:id'] ?? (element.name === 'a' ? element.attribs['name'] : undefined)
  );
}
