import { attribute, childrenOf, findFirst, localName } from '../../epub/markup/markup-tree.ts';
import type { Element } from '../../epub/markup/markup-tree.ts';
import { RunWriter } from './run-writer.ts';
import type { PathOf } from './run-writer.ts';
import { isOn, valueOf, outlineLevel } from './word-styles.ts';
import type { WordRole, WordStyle, WordStyles } from './word-styles.ts';

/** Writes the paragraphs and tables of a Word document as XHTML. */
export class WordWriter {
  readonly #styles: WordStyles;
  readonly #runs: RunWriter;
  /** Text of paragraphs whose end was deleted, which the next one goes on with. */
  #carried = '';
  #startsPage = false;

  constructor(styles: WordStyles, pathOf: PathOf) {
    this.#styles = styles;
    this.#runs = new RunWriter(styles, pathOf);
  }

  /** Writes an element of the body, of a table cell, of a note or of a text box. */
  block(element: Element): string {
    return this.#writers.get(localName(element))?.(element) ?? '';
  }

  /** Writes what is left when the document has ended. */
  end(): string {
    const rest = this.#carried;
    this.#carried = '';
    return rest === '' ? '' : `<p>${rest}</p>`;
  }

  readonly #writers: ReadonlyMap<string, (element: Element) => string> = new Map([
    ['p', (element) => this.#paragraph(element)],
    ['tbl', (element) => this.#table(element)],
    ['sdt', (element) => this.#control(element)],
    ...['ins', 'moveto', 'customxml', 'sdtcontent', 'smarttag'].map(
      (name) => [name, (element: Element) => this.#blocks(element)] as const,
    ),
    ['alternatecontent', (element) => this.#blocks(childrenOf(element)[0] ?? element)],
  ]);

  #blocks(parent: Element): string {
    return childrenOf(parent)
      .map((child) => this.block(child))
      .join('\n');
  }

  #paragraph(element: Element): string {
    const [properties] = childrenOf(element, 'ppr');
    const style = this.#styles.find(properties && valueOf(childrenOf(properties, 'pstyle')[0]));
    const { markup, hidden, boxes } = this.#runs.write(element, style.isHidden);
    const text = this.#carried + markup;
    this.#carried = '';
    const after = [
      ...(hidden === '' ? [] : [`<p hidden="">${hidden}</p>`]),
      ...boxes.map((box) => this.#blocks(box)),
    ].join('\n');
    if (isEndDeleted(properties)) {
      this.#carried = text;
      return after;
    }
    const startsPage = this.#goToPage(text, properties);
    return text.trim() === '' ? after : `${paragraphMarkup(text, properties, style, startsPage)}\n${after}`;
  }

  /** Reports whether a paragraph starts a page: by a break at its start, before it or in an empty paragraph above. */
  #goToPage(text: string, properties: Element | undefined): boolean {
    const plain = text.replaceAll(/<[^>]*>/gu, '');
    const starts = this.#startsPage || /^\s*\f/u.test(plain);
    const ends = /\f\s*$/u.test(plain) || (properties && childrenOf(properties, 'sectpr').length > 0);
    this.#startsPage = ends === true || (plain.trim() === '' && starts);
    return starts;
  }

  #table(table: Element): string {
    const rows = rowsOf(table).filter((row) => !isRowGone(row));
    const written = rows.map(
      (row) =>
        `<tr>${cellsOf(row)
          .map((cell) => `<td>${this.#blocks(cell)}</td>`)
          .join('')}</tr>`,
    );
    return `<table>${written.join('\n')}</table>`;
  }

  #control(element: Element): string {
    const [properties] = childrenOf(element, 'sdtpr');
    if (properties && isOn(childrenOf(properties, 'showingplchdr')[0])) return '';
    const gallery = properties && valueOf(findFirst(properties, 'docpartgallery'));
    const content = childrenOf(element, 'sdtcontent')
      .map((child) => this.#blocks(child))
      .join('\n');
    const type = gallery === undefined ? undefined : galleries.get(gallery.toLowerCase());
    return type === undefined ? content : `<section epub:type="${type}">${content}</section>`;
  }
}

const galleries: ReadonlyMap<string, string> = new Map([
  ['table of contents', 'toc'],
  ['bibliographies', 'bibliography'],
  ['cover pages', 'titlepage'],
]);

function paragraphMarkup(text: string, properties: Element | undefined, style: WordStyle, startsPage: boolean): string {
  const property = (name: string): Element | undefined => properties && childrenOf(properties, name)[0];
  const level = Math.min(6, outlineLevel(valueOf(property('outlinelvl'))) ?? style.level ?? 0);
  if (level > 0 && style.role !== 'contents') return `<h${level}>${text}</h${level}>`;
  if (style.role !== undefined) return roleMarkup[style.role](text);
  if (isListed(property('numpr'), style)) return `<ul><li>${text}</li></ul>`;
  const name = classOf(properties, style, startsPage);
  return name === undefined ? `<p>${text}</p>` : `<p class="${name}">${text}</p>`;
}

function classOf(properties: Element | undefined, style: WordStyle, startsPage: boolean): string | undefined {
  const [frame, alignment, pageBreak] = ['framepr', 'jc', 'pagebreakbefore'].map(
    (name) => properties && childrenOf(properties, name)[0],
  );
  if (frame && /drop|margin/u.test(attribute(frame, 'dropCap') ?? '')) return 'dropcap';
  const isDisplayed = startsPage || style.isDisplayed || valueOf(alignment) === 'center' || isOn(pageBreak);
  return isDisplayed ? 'set-off' : undefined;
}

const roleMarkup: Readonly<Record<WordRole, (text: string) => string>> = {
  title: (text) => `<p class="title">${text}</p>`,
  contents: (text) => `<section epub:type="toc"><p>${text}</p></section>`,
  index: (text) => `<section epub:type="index"><p>${text}</p></section>`,
  bibliography: (text) => `<section epub:type="bibliography"><p>${text}</p></section>`,
  quotation: (text) => `<blockquote><p>${text}</p></blockquote>`,
  caption: (text) => `<p class="caption">${text}</p>`,
  code: (text) => `<pre class="code">${text.replaceAll('<br/>', '\n')}</pre>`,
};

/** Number 0 takes a paragraph out of the list of its style. */
function isListed(numbering: Element | undefined, style: WordStyle): boolean {
  const number = numbering && valueOf(childrenOf(numbering, 'numid')[0]);
  return number === undefined ? style.isListed : number !== '0';
}

function isEndDeleted(properties: Element | undefined): boolean {
  const marks = properties && childrenOf(properties, 'rpr')[0];
  return marks !== undefined && childrenOf(marks, 'del', 'movefrom').length > 0;
}

function isRowGone(row: Element): boolean {
  const [properties] = childrenOf(row, 'trpr');
  return (
    properties !== undefined &&
    (childrenOf(properties, 'del').length > 0 || isOn(childrenOf(properties, 'hidden')[0]) === true)
  );
}

/** Rows and cells can be inside of controls. */
function rowsOf(parent: Element): Element[] {
  return childrenOf(parent).flatMap((child) =>
    localName(child) === 'tr' ? [child] : wrappers.has(localName(child)) ? rowsOf(child) : [],
  );
}

function cellsOf(parent: Element): Element[] {
  return childrenOf(parent).flatMap((child) =>
    localName(child) === 'tc' ? [child] : wrappers.has(localName(child)) ? cellsOf(child) : [],
  );
}

const wrappers: ReadonlySet<string> = new Set(['sdt', 'sdtcontent', 'customxml', 'ins', 'moveto']);
