import type { LeftOutReason } from '../../../core/book.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import {
  countLegalPhrases,
  countRightsNotices,
  holdsBookNumber,
  holdsLegalPhrase,
  isMostlyProse,
  isProse,
  sumSizes,
} from '../markup/is-prose.ts';
import { findAdvertising } from './find-advertising.ts';
import { findAuthorNotes } from './find-author-notes.ts';
import { findContentsLists } from './find-contents-lists.ts';
import { findContinuations } from './find-continuations.ts';
import { findLicence } from './find-licence.ts';
import { findNavigation } from './find-navigation.ts';
import type { Notes } from './find-notes.ts';
import { findPageNumbers } from './find-page-numbers.ts';
import { findPrintedContents } from './find-printed-contents.ts';
import { findRecords } from './find-records.ts';
import { findReferences } from './find-references.ts';
import { findTitlePage, namesTitlePage } from './find-title-page.ts';
import { reasonByFileName, reasonByTitle } from './reason-by-name.ts';

/** The blocks that are left out, each with the reason. */
export type LeaveOutReasons = ReadonlyMap<FlowBlock, LeftOutReason>;

/** Facts from the package that help to decide what is left out. */
export interface LeaveOutHints {
  /** Reasons by path, from landmarks and guide. */
  readonly declared: ReadonlyMap<string, LeftOutReason>;
  /** Labels of contents entries that point at the start of a document, by path. */
  readonly labels: ReadonlyMap<string, string>;
  readonly navPath: string | undefined;
  readonly bookTitle: string;
  /** Names of authors and contributors. */
  readonly persons: readonly string[];
  /** Labels of the contents entries that lead to a position in the flow. */
  readonly targets: ReadonlyMap<number, readonly string[]>;
}

/**
 * Finds the blocks that a careful reader would not read aloud. Markup in the text counts first, then landmarks and guide,
 * then names and content. Text that is mostly prose is read whatever its name.
 */
export function classifyBlocks(flow: BookFlow, notes: Notes, hints: LeaveOutHints): LeaveOutReasons {
  const marked = reasonsByMarkup(flow.blocks);
  const { header, licence } = findLicence(flow.blocks);
  const licensed = new Map([...withReason(header, 'licence'), ...marked, ...withReason(licence, 'licence')]);
  const decided = withDocumentReasons(flow, licensed, notes, hints);
  const titlePage = findTitlePage({
    blocks: flow.blocks,
    targets: hints.targets,
    bookTitle: hints.bookTitle,
    persons: hints.persons,
    reasons: decided,
    notes,
  });
  const open = (block: FlowBlock): boolean => !decided.has(block) && !notes.blocks.has(block);
  const reasons = new Map([...notProse(flow, hints, open), ...decided, ...withReason(titlePage, 'title-page')]);
  const continued = findContinuations(flow, {
    reasons,
    targets: hints.targets,
    isOpen: (block) => !reasons.has(block) && !notes.blocks.has(block),
  });
  return new Map([...reasons, ...continued]);
}

type Decision = readonly [FlowBlock, LeftOutReason];

/** Finds what stands between the prose: works and addresses, advertising of distributors, links between pages, page numbers. */
function notProse(flow: BookFlow, { targets }: LeaveOutHints, isOpen: (block: FlowBlock) => boolean): LeaveOutReasons {
  const found = [
    ...findReferences(flow, isOpen),
    ...withReason(findNavigation(flow), 'navigation'),
    ...withReason(findPageNumbers(flow), 'running-head'),
    ...withReason(findAdvertising(flow, targets), 'advertisement'),
    ...withReason(findAuthorNotes(flow), 'comments'),
    ...withReason(findRecords(flow), 'title-page'),
  ];
  return new Map(found.filter(([block]) => isOpen(block)));
}

function withReason(blocks: readonly FlowBlock[], reason: LeftOutReason): readonly Decision[] {
  return blocks.map((block) => [block, reason]);
}

/** Ignores mistaken markup: a "cover" or "contents" that turns out to be prose is read. */
function reasonsByMarkup(blocks: readonly FlowBlock[]): LeaveOutReasons {
  if (blocks.every(({ markupReason }) => markupReason === undefined)) return new Map();
  return new Map(
    runsOfOneReason(blocks).flatMap((run) => {
      const reason = run[0]?.markupReason;
      return reason === undefined || isMistaken(reason, run) ? [] : withReason(run, reason);
    }),
  );
}

function runsOfOneReason(blocks: readonly FlowBlock[]): FlowBlock[][] {
  const runs: FlowBlock[][] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (last?.[0]?.markupReason === block.markupReason && last?.[0]?.document === block.document) last?.push(block);
    else runs.push([block]);
  }
  return runs;
}

