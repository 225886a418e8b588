import { readFile } from 'node:fs/promises';
import { parseJson } from '../../core/http/parse-json.ts';
import type { CommandRow } from './command-table.ts';

/**
 * Returns the table that the build has written beside the program, so that completion need not load every command. Sources that
 * are run without a build make it.
 */
export async function storedCommandTable(): Promise<readonly CommandRow[]> {
  const text = await readFile(new URL('commands.json', import.meta.url), 'utf8').catch(() => undefined);
  const stored = parseJson(text ?? '');
  if (isTable(stored)) return stored;
  const { commandTable } = await import('./command-table.ts');
  return await commandTable();
}

/** The build makes the file from the same function. */
function isTable(stored: unknown): stored is readonly CommandRow[] {
  return Array.isArray(stored);
}
