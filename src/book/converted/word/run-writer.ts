import { attribute, childrenOf, findFirst, localName, rawText, findAll } from '../../epub/markup/markup-tree.ts';
import type { Element, Parent } from '../../epub/markup/markup-tree.ts';
import { escapeMarkup } from '../../../core/strings/escape-xml.ts';
import { pictureMarkup } from '../picture-markup.ts';
import { formulaMarkup } from './formula-markup.ts';
import { isOn, valueOf } from './word-styles.ts';
import type { WordStyles } from './word-styles.ts';

/** The text of a paragraph. */
export interface ParagraphText {
  readonly markup: string;
  /** Text that Word does not show. */
  readonly hidden: string;
  /** Boxes with paragraphs of their own, which are anchored here. */
  readonly boxes: readonly Element[];
}

/** Returns the path in the archive of what an id in the document refers to. */
export type PathOf = (id: string) => string | undefined;

type Writer = (element: Element, isHidden: boolean) => string;

/** Writes what is inside of paragraphs as XHTML. */
export class RunWriter {
  readonly #styles: WordStyles;
  readonly #pathOf: PathOf;
  #hidden = '';
  #boxes: Element[] = [];

  /** `pathOf` returns the path in the archive of what an id refers to. */
  constructor(styles: WordStyles, pathOf: PathOf) {
    this.#styles = styles;
    this.#pathOf = pathOf;
  }

  /** Writes the children of a paragraph; `isHidden` when its style hides them. */
  write(paragraph: Element, isHidden: boolean): ParagraphText {
    this.#hidden = '';
    this.#boxes = [];
    const markup = this.#children(paragraph, isHidden);
    return { markup, hidden: this.#hidden, boxes: this.#boxes };
  }

  #children(parent: Element, isHidden: boolean): string {
    return childrenOf(parent)
      .map((child) => this.#element(child, isHidden))
      .join('');
  }

  #element(element: Element, isHidden: boolean): string {
    const name = localName(element);
    if (ignored.has(name)) return '';
    if (name === 'r') return this.#run(element, isHidden);
    return this.#writers.get(name)?.(element, isHidden) ?? this.#children(element, isHidden);
  }

