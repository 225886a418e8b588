import { readFileSync } from 'node:fs';
import { packageRoot } from './package-root.ts';

/** Returns the version in the `package.json` of this package. */
export function packageVersion(): string {
  const text = readFileSync(new URL('package.json', packageRoot()), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(text);
  return version;
}
