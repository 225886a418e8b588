import { readFile } from 'node:fs/promises';
import { parseJson } from '../../core/http/parse-json.ts';
import type { CommandRow } from './command-rows.ts';

/**
 * Returns the table that the build has written beside the program, so that completion need not load every command. Empty for
 * sources that are run without a build.
 */
export async function storedCommandTable(): Promise<readonly CommandRow[]> {
  const stored = parseJson(await readFile(new URL('commands.json', import.meta.url), 'utf8').catch(() => ''));
  return isTable(stored) ? stored : [];
}

/** The build makes the file from `commandTable`. */
function isTable(stored: unknown): stored is readonly CommandRow[] {
  return Array.isArray(stored);
}
