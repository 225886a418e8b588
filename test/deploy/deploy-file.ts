import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Returns the path of a file of `deploy/`. */
export function deployFile(name: string): string {
  return fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));
}

/** Returns the text of a file of `deploy/`. */
export async function deployText(name: string): Promise<string> {
  return await readFile(deployFile(name), 'utf8');
}
