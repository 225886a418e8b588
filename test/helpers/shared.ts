import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';

/** Path of a real book in the folder beside the checkout, or `undefined` when it is not there. */
export function sharedBook(name: string): string | undefined {
  const path = fileURLToPath(new URL(`../../../shared/books/${name}`, import.meta.url));
  return existsSync(path) ? path : undefined;
}

/**
 * Path of a real book, for a test that cannot do without: `it('…', (context) => { const path = sharedBookOrSkip(context, '…')`.
 * The folder is no part of the repository, so where it is absent the test ends as skipped and says what it needs.
 */
export function sharedBookOrSkip(context: TestContext, name: string): string {
  return sharedBook(name) ?? context.skip(`needs ../shared/books/${name}, which is not part of the repository`);
}

/** Names, without `.epub`, of all EPUBs in the folder of real books. */
export const sharedEpubs = [
  'alice-epub2',
  'alice-epub3',
  'childrens-literature',
  'debian-developers-reference-fr',
  'kusamakura-ja',
  'lost-treasure',
  'love-among-the-chickens',
  'moby-dick',
  'pandoc-features',
  'pride-and-prejudice',
  'robinson-crusoe',
  'sailing-in-israel-he',
  'the-waste-land',
  'tiny-epub2-ncx',
] as const;