  readonly #writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
    ['t', (element) => escapeMarkup(rawText(element))],
    ['tab', () => ' '],
    ['ptab', () => ' '],
    ['br', (element) => breaks.get(attribute(element, 'type') ?? '') ?? '<br/>'],
    ['cr', () => '<br/>'],
    ['nobreakhyphen', () => '\u2011'],
    ['softhyphen', () => '\u00AD'],
    ['footnotereference', (element) => noteMark('footnote', element)],
    ['endnotereference', (element) => noteMark('endnote', element)],
    ['bookmarkstart', (element) => `<span id="${escapeMarkup(attribute(element, 'name') ?? '')}"></span>`],
    ['hyperlink', (element, isHidden) => this.#link(element, isHidden)],
    ['ruby', (element, isHidden) => this.#ruby(element, isHidden)],
    ['omath', (element) => formulaMarkup(element)],
    ['drawing', (element) => this.#drawing(element)],
    ['pict', (element) => this.#drawing(element)],
    ['object', (element) => this.#drawing(element)],
    ['alternatecontent', (element, isHidden) => this.#alternative(element, isHidden)],
    ['sdt', (element, isHidden) => this.#control(element, isHidden)],
  ]);

  #run(run: Element, isHidden: boolean): string {
    const [properties] = childrenOf(run, 'rpr');
    const style = this.#styles.find(properties && valueOf(childrenOf(properties, 'rstyle')[0]));
    const own = properties && isOn(childrenOf(properties, 'vanish')[0]);
    if (own ?? (style.isHidden || isHidden)) {
      this.#hidden += this.#children(run, true);
      return '';
    }
    const markup = hasOwnMark(run) ? noteMarks(run) : this.#children(run, isHidden);
    return properties === undefined || markup === ''
      ? markup
      : this.#withProperties(markup, properties, style.language);
  }

  #withProperties(markup: string, properties: Element, styleLanguage: string | undefined): string {
    const has = (name: string): boolean => isOn(childrenOf(properties, name)[0]) ?? false;
    const position = valueOf(childrenOf(properties, 'vertalign')[0]);
    const language = valueOf(childrenOf(properties, 'lang')[0]) ?? styleLanguage;
    let written = markup;
    if (position === 'superscript') written = `<sup>${written}</sup>`;
    if (position === 'subscript') written = `<sub>${written}</sub>`;
    if (has('i')) written = `<i>${written}</i>`;
    if (has('b')) written = `<b>${written}</b>`;
    if (this.#styles.isLarge(valueOf(childrenOf(properties, 'sz')[0]))) written = `<font size="+1">${written}</font>`;
    const isForeign = language !== undefined && primaryOf(language) !== primaryOf(this.#styles.language ?? language);
    return isForeign ? `<span xml:lang="${escapeMarkup(language)}">${written}</span>` : written;
  }

  #link(element: Element, isHidden: boolean): string {
    const text = this.#children(element, isHidden);
    const anchor = attribute(element, 'anchor');
    if (anchor === undefined || attribute(element, 'id') !== undefined) return text;
    return `<a href="#${escapeMarkup(encodeURIComponent(anchor))}">${text}</a>`;
  }

  #ruby(element: Element, isHidden: boolean): string {
    const [base, reading] = ['rubybase', 'rt'].map((name) =>
      childrenOf(element, name)
        .map((part) => this.#children(part, isHidden))
        .join(''),
    );
    return `<ruby>${base ?? ''}<rt>${reading ?? ''}</rt></ruby>`;
  }

  #drawing(element: Element): string {
    this.#boxes.push(...boxesIn(element));
    const properties = findFirst(element, 'docpr') ?? findFirst(element, 'imagedata');
    const text = properties && (attribute(properties, 'descr') ?? attribute(properties, 'title'));
    const [first, ...others] = picturesIn(element).map((id) => this.#pathOf(id));
    return [pictureMarkup(text ?? '', first), ...others.map((path) => pictureMarkup('', path))].join('');
  }

  #alternative(element: Element, isHidden: boolean): string {
    const [chosen] = [...childrenOf(element, 'choice'), ...childrenOf(element, 'fallback')];
    return chosen === undefined ? '' : this.#children(chosen, isHidden);
  }

  /** A control that waits for an entry shows a prompt, which is not text. */
  #control(element: Element, isHidden: boolean): string {
    const [properties] = childrenOf(element, 'sdtpr');
    const isPrompt = properties && isOn(childrenOf(properties, 'showingplchdr')[0]);
    return isPrompt
      ? ''
      : childrenOf(element, 'sdtcontent')
          .map((content) => this.#children(content, isHidden))
          .join('');
  }
}

/** The start of a page follows from its sign, which is white space. */
const breaks: ReadonlyMap<string, string> = new Map([
  ['page', '\f'],
  ['column', ' '],
]);

/** Properties, instructions of fields, deleted text and marks without text. */
const ignored: ReadonlySet<string> = new Set(
  `ppr rpr del movefrom deltext instrtext delinstrtext fldchar footnoteref endnoteref annotationref commentreference
   separator continuationseparator lastrenderedpagebreak prooferr sectpr rubypr sdtpr sdtendpr smarttagpr customxmlpr
   pgnum sym txbxcontent`
    .trim()
    .split(/\s+/u),
);

/** Returns the outermost boxes of a drawing, of one of the forms that it is offered in. */
function boxesIn(element: Element): Element[] {
  const offered = childrenOf(element);
  const children = localName(element) === 'alternatecontent' ? offered.slice(0, 1) : offered;
  return children.flatMap((child) => (localName(child) === 'txbxcontent' ? [child] : boxesIn(child)));
}

function noteMark(kind: 'footnote' | 'endnote', reference: Element): string {
  return `<a epub:type="noteref" href="#${noteId(kind, attribute(reference, 'id'))}">*</a>`;
}

/** Returns the id of a note in the converted document. */
export function noteId(kind: 'footnote' | 'endnote', id: string | undefined): string {
  return `${kind}-${escapeMarkup(id ?? '')}`;
}

/** A note can have a mark of its own (`*`), which is the text of its run. */
function hasOwnMark(run: Element): boolean {
  return childrenOf(run, 'footnotereference', 'endnotereference').some((reference) =>
    /^(?:1|true|on)$/iu.test(attribute(reference, 'customMarkFollows') ?? ''),
  );
}

function noteMarks(run: Element): string {
  return childrenOf(run, 'footnotereference', 'endnotereference')
    .map((reference) => noteMark(localName(reference) === 'footnotereference' ? 'footnote' : 'endnote', reference))
    .join('');
}

function primaryOf(language: string): string {
  return language.split('-')[0]?.toLowerCase() ?? '';
}

/** Returns the ids of the pictures in a drawing, or else those of an older form of drawing. */
export function picturesIn(element: Parent): string[] {
  const blips = findAll(element, 'blip').flatMap((blip) => attribute(blip, 'embed') ?? []);
  if (blips.length > 0) return blips;
  return findAll(element, 'imagedata').flatMap((image) => attribute(image, 'id') ?? []);
}
