import { stat } from 'node:fs/promises';

/** Reports whether there is a folder at a path, or a link to one. */
export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
