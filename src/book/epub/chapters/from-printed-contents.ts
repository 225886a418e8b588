import { addTo } from '../../../core/collections/add-to.ts';
import { normalizeTitle } from '../../titles/same-title.ts';
import type { OutlineEntry } from '../../outline/outline-entry.ts';
import type { Selection } from '../leave-out/select-blocks.ts';
import type { BookFlow } from '../markup/book-flow.ts';

/** Longer lines are text. */
const maxLength = 200;
/** Fewer of its entries found, and the list is that of something else: pictures, another volume. */
const minShare = 0.6;

/** Returns the entries of the contents that are printed in the text, placed at the lines below that say the same; none if most are not found. */
export function fromPrintedContents(flow: BookFlow, selection: Selection): OutlineEntry[] {
  const { blocks } = flow;
  const { leftOut } = selection;
  const listed = blocks.flatMap((block, at) => (leftOut.get(block) === 'contents' ? [{ text: block.text, at }] : []));
  const [heading, ...rest] = listed;
  if (heading === undefined || rest.length < 2) return [];
  const lines = linesByTitle(flow, selection, heading.at);
  let last = listed.at(-1)?.at ?? 0;
  const found = rest.flatMap(({ text }) => {
    const names = [text, text.replace(/[\s.·…_]*\p{Nd}+$/u, '')].map((name) => normalizeTitle(name));
    const position = names.flatMap((name) => lines.get(name) ?? []).find((at) => at > last);
    if (position === undefined) return [];
    last = position;
    const label = blocks[position]?.text ?? text;
    return [{ label, position, path: undefined, isHeading: false, children: [] }];
  });
  return found.length >= Math.max(2, minShare * rest.length) ? found : [];
}

/** Returns the places of the short lines that are read from a position on, by what they say. */
function linesByTitle(
  { blocks }: BookFlow,
  { kept }: Selection,
  start: number,
): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  for (const [at, block] of blocks.entries()) {
    if (at < start || !kept.has(block) || block.text.length > maxLength) continue;
    const title = normalizeTitle(block.text);
    addTo(lines, title, at);
  }
  return lines;
}
