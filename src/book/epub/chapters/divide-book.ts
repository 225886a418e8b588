import type { Chapter, LeftOut } from '../../../core/book.ts';
import { countWordsOf } from '../../../text/count-words.ts';
import { leaveOutRules } from '../../leave-out-rules.ts';
import { defaultBookChoices } from '../../book-choices.ts';
import type { BookChoices } from '../../book-choices.ts';
import {
  contentsTargets,
  sizeBetween,
  startsByContents,
  startsByDocuments,
  startsByHeadings,
} from './chapter-starts.ts';
import type { EpubChapterStart } from './chapter-starts.ts';
import type { LeaveOutHints } from '../leave-out/classify-blocks.ts';
import { listLeftOut } from '../leave-out/list-left-out.ts';
import { reasonByType } from '../leave-out/reason-by-name.ts';
import { selectBlocks } from '../leave-out/select-blocks.ts';
import type { Selection } from '../leave-out/select-blocks.ts';
import { makeChapters } from './make-chapters.ts';
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
  const options = { hints: hintsOf(parts), rules, readsNotes: notesMode !== 'skip' };
  const selection = selectBlocks(flow, options);
  const { starts, warnings } = chooseStarts(flow, selection, contents.entries, choices);
  const all = makeChapters({ flow, selection, starts, notesMode, bookTitle });
  const chapters = all.filter(({ title }) => rules.decide(undefined, [title]) === undefined);
  const excluded = all.filter((chapter) => !chapters.includes(chapter)).map(excludedChapter);
  return { chapters, leftOut: [...listLeftOut(flow, selection, options), ...excluded], warnings };
}

function hintsOf({ flow, book, contents, title }: BookParts): LeaveOutHints {
  const declared = [...book.guide, ...contents.landmarks].flatMap(({ type, path }) => {
    const reason = reasonByType(type);
    return reason === undefined ? [] : [[path, reason] as const];
  });
  return {
    declared: new Map(declared),
    labels: labelsByPath(contents.entries),
    bookTitle: title,
    targets: new Set(contentsTargets(contents.entries, flow)),
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

interface ChosenStarts {
  readonly starts: readonly EpubChapterStart[];
  readonly warnings: readonly string[];
}

function chooseStarts(
  flow: BookFlow,
  { kept }: Selection,
  entries: readonly ContentsEntry[],
  { splitBy = defaultBookChoices.splitBy }: BookChoices,
): ChosenStarts {
  const whole = [{ position: 0, isPart: false }];
  if (splitBy === 'documents') return { starts: startsByDocuments(flow), warnings: [] };
  if (splitBy === 'headings') {
    const starts = startsByHeadings(flow.blocks, kept);
    return { starts: starts.length > 0 ? starts : whole, warnings: [] };
  }
  const starts = startsByContents(entries, flow, sizeBetween(flow.blocks, kept));
  if (starts.length > 0) return { starts, warnings: [] };
  const warnings =
    entries.length > 0 ? ['The table of contents does not lead into the text; the book is read as one chapter.'] : [];
  return { starts: whole, warnings };
}

function excludedChapter({ title, blocks }: Chapter): LeftOut {
  return { document: blocks[0]?.document ?? '', reason: 'excluded', words: countWordsOf(blocks), about: title };
}
