import type { DividedText } from './chapter-start.ts';
import { maxChapterWords } from './choose-levels.ts';
import type { OutlineEntry } from './outline-entry.ts';

/** A piece of a long chapter ends at the first break after half an hour, so that one more scene is not too long. Words. */
const minPieceWords = maxChapterWords / 3;

/**
 * Returns an outline of breaks between scenes that divide a long text into pieces of half an hour or more. They are counted
 * from the second, since the first has the name of the chapter.
 */
export function outlineOfBreaks(
  { blocks, sizes }: DividedText,
  { start, end }: { readonly start: number; readonly end: number },
): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let piece = start;
  for (let at = start; at < end; at += 1) {
    if (blocks[at]?.kind !== 'scene-break') continue;
    const position = at + 1;
    if (sizes(piece, position) < minPieceWords || sizes(position, end) < minPieceWords) continue;
    const label = String(entries.length + 2);
    entries.push({ label, position, path: undefined, isHeading: false, isCounted: true, children: [] });
    piece = position;
  }
  return entries;
}
