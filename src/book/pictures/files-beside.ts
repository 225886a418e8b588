import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** A file of a picture that a book refers to. */
export interface FileBeside {
  readonly source: string;
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Finds pictures that are files in the folder of a book or below it. A link that leads out of it is not followed. */
export async function filesBeside(bookFile: string, sources: Iterable<string>): Promise<readonly FileBeside[]> {
  const folder = await realpath(path.dirname(bookFile));
  const found: FileBeside[] = [];
  for (const source of sources) {
    const file = source.startsWith('data:') ? undefined : await fileInside(folder, source);
    if (file !== undefined) found.push({ source, ...file });
  }
  return found;
}

async function fileInside(folder: string, source: string): Promise<Omit<FileBeside, 'source'> | undefined> {
  try {
    const target = await realpath(path.join(folder, source));
    if (!target.startsWith(folder + path.sep)) return undefined;
    const facts = await stat(target);
    return facts.isFile() ? { path: target, size: facts.size } : undefined;
  } catch {
    // Missing, or no name that a file can have.
    return undefined;
  }
}
