import { signal } from '@preact/signals';
import { call } from '../api/call.ts';
import type { Position } from '../api/types.ts';
import { keyOf } from './position.ts';

/** A place in a book that a listener wants to find again. */
export type Bookmark = NonNullable<Position['bookmarks']>[number];

/** The bookmarks of the book in the player, in order. */
export const bookmarks = signal<readonly Bookmark[]>([]);

/** What this browser knows of the bookmarks of a book, and whether the service knows it, too. */
interface Kept {
  readonly list: readonly Bookmark[];
  readonly isShared: boolean;
}

/** Shows the bookmarks of a book: those of the service, unless this browser has some that it could not share. */
export function openBookmarks(id: string, shared: Position | undefined): void {
  const own = readKept(id);
  const isOwn = own !== undefined && (!own.isShared || shared === undefined);
  bookmarks.value = isOwn ? own.list : (shared?.bookmarks ?? []);
  if (own?.isShared === false && shared) void keep(id, { place: shared, list: own.list });
}

/** Adds a bookmark at a place, or changes its note. */
export async function putBookmark(
  id: string,
  place: Pick<Position, 'seconds' | 'speed'>,
  mark: Bookmark,
): Promise<void> {
  const others = bookmarks.peek().filter(({ seconds }) => seconds !== mark.seconds);
  await keep(id, { place, list: [...others, mark].toSorted((one, other) => one.seconds - other.seconds) });
}

/** Removes the bookmark at a place. */
export async function removeBookmark(
  id: string,
  place: Pick<Position, 'seconds' | 'speed'>,
  at: number,
): Promise<void> {
  await keep(id, { place, list: bookmarks.peek().filter(({ seconds }) => seconds !== at) });
}

interface Change {
  readonly place: Pick<Position, 'seconds' | 'speed'>;
  readonly list: readonly Bookmark[];
}

/** Keeps bookmarks in this browser at once, and on the service as soon as it can be reached. */
async function keep(id: string, { place: { seconds, speed }, list }: Change): Promise<void> {
  bookmarks.value = list;
  const write = (isShared: boolean): void =>
    localStorage.setItem(bookmarksKey(id), JSON.stringify({ list, isShared } satisfies Kept));
  write(false);
  try {
    await call(`library/${id}/position`, { method: 'PUT', body: JSON.stringify({ seconds, speed, bookmarks: list }) });
    if (bookmarks.peek() === list) write(true);
  } catch {
    // They are shared when the book is opened again.
  }
}

function readKept(id: string): Kept | undefined {
  try {
    const kept: Partial<Kept> = JSON.parse(localStorage.getItem(bookmarksKey(id)) ?? '{}');
    return kept.list && { list: kept.list, isShared: kept.isShared ?? true };
  } catch {
    return undefined;
  }
}

/** Below the key of the position, so that both are forgotten together. */
function bookmarksKey(id: string): string {
  return `${keyOf(id)}.bookmarks`;
}
