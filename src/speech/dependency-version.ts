import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Returns the version of an installed package, or undefined when it is missing, as an optional package may be. */
export async function dependencyVersion(name: string): Promise<string | undefined> {
  try {
    const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return /"version"\s*:\s*"([^"]+)"/u.exec(await readFile(file, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
