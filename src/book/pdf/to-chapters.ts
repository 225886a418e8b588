import { addTo } from '../../core/collections/add-to.ts';
import type { Block, BlockPicture, Chapter, EmphasisRange, LeftOut } from '../../core/book.ts';
import { countWordsOf } from '../../text/count-words.ts';
import type { ChapterStart } from '../outline/chapter-start.ts';
import { startsLikePart } from '../titles/title-patterns.ts';
import { isSameTitle } from '../titles/same-title.ts';
import type { Footnote } from './text/extract-footnotes.ts';
import { headingEmphasis } from './text/line-emphasis.ts';
import { frontMatterLength, sortFrontMatter } from './text/sort-front-matter.ts';
import type { Passage, PlacedPicture } from './text/to-passages.ts';
import { sortSections } from './sort-sections.ts';
import type { SortedSections, ChapterOptions } from './sort-sections.ts';
import { toSections } from './to-sections.ts';
import type { Section } from './to-sections.ts';
import { pictureOnPage } from '../present/announcements.ts';
import { normalizeForComparison } from '../normalize-for-comparison.ts';

/** The chapters of a PDF, and what was left out when they were formed. */
export interface PdfChapters {
  readonly chapters: readonly Chapter[];
  readonly leftOut: readonly LeftOut[];
}

/** Divides passages into chapters and places the footnotes as `notes` requests. */
export function toChapters(
  passages: readonly Passage[],
  starts: readonly ChapterStart[],
  notes: readonly Footnote[],
  options: ChapterOptions,
): PdfChapters {
  const { sections, leftOut } = divide(passages, starts, options);
  const placed = placeNotes(sections, notes);
  const chapters = sections.map((section) => toChapter(section, placed, options));
  const skipped = options.notes === 'skip' ? chapters.flatMap((chapter) => skippedNotes(chapter)) : [];
  return { chapters, leftOut: [...leftOut, ...skipped] };
}

function divide(
  passages: readonly Passage[],
  starts: readonly ChapterStart[],
  options: ChapterOptions,
): SortedSections {
  const { bookTitle, rules } = options;
  const first = starts[0] === undefined ? frontMatterLength(passages) : beginningOf(starts[0].position, passages);
  const front = sortFrontMatter(passages.slice(0, first), rules);
  const divided =
    starts.length > 0
      ? toSections(passages, withFirst(starts, first), bookTitle)
      : asOneSection(passages.slice(first), bookTitle);
  const { sections, leftOut } = sortSections(divided, options);
  return {
    sections: [...asOneSection(front.kept, bookTitle), ...sections],
    leftOut: [...front.leftOut, ...leftOut],
  };
}

function withFirst([start, ...others]: readonly ChapterStart[], position: number): ChapterStart[] {
  return start === undefined ? [] : [{ ...start, position }, ...others];
}

/** Returns where the first chapter begins: at the title of its part on the page before, if that says nothing else. */
function beginningOf(position: number, passages: readonly Passage[]): number {
  const page = passages[position - 1]?.page;
  const first = passages.findIndex((one) => one.page === page);
  const isPart = startsLikePart(passages[first]?.text ?? '');
  const isTitle = passages.slice(first, position).every(({ kind }) => kind === 'heading');
  return page !== undefined && page < (passages[position]?.page ?? 0) && isPart && isTitle ? first : position;
}

function asOneSection(passages: readonly Passage[], bookTitle: string): Section[] {
  if (!passages.some((one) => one.text !== '')) return [];
  const heading = passages[0]?.kind === 'heading' ? passages[0] : undefined;
  return [
    { title: heading?.text ?? bookTitle, source: heading === undefined ? 'document-title' : 'heading', passages },
  ];
}

