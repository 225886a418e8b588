import { escapeMarkup } from '../escape-markup.ts';
import type { MarkupDocument } from '../markup-book.ts';
import { findHeadings } from './find-headings.ts';
import { findListedHeadings, findPrintedContents } from './find-printed-contents.ts';
import { LineJoiner } from './join-wrapped-lines.ts';
import { groupLines } from './text-group.ts';
import type { TextGroup } from './text-group.ts';
import { findTextNotes } from './text-notes.ts';
import type { TextNote } from './text-notes.ts';
import { partsOf, shapeOf } from './text-shape.ts';
import type { TextPart, TextShape } from './text-shape.ts';

/** Converts a plain text: one document for what comes before the first heading, and one for each part and chapter. */
export function textToMarkup(text: string): MarkupDocument[] {
  return new TextWriter(text).documents();
}

class TextWriter {
  readonly #groups: readonly TextGroup[];
  readonly #headings: ReadonlyMap<TextGroup, number>;
  readonly #contents: ReadonlySet<TextGroup>;
  readonly #notes: ReadonlyMap<TextGroup, TextNote | undefined>;
  readonly #shape: TextShape;
  readonly #joiner: LineJoiner;
  readonly #sectionOfNote = new Map<string, string>();
  readonly #written = new Map<string, number>();
  readonly #marks = new Map<string, number>();

  constructor(text: string) {
    this.#joiner = new LineJoiner(text);
    this.#groups = groupLines(text);
    this.#contents = findPrintedContents(this.#groups);
    this.#notes = findTextNotes(this.#groups);
    const open = this.#groups.filter((group) => !this.#contents.has(group) && !this.#notes.has(group));
    this.#headings = findHeadings(open, findListedHeadings(open, this.#contents));
    this.#shape = shapeOf(open);
  }

  documents(): MarkupDocument[] {
    const sections = this.#sections();
    const counts = new Map<string, number>();
    for (const [index, groups] of sections.entries()) {
      for (const group of groups) {
        const label = this.#notes.get(group)?.label;
        if (label !== undefined) this.#sectionOfNote.set(noteId(label, count(counts, label)), sectionPath(index));
      }
    }
    return sections.map((groups, index) => ({
      path: sectionPath(index),
      body: groups.map((group) => this.#write(group)).join('\n'),
    }));
  }

  #sections(): TextGroup[][] {
    const sections: TextGroup[][] = [];
    for (const group of this.#groups) {
      const starts = (this.#headings.get(group) ?? 3) < 3 && !this.#isHeadingOnly(sections.at(-1));
      if (starts || sections.length === 0) sections.push([group]);
      else sections.at(-1)?.push(group);
    }
    return sections;
  }

  /** A part's title and the name below a chapter's number stay with what follows. */
  #isHeadingOnly(section: readonly TextGroup[] | undefined): boolean {
    return section !== undefined && section.every((group) => this.#headings.has(group));
  }

  #write(group: TextGroup): string {
    if (this.#contents.has(group))
      return `<nav epub:type="toc">${group.lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join('')}</nav>`;
    if (this.#notes.has(group)) return this.#noteMarkup(this.#notes.get(group));
    const level = this.#headings.get(group);
    if (level !== undefined) return `<h${level}>${headingMarkup(group)}</h${level}>`;
    return partsOf(group, this.#shape)
      .map((part) => this.#partMarkup(part))
      .join('\n');
  }

  #partMarkup({ kind, lines }: TextPart): string {
    if (kind === 'paragraph') return `<p>${this.#inline(this.#joiner.join(lines))}</p>`;
    return `<p class="verse">${lines.map((line) => this.#inline(line.trim())).join('<br/>')}</p>`;
  }

  #noteMarkup(note: TextNote | undefined): string {
    if (note === undefined) return '';
    const id = noteId(note.label, count(this.#written, note.label));
    const paragraphs = note.paragraphs.map((text) => `<p>${this.#inline(text)}</p>`).join('');
    return `<aside epub:type="footnote" id="${id}">${paragraphs}</aside>`;
  }

  #inline(text: string): string {
    return escapeMarkup(text)
      .replaceAll(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]{1,1000})_(?![\p{L}\p{N}_])/gu, '<i>$1</i>')
      .replaceAll(
        /\[Illustration(?::\s*([^\]]{0,1000}))?\]/giu,
        (_match, caption: string | undefined) => `<img alt="${caption ?? ''}"/>`,
      )
      .replaceAll(/\[([\dA-Z*†]{1,4})\]/gu, (mark, label: string) => this.#markMarkup(mark, label));
  }

  /** The marks of a label lead to its notes in order: numbers can start again in every chapter. */
  #markMarkup(mark: string, label: string): string {
    const id = noteId(label, (this.#marks.get(label) ?? 0) + 1);
    const section = this.#sectionOfNote.get(id);
    if (section === undefined) return mark;
    count(this.#marks, label);
    return `<a epub:type="noteref" href="${section}#${id}">*</a>`;
  }
}

function headingMarkup({ lines }: TextGroup): string {
  return lines
    .map((line) => line.trim().replaceAll(/^_|_$/gu, ''))
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .map((line) => escapeMarkup(line))
    .join('<br/>');
}

function sectionPath(index: number): string {
  return `section-${index + 1}`;
}

function noteId(label: string, occurrence: number): string {
  return `note-${Buffer.from(label).toString('hex')}-${occurrence}`;
}

function count(counts: Map<string, number>, key: string): number {
  const value = (counts.get(key) ?? 0) + 1;
  counts.set(key, value);
  return value;
}
