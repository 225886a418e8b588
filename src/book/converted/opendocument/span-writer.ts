import {
  attribute,
  childrenOf,
  findFirst,
  isElement,
  localName,
  textOf,
  findAll,
} from '../../epub/markup/markup-tree.ts';
import type { ChildNode, Element, Parent } from '../../epub/markup/markup-tree.ts';
import { escapeMarkup } from '../../../core/strings/escape-xml.ts';
import { pictureMarkup } from '../picture-markup.ts';
import type { OpenDocumentStyles } from './open-document-styles.ts';

/** The text of a paragraph. */
export interface ParagraphText {
  readonly markup: string;
  /** Text that the program does not show. */
  readonly hidden: string;
  /** Boxes with paragraphs of their own, which are anchored here. */
  readonly boxes: readonly Element[];
  readonly notes: readonly Element[];
}

type Writer = (element: Element, isHidden: boolean) => string;

/** Writes what is inside of paragraphs as XHTML. */
export class SpanWriter {
  readonly #styles: OpenDocumentStyles;
  #hidden = '';
  #boxes: Element[] = [];
  #notes: Element[] = [];

  constructor(styles: OpenDocumentStyles) {
    this.#styles = styles;
  }

  /** Writes the children of a paragraph; `isHidden` when its style hides them. */
  write(paragraph: Element, isHidden: boolean): ParagraphText {
    this.#hidden = '';
    this.#boxes = [];
    this.#notes = [];
    const text = this.#children(paragraph, isHidden);
    const hidden = isHidden ? text : this.#hidden;
    return { markup: isHidden ? '' : text, hidden, boxes: this.#boxes, notes: this.#notes };
  }

  #children(parent: Element, isHidden: boolean): string {
    return parent.children.map((child) => this.#node(child, isHidden)).join('');
  }

  #node(node: ChildNode, isHidden: boolean): string {
    if (!isElement(node)) return escapeMarkup(node);
    const name = localName(node);
    if (ignored.has(name)) return '';
    return this.#writers.get(name)?.(node, isHidden) ?? this.#children(node, isHidden);
  }

  readonly #writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
    ['s', () => ' '],
    ['tab', () => ' '],
    ['line-break', () => '<br/>'],
    ['span', (element, isHidden) => this.#span(element, isHidden)],
    ['a', (element, isHidden) => this.#link(element, isHidden)],
    ['note', (element) => this.#note(element)],
    ['bookmark', (element) => anchor(element)],
    ['bookmark-start', (element) => anchor(element)],
    ['reference-mark', (element) => anchor(element)],
    ['ruby', (element, isHidden) => this.#ruby(element, isHidden)],
    ['frame', (element) => this.#frame(element)],
    ['custom-shape', (element) => this.#shape(element)],
    ['hidden-text', (element, isHidden) => this.#hide(this.#children(element, true), isHidden)],
  ]);

  #span(element: Element, isHidden: boolean): string {
    const style = this.#styles.find('text', attribute(element, 'style-name'));
    if (style.isHidden) return this.#hide(this.#children(element, true), isHidden);
    let written = this.#children(element, isHidden);
    if (style.position !== undefined) written = `<${style.position}>${written}</${style.position}>`;
    if (style.isItalic) written = `<i>${written}</i>`;
    if (style.isBold) written = `<b>${written}</b>`;
    else if (style.isDisplayed) written = `<font size="+1">${written}</font>`;
    return style.language === undefined || style.language === this.#styles.language
      ? written
      : `<span xml:lang="${escapeMarkup(style.language)}">${written}</span>`;
  }

  /** Inside of hidden text everything is hidden already. */
  #hide(text: string, isHidden: boolean): string {
    if (isHidden) return text;
    this.#hidden += text;
    return '';
  }

  #link(element: Element, isHidden: boolean): string {
    const text = this.#children(element, isHidden);
    const reference = attribute(element, 'href') ?? '';
    return reference.startsWith('#')
      ? `<a href="#${escapeMarkup(encodeURIComponent(reference.slice(1)))}">${text}</a>`
      : text;
  }

  #note(element: Element): string {
    this.#notes.push(element);
    return `<a epub:type="noteref" href="#${noteId(element)}">*</a>`;
  }

  #ruby(element: Element, isHidden: boolean): string {
    const part = (name: string): string =>
      childrenOf(element, name)
        .map((child) => this.#children(child, isHidden))
        .join('');
    return `<ruby>${part('ruby-base')}<rt>${part('ruby-text')}</rt></ruby>`;
  }

  /** A frame offers its content in several forms, the best first. */
  #frame(frame: Element): string {
    const [content] = childrenOf(frame, 'text-box', 'image', 'object');
    if (content !== undefined && localName(content) === 'text-box') {
      this.#boxes.push(content);
      return '';
    }
    const text = findFirst(frame, 'desc') ?? findFirst(frame, 'title');
    return pictureMarkup(text === undefined ? '' : textOf(text), pictureIn(frame));
  }

  #shape(shape: Element): string {
    this.#boxes.push(shape);
    return '';
  }
}

/** Comments, prompts, page numbers, the marks of notes and of changes, and what describes the document. */
const ignored: ReadonlySet<string> = new Set(
  `annotation annotation-end change change-start change-end soft-page-break page-number page-count placeholder script
   note-citation hidden-paragraph toc-mark toc-mark-start toc-mark-end alphabetical-index-mark
   alphabetical-index-mark-start alphabetical-index-mark-end event-listeners`
    .trim()
    .split(/\s+/u),
);

/** Returns the id of a note in the converted document. */
export function noteId(note: Element): string {
  return `note-${escapeMarkup(encodeURIComponent(attribute(note, 'id') ?? ''))}`;
}

function anchor(element: Element): string {
  return `<span id="${escapeMarkup(attribute(element, 'name') ?? '')}"></span>`;
}

/** Returns the path of the picture in an element. It can be there in several forms, some of which only office programs show. */
export function pictureIn(element: Parent): string | undefined {
  const paths = findAll(element, 'image').flatMap((image) => attribute(image, 'href')?.replace(/^\.\//u, '') ?? []);
  return paths.find((path) => /\.(?:png|jpe?g|gif|webp|svg)$/iu.test(path)) ?? paths[0];
}
