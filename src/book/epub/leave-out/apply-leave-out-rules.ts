import type { LeaveOutRules } from '../../leave-out-rules.ts';
import type { BookFlow } from '../markup/book-flow.ts';

/** Applies the leave-out rules to the documents of a book, over what was decided about their blocks. */
export function applyLeaveOutRules(flow: BookFlow, rules: LeaveOutRules): void {
  for (const { document, start, end } of flow.documents) {
    const names = [document.path, document.path.slice(document.path.lastIndexOf('/') + 1)];
    for (const block of flow.blocks.slice(start, end)) {
      const reason = rules.decide(block.leftOutReason, names);
      if (reason === undefined) delete block.leftOutReason;
      else block.leftOutReason = reason;
    }
  }
}
