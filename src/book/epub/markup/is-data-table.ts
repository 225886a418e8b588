import { childrenOf, findAll, textOf } from './markup-tree.ts';
import type { Element } from './markup-tree.ts';

/** Longer cells hold running text, so the table is only a layout. */
const maxCellLength = 400;

/** Reports whether the rows of a table can be read one after the other; false for a table that only lays out the page. */
export function isDataTable(table: Element): boolean {
  if (findAll(table, 'table', 'h1', 'h2', 'h3', 'blockquote', 'pre').some((inner) => inner !== table)) return false;
  const rows = findAll(table, 'tr').map((row) => childrenOf(row, 'td', 'th'));
  if (!rows.some((cells) => cells.length > 1)) return false;
  return rows.every((cells) => cells.every((cell) => textOf(cell).length <= maxCellLength));
}
