import type { LeftOutReason } from '../../../core/book.ts';
import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { pageTitles, titleWords, wholeTitles } from '../../titles/title-words.ts';

/** Returns why a document with this type in the landmarks (EPUB 3) or the guide (EPUB 2) is left out; undefined for other types. */
export function reasonByType(type: string): LeftOutReason | undefined {
  return typeReasons.get(type);
}

const typeReasons: ReadonlyMap<string, LeftOutReason> = new Map([
  ['cover', 'cover'],
  ['titlepage', 'title-page'],
  ['title-page', 'title-page'],
  ['halftitlepage', 'title-page'],
  ['copyright-page', 'copyright'],
  ['imprint', 'copyright'],
  ['colophon', 'copyright'],
  ['toc', 'contents'],
  ['loi', 'contents'],
  ['lot', 'contents'],
  ['index', 'index'],
  ['page-list', 'page-list'],
]);

const reasons: ReadonlyMap<string, LeftOutReason> = new Map([
  ...[...wholeTitles('index')].map((name) => [name, 'index'] as const),
  ...titleWords('cover')
    .split('|')
    .map((name) => [normalizeForComparison(name), 'cover'] as const),
  ...(['cover', 'title-page', 'copyright', 'contents', 'advertisement'] as const).flatMap((reason) =>
    [...pageTitles(reason)].map((name) => [name, reason] as const),
  ),
]);

/**
 * Returns why a document with this title is left out; undefined for other titles. `Index` counts as a title but not as a
 * file name.
 */
export function reasonByTitle(title: string): LeftOutReason | undefined {
  const name = normalizeForComparison(title);
  if (/^(?:index|register)$/u.test(name)) return 'index';
  return reasons.get(name) ?? (name.startsWith('alsoby') && name.length < 40 ? 'advertisement' : undefined);
}

/** Names that are clear for a file but could also be the title of a story. */
const fileNames: ReadonlyMap<string, LeftOutReason> = new Map([
  ...titleWords('title')
    .split('|')
    .map((name) => [normalizeForComparison(name), 'title-page'] as const),
  ['license', 'copyright'],
  ['licence', 'copyright'],
  ['legal', 'copyright'],
  ['nav', 'contents'],
  ['navigation', 'contents'],
  ['ad', 'advertisement'],
  ['ads', 'advertisement'],
]);

/** Returns why a document with this path is left out, by the whole file name without digits; undefined for other names. */
export function reasonByFileName(path: string): LeftOutReason | undefined {
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/u, '');
  const name = normalizeForComparison(base.replaceAll(/\d+/gu, ''));
  return reasons.get(name) ?? fileNames.get(name);
}
