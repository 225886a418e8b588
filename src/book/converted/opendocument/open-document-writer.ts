import { attribute, childrenOf, localName } from '../../epub/markup/markup-tree.ts';
import type { Element } from '../../epub/markup/markup-tree.ts';
import { escapeMarkup } from '../../../core/strings/escape-xml.ts';
import type { OpenDocumentStyle, OpenDocumentStyles } from './open-document-styles.ts';
import { noteId, SpanWriter } from './span-writer.ts';

/** Writes the paragraphs, lists and tables of an OpenDocument text as XHTML. */
export class OpenDocumentWriter {
  readonly #styles: OpenDocumentStyles;
  readonly #spans: SpanWriter;
  #notes: string[] = [];

  constructor(styles: OpenDocumentStyles) {
    this.#styles = styles;
    this.#spans = new SpanWriter(styles);
  }

  /** Writes an element of the text, of a table cell, of a note or of a text box. */
  block(element: Element): string {
    return this.#writers.get(localName(element))?.(element) ?? '';
  }

  /** Returns the notes of all that was written since the last call. */
  takeNotes(): string {
    const notes = this.#notes.join('\n');
    this.#notes = [];
    return notes;
  }

  readonly #writers: ReadonlyMap<string, (element: Element) => string> = new Map([
    ['p', (element) => this.#paragraph(element)],
    ['h', (element) => this.#paragraph(element)],
    ['list', (element) => this.#list(element)],
    ['table', (element) => this.#table(element)],
    ['section', (element) => this.#section(element)],
    ['frame', (element) => this.#floating(element)],
    ['custom-shape', (element) => this.#floating(element)],
    ['numbered-paragraph', (element) => this.#blocks(element)],
    ['bibliography', (element) => this.#index(element, 'bibliography')],
    ['alphabetical-index', (element) => this.#index(element, 'index')],
    ...['table-of-content', 'illustration-index', 'table-index', 'object-index', 'user-index'].map(
      (name) => [name, (element: Element) => this.#index(element, 'toc')] as const,
    ),
  ]);

  #blocks(parent: Element): string {
    return childrenOf(parent)
      .map((child) => this.block(child))
      .join('\n');
  }

  #paragraph(element: Element): string {
    const style = this.#styles.find('paragraph', attribute(element, 'style-name'));
    const isConcealed = childrenOf(element, 'hidden-paragraph').some(
      (field) => attribute(field, 'is-hidden') === 'true',
    );
    const { markup, hidden, boxes, notes } = this.#spans.write(element, style.isHidden || isConcealed);
    const level = localName(element) === 'h' ? Number(attribute(element, 'outline-level') ?? 1) : style.level;
    const written = [
      ...(markup.trim() === '' ? [] : [this.#inLanguage(paragraphMarkup(markup, level, style), style.language)]),
      ...(hidden === '' ? [] : [`<p hidden="">${hidden}</p>`]),
      ...boxes.map((box) => this.#blocks(box)),
    ];
    for (const note of notes) this.#writeNote(note);
    return written.join('\n');
  }

  #inLanguage(markup: string, language: string | undefined): string {
    if (language === undefined || language === this.#styles.language) return markup;
    return `<div xml:lang="${escapeMarkup(language)}">${markup}</div>`;
  }

  #writeNote(note: Element): void {
    const type = attribute(note, 'note-class') === 'endnote' ? 'endnote' : 'footnote';
    const text = childrenOf(note, 'note-body').map((body) => this.#blocks(body));
    this.#notes.push(`<aside epub:type="${type}" id="${noteId(note)}">${text.join('')}</aside>`);
  }

  #list(list: Element): string {
    const items = childrenOf(list, 'list-header', 'list-item').map((item) => `<li>${this.#blocks(item)}</li>`);
    return `<ul>${items.join('\n')}</ul>`;
  }

  #table(table: Element): string {
    const rows = rowsOf(table).map((row) => {
      const cells = childrenOf(row, 'table-cell').map((cell) => `<td>${this.#blocks(cell)}</td>`);
      return `<tr>${cells.join('')}</tr>`;
    });
    return `<table>${rows.join('\n')}</table>`;
  }

  #section(section: Element): string {
    const isHidden = attribute(section, 'display') === 'none';
    return `<section${isHidden ? ' hidden=""' : ''}>${this.#blocks(section)}</section>`;
  }

  /** Content that is anchored at a page. */
  #floating(element: Element): string {
    const boxes = localName(element) === 'frame' ? childrenOf(element, 'text-box') : [element];
    return boxes.map((box) => this.#blocks(box)).join('\n');
  }

  #index(element: Element, type: string): string {
    const text = childrenOf(element, 'index-body').flatMap((body) =>
      childrenOf(body).map((child) => (localName(child) === 'index-title' ? this.#blocks(child) : this.block(child))),
    );
    return `<section epub:type="${type}">${text.join('\n')}</section>`;
  }
}

function paragraphMarkup(text: string, level: number | undefined, { role, isDisplayed }: OpenDocumentStyle): string {
  if (level !== undefined) {
    const tag = `h${Math.min(6, Math.max(1, level || 1))}`;
    return `<${tag}>${text}</${tag}>`;
  }
  if (role === 'quotation') return `<blockquote><p>${text}</p></blockquote>`;
  if (role === 'code') return `<pre class="code">${text.replaceAll('<br/>', '\n')}</pre>`;
  const name = role ?? (isDisplayed ? 'set-off' : undefined);
  return name === undefined ? `<p>${text}</p>` : `<p class="${name}">${text}</p>`;
}

/** Rows can be grouped, as those of a head are. */
function rowsOf(parent: Element): Element[] {
  return childrenOf(parent).flatMap((child) => {
    const name = localName(child);
    if (name === 'table-row') return [child];
    return /^table-(?:header-rows|rows|row-group)$/u.test(name) ? rowsOf(child) : [];
  });
}
