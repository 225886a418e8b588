import type { LeaveOutRules } from '../../leave-out-rules.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { classifyBlocks } from './classify-blocks.ts';
import type { LeaveOutHints, LeaveOutReasons } from './classify-blocks.ts';
import { findNotes, withoutLooseNotes } from './find-notes.ts';
import type { Notes } from './find-notes.ts';

/** The blocks that are read, and the reasons for leaving out the others. */
export interface Selection {
  /** Blocks that are read in their place. */
  readonly kept: ReadonlySet<FlowBlock>;
  readonly leftOut: LeaveOutReasons;
  readonly notes: Notes;
}

/** Options of `selectBlocks`. */
export interface SelectOptions {
  readonly hints: LeaveOutHints;
  readonly rules: LeaveOutRules;
  /** Notes are read after the block that refers to them or at the end of the chapter. */
  readonly readsNotes: boolean;
}

/** Decides for every block of the book whether it is read. */
export function selectBlocks(flow: BookFlow, { hints, rules, readsNotes }: SelectOptions): Selection {
  const allNotes = findNotes(flow);
  const notes = readsNotes ? withoutLooseNotes(flow, allNotes) : allNotes;
  const classified = classifyBlocks(flow, notes, hints);
  const chosen = withRules(flow, classified, rules);
  const leftOut = holdsText(flow, chosen, notes) ? chosen : withoutGuesses(chosen);
  const kept = new Set(flow.blocks.filter((block) => !leftOut.has(block) && !notes.blocks.has(block)));
  return { kept, leftOut, notes };
}

/** Applies `include` and `exclude`, document by document. */
function withRules(flow: BookFlow, reasons: LeaveOutReasons, rules: LeaveOutRules): LeaveOutReasons {
  return new Map(
    flow.documents.flatMap(({ document, start, end }) => {
      const names = [document.path, document.path.slice(document.path.lastIndexOf('/') + 1)];
      const own = flow.blocks.slice(start, end);
      const decided = new Map(
        [...new Set(own.map((block) => reasons.get(block)))].map((reason) => [reason, rules.decide(reason, names)]),
      );
      if ([...decided.values()].every((reason) => reason === undefined)) return [];
      return own.flatMap((block) => {
        const reason = decided.get(reasons.get(block));
        return reason === undefined ? [] : [[block, reason] as const];
      });
    }),
  );
}

function holdsText({ blocks }: BookFlow, reasons: LeaveOutReasons, notes: Notes): boolean {
  return blocks.some((block) => block.kind !== 'scene-break' && !reasons.has(block) && !notes.blocks.has(block));
}

/** A book of which nothing remains was misjudged: what was only guessed is read after all. */
function withoutGuesses(reasons: LeaveOutReasons): LeaveOutReasons {
  return new Map([...reasons].filter(([, reason]) => !guessedReasons.has(reason)));
}

const guessedReasons: ReadonlySet<string> = new Set([
  'cover',
  'title-page',
  'copyright',
  'index',
  'advertisement',
  'bibliography',
  'links',
  'navigation',
]);
