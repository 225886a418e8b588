import xterm from '@xterm/headless';

/** Returns the rows of a terminal after it has got an output, without empty ones at the end. */
export async function screenRows(output: string, columns: number): Promise<readonly string[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows: 200, allowProposedApi: true });
  await new Promise<void>((resolve) => {
    terminal.write(output, resolve);
  });
  const { active } = terminal.buffer;
  const rows = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
  return rows.slice(0, rows.findLastIndex((row) => row !== '') + 1);
}
