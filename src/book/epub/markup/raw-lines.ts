import type { TextContext } from './context/text-context.ts';
import { normalizeText } from './normalize-text.ts';

/** A private-use character that marks the end of a table cell until the row is written. */
export const cellEnd = '\uE000';
/** A private-use character for a line end of the source, which counts in programs alone. */
const codeLineEnd = '\uE001';

/** Returns a text whose line ends are spaces, unless its lines count. */
export function plainLineEnds(piece: string, { kind, isPreformatted = false }: TextContext): string {
  if (!piece.includes('\n') && !piece.includes(cellEnd) && !piece.includes(codeLineEnd)) return piece;
  const plain = piece.replaceAll(/[\uE000\uE001]/g, ' ');
  if (kind === 'code') return plain.replaceAll('\n', codeLineEnd);
  return isPreformatted ? plain : plain.replaceAll('\n', ' ');
}

/** Returns the lines of a program that are not empty. */
export function codeLines(raw: string): string[] {
  return raw
    .split(/[\n\uE001]/u)
    .map((line) => normalizeText(line))
    .filter((line) => line !== '');
}

/** Returns the cells of a row as one line. */
export function rowText(raw: string): string {
  const cells = raw
    .split(cellEnd)
    .map((cell) => normalizeText(cell))
    .filter((cell) => cell !== '');
  return cells
    .map((cell, index) => (index === cells.length - 1 || /[,.;:!?]$/u.test(cell) ? cell : `${cell},`))
    .join(' ');
}
