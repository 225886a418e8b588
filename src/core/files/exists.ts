import { access } from 'node:fs/promises';

/** Reports whether there is anything at a path that this process may look up. */
export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
