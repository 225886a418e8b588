import type { Block } from '../../core/book.ts';
import { normalizeWords } from '../guard/source-text.ts';
import { isMark } from './cut-pieces.ts';
import type { Piece } from './cut-pieces.ts';

/** Returns blocks as text for a model: headings and scene breaks as lines that it can leave in place. */
export function markedText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (isMark(block) ? `## ${block.text === '' ? '* * *' : block.text}` : block.text))
    .join('\n\n');
}

/**
 * Returns the parts of a script, one for each run of its source: the marks divide it. A line is a mark when it has the same
 * words. Returns undefined when a mark is missing or not in its place.
 */
export function splitAtMarks(script: string, runs: readonly Piece[]): readonly string[] | undefined {
  let lines = script.split('\n');
  const parts: string[] = [];
  for (const { blocks } of runs) {
    if (!blocks.every(isMark)) continue;
    for (const [index, { text }] of blocks.entries()) {
      const at = lines.findIndex((line) => isLineOf(line, text));
      if (at < 0) return undefined;
      const before = lines.slice(0, at).join('\n');
      if (index === 0) parts.push(before, '');
      // Between two marks there is nothing.
      else if (before.trim() !== '') return undefined;
      lines = lines.slice(at + 1);
    }
  }
  return [...parts, lines.join('\n')];
}

/** The line of a scene break has signs but no words. */
function isLineOf(line: string, mark: string): boolean {
  return line.trim() !== '' && normalizeWords(line) === normalizeWords(mark);
}