function isMistaken(reason: LeftOutReason, run: readonly FlowBlock[]): boolean {
  if (reason === 'copyright') return sumSizes(run) > maxCopyrightSize && countLegalPhrases(run) < 3;
  const canBeProse = reason === 'cover' || reason === 'title-page' || reason === 'contents' || reason === 'index';
  return canBeProse && isMostlyProse(run) && countLegalPhrases(run) < 2;
}

const maxCopyrightSize = 2000;

function withDocumentReasons(
  flow: BookFlow,
  reasons: LeaveOutReasons,
  notes: Notes,
  hints: LeaveOutHints,
): LeaveOutReasons {
  const printed = findPrintedContents(flow);
  const decisions = flow.documents.flatMap((place) => {
    const own = flow.blocks.slice(place.start, place.end);
    const open = own.filter((block) => !reasons.has(block) && !notes.blocks.has(block));
    if (!place.linear) return withReason(open, 'not-linear');
    const lists = new Set([...findContentsLists(own), ...own.filter((block) => printed.has(block))]);
    const rest = open.filter((block) => !lists.has(block));
    const licence = own.filter((block) => reasons.get(block) === 'licence');
    const marked = new Set(own.map((block) => reasons.get(block) === block.markupReason && block.markupReason));
    const guessed = documentReason(place, { open: rest, licence }, hints);
    // Blocks that the markup of a title page excludes, such as a dedication, are not part of it.
    const reason = guessed === 'title-page' && marked.has(guessed) ? undefined : guessed;
    return [
      ...withReason(
        open.filter((block) => lists.has(block)),
        'contents',
      ),
      ...(reason === undefined ? [] : withReason(rest, reason)),
    ];
  });
  return new Map([...reasons, ...decisions]);
}

/** The blocks of a document without a reason so far, and its blocks of a licence. */
interface DocumentBlocks {
  readonly open: readonly FlowBlock[];
  readonly licence: readonly FlowBlock[];
}

function documentReason(
  { document }: PlacedDocument,
  blocks: DocumentBlocks,
  hints: LeaveOutHints,
): LeftOutReason | undefined {
  const { open } = blocks;
  const declared = hints.declared.get(document.path) ?? (hints.navPath === document.path ? 'contents' : undefined);
  const named = reasonByNames(document, open, hints);
  const isListed = hasLabelOfItsOwn(hints.labels.get(document.path), hints.bookTitle);
  const isShort = isShortCopyright(open, isListed);
  if (isMostlyProse(open)) return isShort || isCopyright(open, declared, named) ? 'copyright' : undefined;
  const reasons = [declared, named].filter((reason) => !(isListed && reason === 'title-page'));
  return reasons.find((reason) => reason !== undefined) ?? (isShort ? 'copyright' : reasonOfRemainder(blocks));
}

/** Reports whether the contents list a document by the name of a text, and not as a title page or its rights. */
function hasLabelOfItsOwn(label: string | undefined, bookTitle: string): boolean {
  return label !== undefined && !namesTitlePage(label, bookTitle) && !holdsLegalPhrase(label);
}

/** Copyright pages are prose, too; the package and their names with their phrases set them apart. */
function isCopyright(
  open: readonly FlowBlock[],
  declared: LeftOutReason | undefined,
  named: LeftOutReason | undefined,
): boolean {
  if (sumSizes(open) > maxCopyrightSize) return false;
  return declared === 'copyright' || (named === 'copyright' && countLegalPhrases(open) >= 2);
}

/** Requires more than one sign for pages with a name of their own in the contents: a note about an author can credit its picture. */
function isShortCopyright(open: readonly FlowBlock[], isListed: boolean): boolean {
  if (sumSizes(open) >= 400 || countLegalPhrases(open) < 3) return false;
  const notices = countRightsNotices(open);
  return isListed ? notices >= 2 : notices >= 1 || open.some(holdsBookNumber);
}

function reasonOfRemainder({ open, licence }: DocumentBlocks): LeftOutReason | undefined {
  return isRemainderOfLicence(open, licence) ? 'licence' : undefined;
}

/** A few words around a licence ("About Project Gutenberg") belong to it. */
function isRemainderOfLicence(open: readonly FlowBlock[], licence: readonly FlowBlock[]): boolean {
  const size = sumSizes(open);
  return licence.length > 0 && size * 10 < sumSizes(licence) && size < 40 && !open.some(isProse);
}

function reasonByNames(
  { path, title }: PlacedDocument['document'],
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
