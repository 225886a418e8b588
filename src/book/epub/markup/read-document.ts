import type { DocumentChoices, DocumentFacts } from './document-choices.ts';
import { blockElements, ignoredElements } from './element-names.ts';
import type { Extent, FlowDocument } from './flow-block.ts';
import { FlowWriter } from './flow-writer.ts';
import { isDataTable } from './is-data-table.ts';
import { kindOfNoteLink } from './kind-of-note-link.ts';
import { childrenOf, findAll, findFirst, idOf, isElement, localName, textOf } from './markup-tree.ts';
import type { Element, Parent } from './markup-tree.ts';
import { superscript } from './normalize-text.ts';
import { linkedElement } from './resolve-reference.ts';
import { rubyReading } from './context/ruby-reading.ts';
import { DocumentPictures } from './context/document-pictures.ts';
import { followed, isDropCap } from './context/is-drop-cap.ts';
import { isPageBreak, isPageNumber } from './context/is-page-number.ts';
import { contextWithin, withLanguage } from './context/text-context.ts';
import type { TextContext } from './context/text-context.ts';
import { TraitReader } from './context/trait-reader.ts';
import type { Traits } from './context/trait-reader.ts';

/** Turns a parsed content document into blocks in reading order. */
export function readDocument(root: Parent, path: string, choices: DocumentChoices, facts: DocumentFacts): FlowDocument {
  return new DocumentReader(path, choices, facts).read(root);
}

/** Handles an element of a certain name; returns whether the element is done. */
type Rule = (element: Element, context: TextContext, traits: Traits) => boolean;

class DocumentReader {
  readonly #writer: FlowWriter;
  readonly #traits: TraitReader;
  readonly #extents = new Map<string, Extent>();
  readonly #path: string;
  readonly #choices: DocumentChoices;
  readonly #pictures: DocumentPictures;
  readonly #noteMarks: ReadonlySet<Element>;

  constructor(path: string, choices: DocumentChoices, { styles, noteMarks }: DocumentFacts) {
    this.#path = path;
    this.#choices = choices;
    this.#writer = new FlowWriter(path);
    this.#pictures = new DocumentPictures(path, this.#writer, choices);
    this.#traits = new TraitReader(styles);
    this.#noteMarks = noteMarks;
  }

  read(root: Parent): FlowDocument {
    const [html, body] = [findFirst(root, 'html'), findFirst(root, 'body')];
    const title = findFirst(findFirst(root, 'head') ?? root, 'title');
    const context: TextContext = { kind: 'paragraph' };
    const outer = html ? withLanguage(html, context) : context;
    if (body) this.#element(body, outer);
    else this.#children(root, outer);
    this.#writer.flush();
    // A page that is a drawing has its text there; in other documents it is the labels of a diagram.
    if (this.#writer.blocks.length === 0) this.#pictures.readDrawings(outer);
    return {
      path: this.#path,
      title: title ? textOf(title) : '',
      blocks: this.#writer.blocks,
      extents: this.#extents,
      images: this.#pictures.images,
      pictures: this.#pictures.shown,
    };
  }

  #children(parent: Parent, context: TextContext): void {
    for (const [index, child] of parent.children.entries()) {
      if (isElement(child)) this.#element(child, context);
      else this.#text(child, parent, context, index);
    }
  }

