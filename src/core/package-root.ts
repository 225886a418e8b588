import { existsSync } from 'node:fs';

/** Returns the URL of the folder with the package's `package.json`, above `src/`, `dist/` or a bundle. */
export function packageRoot(): URL {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('../', folder);
  return folder;
}
