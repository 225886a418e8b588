import { attribute, childrenOf, isElement, localName, textOf } from '../../epub/markup/markup-tree.ts';
import type { ChildNode, Element } from '../../epub/markup/markup-tree.ts';
import { escapeMarkup } from '../../../core/strings/escape-xml.ts';
import { pictureMarkup } from '../picture-markup.ts';
import { binaryId } from './find-binary.ts';

/** The positions of the elements of a FictionBook after the conversion. */
export interface SectionPlaces {
  /** Path of the document with each id. */
  readonly paths: ReadonlyMap<string, string>;
  readonly notesPath: string;
}

type Writer = (element: Element, level: number) => string;

/** Writes the elements of a FictionBook as XHTML. `level` is the number of sections around an element. */
export class SectionWriter {
  readonly #places: SectionPlaces;

  constructor(places: SectionPlaces) {
    this.#places = places;
  }

  /** Writes an element or a text. */
  write(node: ChildNode, level: number): string {
    if (!isElement(node)) return escapeMarkup(node);
    const name = localName(node);
    return (this.#writers.get(name) ?? this.#wrappers.get(name) ?? this.#children)(node, level);
  }

  /** Writes a body of notes: each section with an id, or without sections in it, is a note. */
  writeNotes(body: Element): string {
    return childrenOf(body)
      .map((child) => {
        if (localName(child) !== 'section') return this.write(child, 1);
        const isGroup = attribute(child, 'id') === undefined && childrenOf(child, 'section').length > 0;
        return isGroup ? this.writeNotes(child) : this.#note(child);
      })
      .join('\n');
  }

  readonly #writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
    ['section', (element, level) => this.#wrap('section', element, level + 1)],
    ['title', (element, level) => this.#title(element, level)],
    ['subtitle', (element, level) => this.#subtitle(element, level)],
    ['empty-line', () => ''],
    ['image', (element) => pictureMarkup(attribute(element, 'alt') ?? '', binaryId(element))],
    ['a', (element, level) => this.#link(element, level)],
    ['poem', (element, level) => this.#children(element, level + 1)],
    ['stanza', (element, level) => this.#stanza(element, level)],
    ['binary', () => ''],
  ]);

  readonly #wrappers: ReadonlyMap<string, Writer> = new Map(
    Object.entries({
      p: 'p',
      'text-author': 'p',
      date: 'p',
      epigraph: 'blockquote',
      cite: 'blockquote',
      annotation: 'blockquote',
      v: 'p class="verse"',
      table: 'table',
      tr: 'tr',
      td: 'td',
      th: 'th',
      strong: 'b',
      emphasis: 'i',
      style: 'span',
      strikethrough: 's',
      sub: 'sub',
      sup: 'sup',
      code: 'code',
    }).map(([name, tag]) => [name, (element: Element, level: number) => this.#wrap(tag, element, level)]),
  );

  readonly #children: Writer = (element, level) => {
    const elements = childrenOf(element);
    let place = -1;
    return element.children
      .map((child) => {
        if (isElement(child)) place += 1;
        return isElement(child) && isBreak(elements, place) ? '<hr/>' : this.write(child, level);
      })
      .join('');
  };

  #wrap(tag: string, element: Element, level: number): string {
    return `<${tag}${sharedAttributes(element)}>${this.#children(element, level)}</${tag.split(' ')[0]}>`;
  }

  /** The only body's own title is that of the book. */
  #title(element: Element, level: number): string {
    if (level === 0) return `<div epub:type="titlepage">${this.#heading(element, 1)}</div>`;
    return this.#heading(element, level);
  }

  #subtitle(element: Element, level: number): string {
    return /[\p{L}\p{N}]/u.test(textOf(element)) ? this.#heading(element, level + 1) : '<hr/>';
  }

  #heading(element: Element, level: number): string {
    const lines = childrenOf(element, 'p');
    const tag = `h${Math.min(6, Math.max(1, level))}`;
    const text = (lines.length === 0 ? [element] : lines).map((line) => this.#children(line, level)).join('<br/>');
    return `<${tag}${sharedAttributes(element)}>${text}</${tag}>`;
  }

  #stanza(element: Element, level: number): string {
    const lines = childrenOf(element, 'v').map((line) => this.#children(line, level));
    const others = childrenOf(element).filter((child) => localName(child) !== 'v');
    return `${others.map((child) => this.write(child, level)).join('')}<p class="verse">${lines.join('<br/>')}</p>`;
  }

  #link(element: Element, level: number): string {
    const reference = attribute(element, 'href')?.trim() ?? '';
    const text = this.#children(element, level);
    if (!reference.startsWith('#')) return text;
    const id = reference.slice(1);
    const path = this.#places.paths.get(id);
    if (path === undefined) return text;
    const isMark = attribute(element, 'type') === 'note' || path === this.#places.notesPath;
    const type = isMark ? ' epub:type="noteref"' : '';
    return `<a${type} href="${path}#${escapeMarkup(encodeURIComponent(id))}">${text}</a>`;
  }

  /** The number of a note is written before its text, where the rules for notes look for it. */
  #note(section: Element): string {
    const [title] = childrenOf(section, 'title');
    const label = title === undefined ? '' : textOf(title);
    const isNumber = /^[[(]?(?:\d{1,4}|[*†‡§¶]{1,3})[\])]?[.:]?$/u.test(label);
    const rest = section.children.filter((child) => child !== title);
    const text = rest.map((child) => this.write(child, 2)).join('');
    const numbered = isNumber ? text.replace(/<p(?: [^>]*)?>/u, (tag) => `${tag}${escapeMarkup(label)} `) : text;
    const heading = isNumber || label === '' ? '' : `<p>${escapeMarkup(label)}</p>`;
    return `<aside epub:type="footnote"${sharedAttributes(section)}>${heading}${numbered}</aside>`;
  }
}

function sharedAttributes(element: Element): string {
  const [id, language] = [attribute(element, 'id'), attribute(element, 'lang')];
  return [
    id === undefined ? '' : ` id="${escapeMarkup(id)}"`,
    language === undefined ? '' : ` xml:lang="${escapeMarkup(language)}"`,
  ].join('');
}

/** An empty line between paragraphs is a break; beside anything else it is only space. */
function isBreak(siblings: readonly Element[], place: number): boolean {
  const names = siblings.slice(Math.max(0, place - 1), place + 2).map((element) => localName(element));
  return names.join(' ') === 'p empty-line p';
}
