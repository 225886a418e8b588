import type { Chapter, LeftOut } from '../../core/book.ts';
import { countWordsOf } from '../../text/count-words.ts';
import type { BookChoices } from '../book-choices.ts';
import type { BookFlow } from './markup/book-flow.ts';
import {
  contentsTargets,
  sizeBetween,
  startsByContents,
  startsByDocuments,
  startsByHeadings,
} from './chapter-starts.ts';
import type { EpubChapterStart } from './chapter-starts.ts';
import { makeChapters } from './make-chapters.ts';
import type { Contents, ContentsEntry } from './package/read-contents.ts';
import { findNotes, releaseLooseNotes } from './leave-out/find-notes.ts';
import { listLeftOut } from './leave-out/list-left-out.ts';
import { reasonByType } from './leave-out/reason-by-name.ts';
import { markLeftOut } from './leave-out/mark-left-out.ts';
import type { LeaveOutHints } from './leave-out/mark-left-out.ts';
import type { PackageDocument } from './package/package-document.ts';
import { applyLeaveOutRules } from './leave-out/apply-leave-out-rules.ts';
import { leaveOutRules } from '../leave-out-rules.ts';

export interface DividedBook {
  readonly chapters: readonly Chapter[];
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
}

/** Decides what of the flow is read and cuts it into chapters. */
export function divideBook(
  flow: BookFlow,
  book: PackageDocument,
  contents: Contents,
  bookTitle: string,
  choices: BookChoices,
): DividedBook {
  const hints = hintsOf(flow, book, contents, bookTitle);
  const notesMode = choices.notes ?? 'skip';
  findNotes(flow);
  if (notesMode !== 'skip') releaseLooseNotes(flow);
  markLeftOut(flow, hints);
  const rules = leaveOutRules(choices);
  applyLeaveOutRules(flow, rules);
  keepSomething(flow);
  const { starts, warnings } = chooseStarts(flow, contents.entries, choices);
  const all = makeChapters({ flow, starts, notesMode, bookTitle });
  const chapters = all.filter(({ title }) => rules.decide(undefined, [title]) === undefined);
  const dropped = all.filter((chapter) => !chapters.includes(chapter)).map(excluded);
  return { chapters, leftOut: [...listLeftOut(flow, hints, notesMode), ...dropped], warnings };
}

/** A book of which nothing would be left was judged wrongly: what was only guessed is read after all. */
function keepSomething({ blocks }: BookFlow): void {
  if (
    blocks.some(
      ({ leftOutReason: matter, isNote: note, kind }) =>
        matter === undefined && note !== true && kind !== 'scene-break',
    )
  )
    return;
  for (const block of blocks) if (guessed.has(block.leftOutReason ?? '')) delete block.leftOutReason;
}

const guessed: ReadonlySet<string> = new Set(['cover', 'title-page', 'copyright', 'index', 'advertisement']);

function hintsOf(flow: BookFlow, book: PackageDocument, contents: Contents, bookTitle: string): LeaveOutHints {
  const declared = [...book.guide, ...contents.landmarks].flatMap(({ type, path }) => {
    const reason = reasonByType(type);
    return reason === undefined ? [] : [[path, reason] as const];
  });
  return {
    declared: new Map(declared),
    labels: labelsByPath(contents.entries),
    bookTitle,
    targets: new Set(contentsTargets(contents.entries, flow)),
    ...(book.nav && { navPath: book.nav.path }),
  };
}

/** Labels of entries that mean a whole document. */
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

function chooseStarts(
  flow: BookFlow,
  entries: readonly ContentsEntry[],
  { splitBy = 'contents' }: BookChoices,
): { readonly starts: readonly EpubChapterStart[]; readonly warnings: readonly string[] } {
  const whole = [{ position: 0, isPart: false }];
  if (splitBy === 'documents') return { starts: startsByDocuments(flow), warnings: [] };
  if (splitBy === 'headings') {
    const starts = startsByHeadings(flow.blocks);
    return { starts: starts.length > 0 ? starts : whole, warnings: [] };
  }
  const starts = startsByContents(entries, flow, sizeBetween(flow.blocks));
  if (starts.length > 0) return { starts, warnings: [] };
  const warnings =
    entries.length > 0 ? ['The table of contents does not lead into the text; the book is read as one chapter.'] : [];
  return { starts: whole, warnings };
}

function excluded({ title, blocks }: Chapter): LeftOut {
  return { document: blocks[0]?.document ?? '', reason: 'excluded', words: countWordsOf(blocks), about: title };
}
