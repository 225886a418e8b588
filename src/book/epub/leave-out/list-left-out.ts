import type { LeftOut, LeftOutReason } from '../../../core/book.ts';
import { countWordsOf } from '../../../text/count-words.ts';
import type { BookChoices } from '../../book-choices.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { reasonForNoText } from './mark-left-out.ts';
import type { LeaveOutHints } from './mark-left-out.ts';

/** Lists what is not spoken: a line for each document and reason. */
export function listLeftOut(flow: BookFlow, hints: LeaveOutHints, notesMode: BookChoices['notes']): LeftOut[] {
  const spokenNotes =
    notesMode === 'skip'
      ? new Set<FlowBlock>()
      : new Set(flow.blocks.flatMap(({ noteBodies = [] }) => noteBodies.flat()));
  return flow.documents.flatMap((place, index) => {
    const { document, start, end } = place;
    if (start === end)
      return [
        { document: document.path, reason: reasonForNoText(place, index, hints), words: 0, ...aboutOf(document.title) },
      ];
    const groups = new Map<LeftOutReason, FlowBlock[]>();
    for (const block of flow.blocks.slice(start, end)) {
      const reason = block.isNote && !spokenNotes.has(block) ? 'notes' : block.leftOutReason;
      if (reason === undefined) continue;
      const group = groups.get(reason);
      if (group) group.push(block);
      else groups.set(reason, [block]);
    }
    return [...groups].map(([reason, blocks]) => lineOf(reason, blocks, end - start));
  });
}

function lineOf(reason: LeftOutReason, blocks: readonly FlowBlock[], ofBlocks: number): LeftOut {
  const [first] = blocks;
  const isWhole = blocks.length === ofBlocks || first?.elementId === undefined;
  return {
    document: `${first?.document ?? ''}${isWhole ? '' : `#${first.elementId}`}`,
    reason,
    words: countWordsOf(blocks),
    ...aboutOf(blocks.find(({ text }) => text !== '')?.text ?? ''),
  };
}

function aboutOf(text: string): Pick<LeftOut, 'about'> {
  if (text === '') return {};
  return { about: text.length <= 60 ? text : `${text.slice(0, 60).trimEnd()}…` };
}
