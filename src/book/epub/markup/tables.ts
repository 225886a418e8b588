import { childrenOf, findAll, textOf } from './parse-markup.ts';
import type { Element } from './markup-tree.ts';

/** Cells longer than this hold running text, so that the table is only a layout. */
const longestCell = 400;

/** True for a table whose rows can be spoken one after the other; false for one that only lays out the page. */
export function isDataTable(table: Element): boolean {
  if (findAll(table, 'table', 'h1', 'h2', 'h3', 'blockquote').some((inner) => inner !== table)) return false;
  const rows = findAll(table, 'tr').map((row) => childrenOf(row, 'td', 'th'));
  if (!rows.some((cells) => cells.length > 1)) return false;
  return rows.every((cells) => cells.every((cell) => textOf(cell).length <= longestCell));
}
