import type { Block } from '../core/book.ts';
import { blocksToScript } from './script/script-text.ts';
import type { ScriptOrigin, ScriptStep } from './narration-event.ts';

/** Reports whether a step left the book's own words in a script because none was accepted. Phrases in a third language may stay. */
export function isReadFromBook({ action, reason }: { readonly action: string; readonly reason: string }): boolean {
  return action === 'source-text' && reason !== 'untranslated';
}

/** Returns the origin of a script by its steps: one that was not written as a whole does not count as `written` or `kept`. */
export function originBySteps(
  { origin, blocks }: { readonly origin: ScriptOrigin; readonly blocks: readonly Block[] },
  steps: readonly ScriptStep[],
  source: readonly Block[],
): ScriptOrigin {
  if (origin === 'edited' || origin === 'unchanged' || origin === 'directed') return origin;
  const isPartial = steps.some((step) => step.action === 'gap' || isReadFromBook(step));
  if (!isPartial) return origin;
  return blocksToScript(blocks) === blocksToScript(source) ? 'unchanged' : 'partly-written';
}
