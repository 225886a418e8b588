import { existsSync } from 'node:fs';

/** URL of the folder that holds the package's own `package.json`: above `src/`, `dist/` and any bundle alike. */
export function packageRoot(): URL {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('../', folder);
  return folder;
}
