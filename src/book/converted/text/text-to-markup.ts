import { escapeMarkup } from '../../../core/strings/escape-xml.ts';
import type { MarkupDocument } from '../markup-book.ts';
import { pictureMarkup } from '../picture-markup.ts';
import { findHeadings } from './find-headings.ts';
import { findListedHeadings, findPrintedContents } from './find-printed-contents.ts';
import { LineJoiner } from './join-wrapped-lines.ts';
import { divideNotes, findMarkedNotes } from './marked-notes.ts';
import { findBrackets, inlineBracket } from './text-brackets.ts';
import type { TextBracket } from './text-brackets.ts';
import { groupLines } from './text-group.ts';
import type { TextGroup } from './text-group.ts';
import { marksToMarkup, withoutMarks } from './text-marks.ts';
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
  readonly #brackets: ReadonlyMap<TextGroup, TextBracket | undefined>;
  readonly #shape: TextShape;
  readonly #joiner: LineJoiner;
  readonly #sectionOfNote = new Map<string, string>();
  readonly #written = new Map<string, number>();
  readonly #marks = new Map<string, number>();

  constructor(text: string) {
    this.#joiner = new LineJoiner(text);
    const { groups, brackets } = findBrackets(divideNotes(groupLines(text)));
    this.#groups = groups;
    this.#brackets = brackets;
    this.#contents = findPrintedContents(this.#groups);
    this.#notes = new Map([
      ...findMarkedNotes(groups.filter((group) => !this.#contents.has(group))),
      ...findTextNotes(groups),
    ]);
    const apart = [this.#contents, this.#notes, brackets];
    const open = groups.filter((group) => !apart.some((some) => some.has(group)));
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
    return section !== undefined && section.every((group) => this.#headings.has(group) || this.#brackets.has(group));
  }

  #write(group: TextGroup): string {
    if (this.#contents.has(group))
      return `<nav epub:type="toc">${group.lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join('')}</nav>`;
    if (this.#notes.has(group)) return this.#noteMarkup(this.#notes.get(group));
    if (this.#brackets.has(group)) return this.#bracketMarkup(this.#brackets.get(group));
    const level = this.#headings.get(group);
    if (level !== undefined) return `<h${level}>${this.#headingMarkup(group)}</h${level}>`;
    return partsOf(group, this.#shape)
      .map((part) => this.#partMarkup(part))
      .join('\n');
  }

  #partMarkup({ kind, lines }: TextPart): string {
    if (kind === 'paragraph') return `<p>${this.#inline(this.#joiner.join(lines))}</p>`;
    const verse = this.#inline(lines.map((line) => line.trim()).join('\n'));
    return `<p class="verse">${verse.replaceAll('\n', '<br/>')}</p>`;
  }

  #noteMarkup(note: TextNote | undefined): string {
    if (note === undefined) return '';
    const id = noteId(note.label, count(this.#written, note.label));
    const paragraphs = note.paragraphs.map((text) => `<p>${this.#inline(text)}</p>`).join('');
    return `<aside epub:type="footnote" id="${id}">${paragraphs}</aside>`;
  }

  #headingMarkup({ lines }: TextGroup): string {
    return lines
      .map((line) => line.trim().replaceAll(/^_|_$/gu, ''))
      .filter((line) => /[\p{L}\p{N}]/u.test(line))
      .map((line) => this.#inline(line))
      .join('<br/>');
  }

  #bracketMarkup(bracket: TextBracket | undefined): string {
    if (bracket === undefined) return '';
    const { kind, paragraphs } = bracket;
    if (kind === 'picture') return pictureMarkup(withoutMarks(paragraphs.join(' ')));
    return paragraphs.map((text) => `<p class="caption">${this.#inline(text)}</p>`).join('');
  }

  #inline(text: string): string {
    const pictures: string[] = [];
    const marked = text.replaceAll(inlineBracket, (_match, alt: string | undefined, sideNote: string | undefined) =>
      sideNote === undefined ? `\uE000${pictures.push(withoutMarks(alt ?? '')) - 1}\uE001` : `(${sideNote})`,
    );
    return marksToMarkup(marked)
      .replaceAll(/\[([\dA-Z*†]{1,4})\]/gu, (mark, label: string) => this.#markMarkup(mark, label))
      .replaceAll(/\uE000(\d+)\uE001/gu, (_match, index: string) => pictureMarkup(pictures[Number(index)] ?? ''));
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
