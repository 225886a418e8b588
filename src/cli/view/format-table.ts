import { columnsOf } from './columns-of.ts';

/** Formats rows as aligned columns with two spaces between them, without colours or lines. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, columnsOf(cell));
  }
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - columnsOf(cell));
}