  #element(element: Element, context: TextContext): void {
    const name = localName(element);
    const isBlock = blockElements.has(name);
    if (isBlock) this.#startBlock(context);
    const start = this.#writer.blocks.length;
    this.#content(element, name, context);
    if (isBlock && context.isRow === true) this.#writer.add(' ', context);
    const id = idOf(element);
    if (id !== undefined && !this.#extents.has(id)) {
      const pending = this.#writer.hasText ? 1 : 0;
      this.#extents.set(id, { start, end: this.#writer.blocks.length + pending });
    }
  }

  #text(text: string, parent: Parent, context: TextContext, index: number): void {
    const read = context.kind === 'code' ? text : this.#choices.formulas.readIn(text, parent);
    this.#writer.add(read, context, parent.source?.texts[index]);
  }

  #startBlock(context: TextContext): void {
    if (context.isRow === true) this.#writer.add(' ', context);
    else if (!this.#writer.isEmpty && !this.#writer.isGlued) this.#writer.flush();
  }

  #content(element: Element, name: string, context: TextContext): void {
    if (ignoredElements.has(name)) return;
    const traits = this.#traits.read(element);
    if (this.#isSkipped(element, name, traits)) return;
    if (this.#ruleOf(name, traits)?.(element, context, traits) === true) return;
    const inner = contextWithin(element, name, traits, context);
    const isSceneBreak = blockElements.has(name) && traits.sceneBreak === true && textOf(element) === '';
    if (isSceneBreak) this.#writer.sceneBreak(inner);
    else this.#children(element, inner);
    this.#endElement(element, traits, inner);
  }

  #endElement(element: Element, traits: Traits, inner: TextContext): void {
    const isBlock = blockElements.has(localName(element));
    if (traits.dropCap === true && isDropCap(this.#writer.pendingText, isBlock ? 'block' : followed(element)))
      this.#writer.glue();
    else if (isBlock && inner.isRow !== true) this.#writer.flush();
  }

  #isSkipped(element: Element, name: string, traits: Traits): boolean {
    if (traits.skip === 'numbers') return isPageNumber(textOf(element));
    const isSkipped = traits.skip === 'always' || (traits.skip === 'page-break' && isPageBreak(textOf(element)));
    if (isSkipped) this.#writer.endNoteLink('mark', undefined);
    return isSkipped || (traits.hidden === true && !blockElements.has(name));
  }

  /** A map and not an object because a book may give its elements any name. */
  readonly #rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
    ['br', () => this.#breakLine()],
    ['hr', (_element, context) => this.#sceneBreak(context)],
    ['img', (element, context) => this.#image(element, context)],
    ['image', (element, context) => this.#image(element, context)],
    ['svg', (element, context) => this.#drawing(element, context)],
    ['math', (element, context) => this.#formula(element, context)],
    ['sup', (element, context) => this.#superscript(element, context)],
    ['ruby', (element, context) => this.#ruby(element, context)],
    ['a', (element, context, traits) => this.#noteLink(element, context, traits)],
    ['table', (element, context) => this.#table(element, context)],
    ['switch', (element, context) => this.#switch(element, context)],
  ]);

  #ruleOf(name: string, { raised, verseNumber }: Traits): Rule | undefined {
    if (this.#rules.has(name) || blockElements.has(name)) return this.#rules.get(name);
    return verseNumber === true ? this.#verseNumber : this.#rules.get(raised === true ? 'sup' : name);
  }

  readonly #verseNumber: Rule = (element, context) => {
    if (!/^\d{1,3}$/u.test(textOf(element))) return false;
    const isRead = this.#choices.verseNumbers === 'read';
    this.#writer.add(isRead ? ` ${textOf(element)} ` : ' ', context);
    return true;
  };

  #breakLine(): boolean {
    this.#writer.breakLine();
    return true;
  }

  #sceneBreak(context: TextContext): boolean {
    this.#writer.sceneBreak(context);
    return true;
  }

  #drawing(element: Element, context: TextContext): boolean {
    this.#pictures.addDrawing(element, context);
    for (const embedded of findAll(element, 'foreignobject')) this.#children(embedded, context);
    return true;
  }

  #formula(element: Element, context: TextContext): boolean {
    this.#writer.add(` ${this.#choices.formulas.read(element)} `, context);
    return true;
  }

  #image(element: Element, context: TextContext): boolean {
    const formula = this.#choices.formulas.readImage(element);
    this.#pictures.images += 1;
    if (formula === undefined) this.#pictures.read(element, context);
    else this.#writer.add(` ${formula} `, context);
    return true;
  }

  #superscript(element: Element, context: TextContext): boolean {
    const [only, ...others] = element.children;
    if (only === undefined) return false;
    if (others.length === 0 && !isElement(only)) {
      this.#writer.add(superscript(only), context, element.source?.texts[0]);
      return true;
    }
    const text = textOf(element);
    const raised = superscript(text);
    if (raised === text || findFirst(element, 'a') !== undefined) return false;
    this.#writer.add(raised, context);
    this.#writer.addSources(element);
    return true;
  }

  #ruby(element: Element, context: TextContext): boolean {
    if (this.#choices.ruby !== 'reading') return false;
    this.#writer.add(rubyReading(element), withLanguage(element, context));
    this.#writer.addSources(element);
    return true;
  }

  #noteLink(link: Element, context: TextContext, traits: Traits): boolean {
    const kind = kindOfNoteLink(link, { traits, raises: this.#raises, noteMarks: this.#noteMarks });
    if (kind === 'words') this.#children(link, withLanguage(link, context));
    const target = linkedElement(this.#path, link.attribs['href'] ?? '');
    if (kind !== undefined) this.#writer.endNoteLink(kind, target, textOf(link));
    return kind !== undefined;
  }

  readonly #raises = (element: Element): boolean =>
    localName(element) === 'sup' || this.#traits.read(element).raised === true;

  #table(table: Element, context: TextContext): boolean {
    if (!isDataTable(table)) return false;
    const inner = contextWithin(table, 'table', {}, context);
    const base: TextContext = this.#choices.tables === 'skip' ? { ...inner, reason: 'excluded' } : inner;
    for (const caption of childrenOf(table, 'caption')) this.#element(caption, { ...base, kind: 'caption' });
    for (const row of findAll(table, 'tr')) {
      const inRow: TextContext = { ...contextWithin(row, 'tr', {}, base), kind: 'table-row', isRow: true };
      for (const cell of childrenOf(row, 'td', 'th')) {
        this.#element(cell, inRow);
        this.#writer.endCell();
      }
      this.#writer.flush();
    }
    return true;
  }

  /** Reads the default of an `epub:switch`, which offers the same content in several forms. */
  #switch(element: Element, context: TextContext): boolean {
    const [fallback] = childrenOf(element, 'default');
    if (fallback) this.#element(fallback, context);
    return fallback !== undefined;
  }
}