/** Assigns each note to the passage with its mark, or to the last passage of its page. */
function placeNotes(
  sections: readonly Section[],
  notes: readonly Footnote[],
): ReadonlyMap<Passage, readonly Footnote[]> {
  const passages = sections.flatMap((section) => section.passages).filter((one) => one.text !== '');
  const placed = new Map<Passage, Footnote[]>();
  const marked = new Map<string, Passage>();
  const lastOfPage = new Map<number, Passage>();
  for (const passage of passages) {
    lastOfPage.set(passage.page, passage);
    for (const { mark, page } of passage.marks) marked.set(`${page} ${mark}`, passage);
  }
  for (const note of notes) {
    const passage =
      marked.get(`${note.page} ${note.mark}`) ??
      lastOfPage.get(note.page) ??
      passages.findLast((one) => one.page <= note.page);
    if (passage !== undefined) addTo(placed, passage, note);
  }
  return placed;
}

function toChapter(
  section: Section,
  placed: ReadonlyMap<Passage, readonly Footnote[]>,
  { notes: notesOption, language }: ChapterOptions,
): Chapter {
  const blocks: Block[] =
    section.source !== 'contents' || hasTitle(section)
      ? []
      : [{ kind: 'heading', text: section.title, level: 1, document: pageOf(section.passages[0]) }];
  const notes: Block[] = [];
  for (const passage of section.passages) {
    blocks.push(toBlock(passage, language));
    for (const note of placed.get(passage) ?? []) {
      const block = toNote(note);
      if (notesOption === 'inline') blocks.push(block);
      else notes.push(block);
    }
  }
  if (notesOption === 'end') blocks.push(...notes);
  return {
    title: section.title,
    titleSource: section.source,
    blocks: trimSceneBreaks(blocks),
    notes: notesOption === 'skip' && notes.length > 0 ? notes : undefined,
  };
}

/** Reports whether the headings at the beginning of a chapter contain its title. */
function hasTitle(section: Section): boolean {
  const key = normalizeForComparison(section.title);
  const headings = section.passages
    .slice(0, 6)
    .flatMap((one) => (one.kind === 'heading' ? [normalizeForComparison(one.text)] : []));
  const texts = section.passages.slice(0, 6).flatMap((one) => (one.kind === 'heading' ? [one.text] : []));
  if (headings.join('').includes(key) || headings.some((one) => one !== '' && key.endsWith(one))) return true;
  return [texts.join(' '), ...texts].some((text) => isSameTitle(text, section.title));
}

function toNote({ text, page, emphasis }: Footnote): Block {
  return { kind: 'footnote', text, document: `page ${page}`, ...(emphasis && { emphasis }) };
}

function toBlock(passage: Passage, language: string): Block {
  const { pictures = [] } = passage;
  const emphasis = emphasisIn(passage);
  return {
    kind: passage.kind,
    text: passage.text,
    level: passage.level,
    document: pageOf(passage),
    ...(emphasis && { emphasis }),
    ...(pictures.length > 0 && { pictures: pictures.map((picture) => toBlockPicture(picture, language)) }),
  };
}

function emphasisIn({ kind, text, emphasis }: Passage): readonly EmphasisRange[] | undefined {
  return kind === 'heading' && emphasis ? headingEmphasis(text, emphasis) : emphasis;
}

function toBlockPicture({ page, source, alt, place }: PlacedPicture, language: string): BlockPicture {
  return { place, source, alt: alt ?? pictureOnPage(page, language) };
}

function pageOf(passage: Passage | undefined): string {
  return `page ${passage?.page ?? 1}`;
}

/** Removes scene breaks at the end of a chapter, where they separate nothing. */
function trimSceneBreaks(blocks: readonly Block[]): Block[] {
  const last = blocks.findLastIndex((block) => block.kind !== 'scene-break');
  return blocks.slice(0, last + 1);
}

function skippedNotes(chapter: Chapter): LeftOut[] {
  const notes = chapter.notes ?? [];
  const [first] = notes;
  if (first === undefined) return [];
  const words = countWordsOf(notes);
  return [
    {
      document: first.document,
      reason: 'notes',
      words,
      about: `${notes.length} ${notes.length === 1 ? 'footnote' : 'footnotes'} of “${chapter.title}”`,
    },
  ];
}
