import type { LeftOut, LeftOutReason } from '../../core/book.ts';
import { sizeInWords } from '../../text/count-words.ts';
import { holdsWorks, isBibliographyTitle } from '../titles/bibliography.ts';
import { isSameTitle } from '../titles/same-title.ts';
import { toLeftOut } from './text/sort-front-matter.ts';
import { isNotesTitle, leaveOutReason } from './text/titles.ts';
import type { Passage } from './text/to-passages.ts';
import type { Section } from './to-sections.ts';
import type { LeaveOutRules } from '../leave-out-rules.ts';

/** Options for the chapters of a PDF. */
export interface ChapterOptions {
  /** Title of a chapter without a heading. */
  readonly bookTitle: string;
  /** BCP-47 code of the book. */
  readonly language: string;
  readonly notes: 'skip' | 'inline' | 'end';
  readonly rules: LeaveOutRules;
}

/** Sections that are read, and what was left out of them. */
export interface SortedSections {
  readonly sections: readonly Section[];
  readonly leftOut: readonly LeftOut[];
}

/** Leaves out the sections that are not read aloud, such as an index or endnotes, and half-titles between the others. */
export function sortSections(sections: readonly Section[], options: ChapterOptions): SortedSections {
  const leftOut: LeftOut[] = [];
  const read = sections.flatMap((section) => {
    const names = [section.title, `page ${section.passages[0]?.page ?? 1}`];
    const reason = options.rules.decide(reasonOf(section, options), names);
    if (reason !== undefined) {
      leftOut.push(toLeftOut(section.passages, reason));
      return [];
    }
    const halfTitles = halfTitlesOf(section, options.bookTitle);
    if (halfTitles.length === 0 || options.rules.decide('title-page', []) === undefined) return [section];
    leftOut.push(toLeftOut(halfTitles, 'title-page'));
    return [{ ...section, passages: section.passages.filter((one) => !halfTitles.includes(one)) }];
  });
  return { sections: read, leftOut };
}

function reasonOf(section: Section, { notes }: ChapterOptions): LeftOutReason | undefined {
  const named = leaveOutReason(section.title);
  if (named !== undefined) return named;
  if (notes === 'skip' && isEndnotes(section)) return 'notes';
  return isBibliography(section) ? 'bibliography' : undefined;
}

/** A chapter can be called `References`: a bibliography lists works. */
function isBibliography({ title, passages }: Section): boolean {
  if (!isBibliographyTitle(title)) return false;
  const texts = passages.filter(({ kind, text }) => kind !== 'heading' && text !== '');
  return holdsWorks(texts.map(({ text }) => ({ text, size: sizeInWords(text) })));
}

/** A chapter can be called `Notes`: endnotes are numbered. */
function isEndnotes({ title, passages }: Section): boolean {
  if (!isNotesTitle(title)) return false;
  const notes = passages.filter(({ kind }) => kind !== 'heading' && kind !== 'scene-break');
  return notes.filter(({ text }) => /^(?:[[(]?\d{1,4}[\])]?[.:]?|[*†‡]+)\s/u.test(text)).length > notes.length * 0.4;
}

/** Returns the headings that repeat the book's title on pages of their own. */
function halfTitlesOf({ title, passages }: Section, bookTitle: string): Passage[] {
  if (isSameTitle(title, bookTitle)) return [];
  return passages.filter(
    ({ kind, text, page }, index) =>
      kind === 'heading' &&
      isSameTitle(text, bookTitle) &&
      passages[index - 1]?.page !== page &&
      passages[index + 1]?.page !== page,
  );
}
