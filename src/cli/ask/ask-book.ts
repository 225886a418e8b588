import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { bookKinds } from '../../core/book.ts';
import { expandHome } from '../../core/files/expand-home.ts';
import { isFolder } from '../../core/files/is-folder.ts';
import type { ProcessContext } from '../process-context.ts';
import { ask } from './ask.ts';

/** Names of books; any other file is taken when it is typed out. */
const bookName = /\.(?:epub|pdf|docx|odt|txt|md|markdown|x?html?|fb2|fb2\.zip)$/iu;

const maxShown = 500;

/** Asks for a book. Tab completes its path, and a folder that is chosen is opened. Returns the path as it was typed. */
export async function askBook(context: ProcessContext): Promise<string> {
  const { workingFolder } = context;
  const question = {
    message: `Book (${bookKinds}; Tab completes)`,
    pageSize: 10,
    source: async (typed = '') => await pathsFor(typed, workingFolder),
    validate: async (chosen: string) => !(await isFolder(absolute(chosen, workingFolder))),
  };
  return await ask(context, async ({ search }, terminal) => await search(question, terminal));
}

/** Returns the folders and books whose path begins with what was typed. */
export async function pathsFor(typed: string, workingFolder: string): Promise<readonly string[]> {
  const at = typed.lastIndexOf('/') + 1;
  const [folder, begin] = [typed.slice(0, at), typed.slice(at).toLowerCase()];
  const entries = await readdir(absolute(folder, workingFolder), { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const { name } of entries.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))) {
    if (!name.toLowerCase().startsWith(begin) || (name.startsWith('.') && begin === '')) continue;
    const file = `${folder}${name}`;
    // Links lead to folders, too.
    if (await isFolder(absolute(file, workingFolder))) found.push(`${file}/`);
    else if (bookName.test(name) || file === typed) found.push(file);
    if (found.length === maxShown) break;
  }
  return found;
}

/** Returns the absolute path of what was typed; `~/` is the home of the user. */
export function absolute(typed: string, workingFolder: string): string {
  return path.resolve(workingFolder, expandHome(typed));
}
