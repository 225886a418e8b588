import type { LeftOutReason } from '../../../core/book.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import { findContentsLists } from './find-contents-lists.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { markGutenberg } from './gutenberg.ts';
import { reasonByFileName, reasonByTitle } from './reason-by-name.ts';
import { isMostlyProse, isProse, legalPhrases, sumSizes } from '../markup/is-prose.ts';
import { findTitlePage } from './find-title-page.ts';

/** What the package says about documents, and what the book is called. */
export interface LeaveOutHints {
  /** Reasons by path, from landmarks and guide. */
  readonly declared: ReadonlyMap<string, LeftOutReason>;
  /** Labels of contents entries that point at a document's start, by path. */
  readonly labels: ReadonlyMap<string, string>;
  readonly navPath?: string;
  readonly bookTitle: string;
  /** Positions that contents entries point at. */
  readonly targets: ReadonlySet<number>;
}

/**
 * Marks every block that a careful reader would not read aloud with the reason. Markup in the text counts first, then
 * landmarks and guide, then names and content; text that is mostly prose is kept whatever it is called.
 */
export function markLeftOut(flow: BookFlow, hints: LeaveOutHints): void {
  const { blocks } = flow;
  keepProse(blocks);
  markGutenberg(blocks);
  for (const place of flow.documents) {
    const own = blocks.slice(place.start, place.end);
    if (!place.linear) {
      mark(own, 'not-linear');
      continue;
    }
    mark(findContentsLists(own), 'contents');
    const open = own.filter(({ leftOutReason: matter, isNote: note }) => matter === undefined && note !== true);
    const reason = documentReason(place, open, hints);
    if (reason && open.length > 0) mark(open, reason);
  }
  mark(findTitlePage(blocks, hints.bookTitle, hints.targets), 'title-page');
}

/** Why a document without any words is left out: a picture at the book's start is its cover. */
export function reasonForNoText({ document }: PlacedDocument, index: number, hints: LeaveOutHints): LeftOutReason {
  const named = hints.declared.get(document.path) ?? reasonByFileName(document.path);
  return named ?? (document.images > 0 && index === 0 ? 'cover' : 'empty');
}

function mark(blocks: readonly FlowBlock[], reason: LeftOutReason): void {
  for (const block of blocks) if (block.isNote !== true) block.leftOutReason ??= reason;
}

/** Markup errs too: a "cover" or "contents" that turns out to be prose is read. */
function keepProse(blocks: readonly FlowBlock[]): void {
  for (const run of runs(blocks)) {
    const matter = run[0]?.leftOutReason;
    if (matter !== undefined && isMistaken(matter, run)) for (const block of run) delete block.leftOutReason;
  }
}

/** Blocks in a row that are left out for the same reason. */
function runs(blocks: readonly FlowBlock[]): FlowBlock[][] {
  const result: FlowBlock[][] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (last?.[0]?.leftOutReason === block.leftOutReason && last?.[0]?.document === block.document) last?.push(block);
    else result.push([block]);
  }
  return result;
}

function isMistaken(matter: LeftOutReason, run: readonly FlowBlock[]): boolean {
  if (matter === 'copyright') return sumSizes(run) > longestCopyright && legalPhrases(run) < 3;
  const canBeProse = matter === 'cover' || matter === 'title-page' || matter === 'contents' || matter === 'index';
  return canBeProse && isMostlyProse(run) && legalPhrases(run) < 2;
}

const longestCopyright = 2000;

function documentReason(
  { document }: PlacedDocument,
  open: readonly FlowBlock[],
  hints: LeaveOutHints,
): LeftOutReason | undefined {
  const size = sumSizes(open);
  const declared = hints.declared.get(document.path) ?? (hints.navPath === document.path ? 'contents' : undefined);
  const named = namedReason(document.path, document.title, open, hints);
  if (isMostlyProse(open)) return isCopyright(declared, named, size, open) ? 'copyright' : undefined;
  return declared ?? named ?? byContent(document.blocks, open, size);
}

/** Copyright pages are prose of a kind; those are told by their phrases and by what the package says. */
function isCopyright(
  declared: LeftOutReason | undefined,
  named: LeftOutReason | undefined,
  size: number,
  open: readonly FlowBlock[],
): boolean {
  if (size > longestCopyright) return false;
  if (declared === 'copyright') return true;
  return (named === 'copyright' && legalPhrases(open) >= 2) || (size < 400 && legalPhrases(open) >= 3);
}

function byContent(all: readonly FlowBlock[], open: readonly FlowBlock[], size: number): LeftOutReason | undefined {
  if (size < 400 && legalPhrases(open) >= 3) return 'copyright';
  return isLeftOverOfLicence(all, open) ? 'licence' : undefined;
}

function namedReason(
  path: string,
  title: string,
  open: readonly FlowBlock[],
  hints: LeaveOutHints,
): LeftOutReason | undefined {
  const [first] = open;
  const heading = first?.kind === 'heading' || (first && first.text.length < 40) ? first.text : '';
  return (
    reasonByTitle(hints.labels.get(path) ?? '') ??
    reasonByTitle(heading) ??
    reasonByFileName(path) ??
    reasonByTitle(title)
  );
}

/** A few words around a licence ("About Project Gutenberg") go with it. */
function isLeftOverOfLicence(all: readonly FlowBlock[], open: readonly FlowBlock[]): boolean {
  const licence = all.filter(({ leftOutReason: matter }) => matter === 'licence');
  return licence.length > 0 && sumSizes(open) * 10 < sumSizes(licence) && sumSizes(open) < 40 && !open.some(isProse);
}
