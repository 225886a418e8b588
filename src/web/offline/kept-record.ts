import type { Book } from '../api/types.ts';

/** A file of a kept book. It is kept in parts, so that a part of it can be played without reading all of it. */
export interface KeptFile {
  /** Path of its address. */
  readonly path: string;
  readonly bytes: number;
  readonly mediaType: string;
}

/** A book that is kept in this browser. Written last: without it, nothing of the book is used. */
export interface KeptBook {
  readonly book: Book;
  readonly files: readonly KeptFile[];
}

/** Bytes of a part of a file. */
export const partBytes = 4 * 1024 * 1024;

/** Returns the name of the cache of books. A host may have several services below different paths. */
export function booksCacheName(base: string): string {
  return `audiobook-books:${new URL(base).pathname}`;
}

/** Returns the key of the record of a book. No request has this address. */
export function recordKey(base: string, id: string): string {
  return new URL(`kept/${id}`, base).href;
}

/** Returns the key of a part of a file. No request has this address. */
export function partKey(base: string, { id, file, part }: { id: string; file: number; part: number }): string {
  return new URL(`kept/${id}/${file}/${part}`, base).href;
}

/** Returns the paths that a player requests in addition to the sound, below the base. */
export function sidePaths(id: string): readonly string[] {
  return [`library/${id}`, `jobs/${id}/chapters`, `jobs/${id}/timings`, `jobs/${id}/cover`];
}
