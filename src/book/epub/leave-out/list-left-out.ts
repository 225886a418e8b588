import { addTo } from '../../../core/collections/add-to.ts';
import type { LeftOut, LeftOutReason } from '../../../core/book.ts';
import { countWordsOf } from '../../../text/count-words.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import type { LeaveOutHints } from './classify-blocks.ts';
import { bodyBlocks } from './find-notes.ts';
import { reasonByFileName } from './reason-by-name.ts';
import type { SelectOptions, Selection } from './select-blocks.ts';

/** Lists what is not read: one entry per document and reason. */
export function listLeftOut(
  flow: BookFlow,
  { leftOut, notes }: Selection,
  { hints, readsNotes }: SelectOptions,
): LeftOut[] {
  const readNotes = readsNotes ? bodyBlocks(notes) : new Set<FlowBlock>();
  return flow.documents.flatMap((place, index) => {
    const { document, start, end } = place;
    if (start === end) {
      const reason = reasonForNoText(place, index, hints);
      return [{ document: document.path, reason, words: 0, ...aboutText(document.title) }];
    }
    if (leftOut.size === 0 && notes.blocks.size === 0) return [];
    const groups = new Map<LeftOutReason, FlowBlock[]>();
    for (const block of flow.blocks.slice(start, end)) {
      const reason = notes.blocks.has(block) && !readNotes.has(block) ? 'notes' : leftOut.get(block);
      if (reason === undefined) continue;
      addTo(groups, reason, block);
    }
    return [...groups].map(([reason, blocks]) => toLeftOut(reason, blocks, end - start));
  });
}

/** A picture at the start of the book is its cover. */
function reasonForNoText({ document }: PlacedDocument, index: number, hints: LeaveOutHints): LeftOutReason {
  const named = hints.declared.get(document.path) ?? reasonByFileName(document.path);
  return named ?? (document.images > 0 && index === 0 ? 'cover' : 'empty');
}

function toLeftOut(reason: LeftOutReason, blocks: readonly FlowBlock[], documentLength: number): LeftOut {
  const [first] = blocks;
  const isWhole = blocks.length === documentLength || first?.elementId === undefined;
  return {
    document: `${first?.document ?? ''}${isWhole ? '' : `#${first.elementId}`}`,
    reason,
    words: countWordsOf(blocks),
    ...aboutText(blocks.find(({ text }) => text !== '')?.text ?? ''),
  };
}

function aboutText(text: string): Pick<LeftOut, 'about'> {
  if (text === '') return {};
  return { about: text.length <= 60 ? text : `${text.slice(0, 60).trimEnd()}…` };
}
