import { Help } from 'commander';
import type { OutputStream } from '../process-context.ts';

const help = new Help();

/** Columns of a terminal that does not say how many it has. */
const usualColumns = 80;

/** Returns the number of columns of a terminal. */
export function columnsFor({ columns }: Pick<OutputStream, 'columns'>): number {
  return columns || usualColumns;
}

/** Returns lines of words, which on a terminal of 40 columns or more break between words, as the help does. */
export function wrapLines(text: string, { isTTY, columns }: Pick<OutputStream, 'isTTY' | 'columns'>): string {
  return isTTY && columns > 0 ? help.boxWrap(text, columns) : text;
}

/** Writes lines of words. */
export function writeLines(stream: OutputStream, text: string): void {
  stream.write(wrapLines(text, stream));
}
