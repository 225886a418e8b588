import { decodePercent } from '../../../core/strings/decode-percent.ts';
import path from 'node:path';

/** A place in the book: a file of the archive, and optionally an element in it. */
export interface Reference {
  readonly path: string;
  readonly fragment?: string | undefined;
}

/**
 * Returns the target of an `href` in the file `base`, with percent signs decoded; undefined when it is outside the book
 * (another scheme, an absolute path, a path that leaves the book).
 */
export function resolveReference(base: string, href: string): Reference | undefined {
  const trimmed = href.trim();
  if (trimmed === '' || /^[a-z][a-z0-9+.-]*:|^\//iu.test(trimmed)) return undefined;
  const [target = '', ...rest] = trimmed.split('#');
  const fragment = decodePercent(rest.join('#'));
  const file = decodePercent(target.split('?')[0] ?? '').replaceAll('\\', '/');
  const resolved = file === '' ? base : path.posix.normalize(path.posix.join(path.posix.dirname(base), file));
  if (resolved.startsWith('..')) return undefined;
  return { path: resolved, fragment: fragment === '' ? undefined : fragment };
}

/** Returns the element that an `href` in the file `base` leads to, as `path#id`; undefined when it leads to none of the book. */
export function linkedElement(base: string, href: string): string | undefined {
  const target = resolveReference(base, href);
  return target?.fragment === undefined ? undefined : `${target.path}#${target.fragment}`;
}
