import type { Chapter, LeftOut } from '../../../core/book.ts';
import { countWordsOf } from '../../../text/count-words.ts';
import { leaveOutRules } from '../../leave-out-rules.ts';
import { defaultBookChoices } from '../../default-book-choices.ts';
import type { BookChoices } from '../../book-choices.ts';
import { areChapters, countChapters, startsByHeadings, startsByOutline } from '../../outline/chapter-starts.ts';
import type { ChapterStart, DividedText } from '../../outline/chapter-start.ts';
import { positionsOf } from '../../outline/outline-entry.ts';
import type { OutlineEntry } from '../../outline/outline-entry.ts';
import { isPlaceholderTitle } from '../../titles/title-patterns.ts';
import { keptText, startsByDocuments } from './kept-text.ts';
import type { LeaveOutHints } from '../leave-out/classify-blocks.ts';
import { listLeftOut } from '../leave-out/list-left-out.ts';
import { reasonByType } from '../leave-out/reason-by-name.ts';
import { selectBlocks } from '../leave-out/select-blocks.ts';
import type { Selection } from '../leave-out/select-blocks.ts';
import { fromPrintedContents } from './from-printed-contents.ts';
import { makeChapters } from './make-chapters.ts';
import { placeContents } from './place-contents.ts';
import { withoutTitleEntries } from './without-title-entries.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { PackageDocument } from '../package/package-document.ts';
import type { Contents, ContentsEntry } from '../package/read-contents.ts';

/** A book as its files give it. */
export interface BookParts {
  readonly flow: BookFlow;
  readonly book: PackageDocument;
  readonly contents: Contents;
  /** Title of the book; may be empty. */
  readonly title: string;
  /** Names of its authors and contributors. */
  readonly persons: readonly string[];
}

/** The chapters of a book, and what they do not hold. */
export interface DividedBook {
  readonly chapters: readonly Chapter[];
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
}

/** Selects the blocks that are read and cuts them into chapters. */
export function divideBook(parts: BookParts, choices: BookChoices): DividedBook {
  const { flow, contents, title: bookTitle } = parts;
  const notesMode = choices.notes ?? defaultBookChoices.notes;
  const rules = leaveOutRules(choices);
  const names = { title: bookTitle, persons: parts.persons };
  const outline = withoutTitleEntries(placeContents(contents.entries, flow), flow.blocks, names);
  const options = { hints: hintsOf(parts, outline), rules, readsNotes: notesMode !== 'skip' };
  const selection = selectBlocks(flow, options);
  const listed = contents.entries.length > 0 && outline.length === 0;
  const { starts, warnings } = chooseStarts(flow, selection, { outline, listsTitles: listed }, choices);
  const all = makeChapters({ flow, selection, starts, notesMode, bookTitle });
  const chapters = all.filter(({ title }) => rules.decide(undefined, [title]) === undefined);
  const excluded = all.filter((chapter) => !chapters.includes(chapter)).map(excludedChapter);
  return { chapters, leftOut: [...listLeftOut(flow, selection, options), ...excluded], warnings };
}

function hintsOf({ book, contents, title, persons }: BookParts, outline: readonly OutlineEntry[]): LeaveOutHints {
  const declared = [...book.guide, ...contents.landmarks].flatMap(({ type, path }) => {
    const reason = reasonByType(type);
    return reason === undefined ? [] : [[path, reason] as const];
  });
  return {
    declared: new Map(declared),
    labels: labelsByPath(contents.entries),
    bookTitle: title,
    persons,
    targets: labelsByPosition(outline),
    navPath: book.nav?.path,
  };
}

/** Returns the labels of documents that exactly one entry points at. */
function labelsByPath(entries: readonly ContentsEntry[]): Map<string, string> {
  const all = (list: readonly ContentsEntry[]): ContentsEntry[] =>
    list.flatMap((entry) => [entry, ...all(entry.children)]);
  const labels = new Map<string, string>();
  const shared = new Set<string>();
  for (const { target, label } of all(entries)) {
    if (target === undefined) continue;
    if (labels.has(target.path)) shared.add(target.path);
    labels.set(target.path, label);
  }
  for (const path of shared) labels.delete(path);
  return labels;
}

/** Returns the labels of the entries that lead to each position. */
function labelsByPosition(outline: readonly OutlineEntry[]): Map<number, string[]> {
  const labels = new Map<number, string[]>();
  const visit = ({ label, position, children }: OutlineEntry): void => {
    const list = position === undefined ? undefined : labels.get(position);
    if (list) list.push(label);
    else if (position !== undefined) labels.set(position, [label]);
    children.forEach(visit);
  };
  outline.forEach(visit);
  return labels;
}

interface ChosenStarts {
  readonly starts: readonly ChapterStart[];
  readonly warnings: readonly string[];
}

interface PlacedOutline {
  readonly outline: readonly OutlineEntry[];
  /** The contents list only lines of the title page: its headings are no chapters. */
  readonly listsTitles: boolean;
}

function chooseStarts(
  flow: BookFlow,
  selection: Selection,
  placed: PlacedOutline,
  { splitBy = defaultBookChoices.splitBy }: BookChoices,
): ChosenStarts {
  if (splitBy === 'documents') return { starts: startsByDocuments(flow), warnings: [] };
  const text = keptText(flow, selection.kept);
  if (splitBy === 'headings') return { starts: startsByHeadings(text), warnings: [] };
  if (placed.outline.length > 0) return startsWith(placed.outline, text);
  const found = startsWithout(placed, text);
  if (countChapters(found.starts, text) > 1) return found;
  // A book without other contents can have a page of them.
  const printed = startsByOutline(fromPrintedContents(flow, selection), text);
  return countChapters(printed, text) > 1 ? { starts: printed, warnings: [] } : found;
}

/** Without contents the headings make the chapters, and lines that count divide a long text. */
function startsWithout({ listsTitles }: PlacedOutline, text: DividedText): ChosenStarts {
  const byLines = startsByOutline([], text);
  const byHeadings = countChapters(byLines, text) > 1 || listsTitles ? byLines : startsByHeadings(text);
  return { starts: areChapters(byHeadings, text) ? byHeadings : byLines, warnings: [] };
}

/** Contents that lead to no chapters give way to headings. */
function startsWith(outline: readonly OutlineEntry[], text: DividedText): ChosenStarts {
  const leadsNowhere = positionsOf(outline).length === 0;
  const starts = leadsNowhere ? [] : startsByOutline(outline, text);
  if (countChapters(starts, text) > 1) return { starts, warnings: [] };
  const byHeadings = startsByHeadings(text);
  if (areChapters(byHeadings, text)) {
    const problem = 'The table of contents leads to no chapters; chapters begin at headings instead.';
    return { starts: byHeadings, warnings: [problem] };
  }
  const problem = 'The table of contents does not lead into the text; the book is read as one chapter.';
  return { starts: arePlaceholders(starts, text) ? [] : starts, warnings: leadsNowhere ? [problem] : [] };
}

/** Reports whether all entries with text are placeholders of programs, such as `Start`, which name no chapter. */
function arePlaceholders(starts: readonly ChapterStart[], { blocks, sizes }: DividedText): boolean {
  return starts.every(
    ({ label, isHeading, position }, index) =>
      (!isHeading && isPlaceholderTitle(label)) || sizes(position, starts[index + 1]?.position ?? blocks.length) === 0,
  );
}

function excludedChapter({ title, blocks }: Chapter): LeftOut {
  return { document: blocks[0]?.document ?? '', reason: 'excluded', words: countWordsOf(blocks), about: title };
}
