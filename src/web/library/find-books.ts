import type { Signal } from '@preact/signals';
import { ApiError, call } from '../api/call.ts';
import type { Book, ListBooksAnswer } from '../api/types.ts';
import { keptBooks } from '../offline/kept-books.ts';

/** The search text and the order of the books. */
export interface LibrarySearch {
  readonly text: string;
  readonly sort: string;
}

/** The first books of a search, and how many there are. */
export interface FoundBooks extends ListBooksAnswer {
  readonly search: LibrarySearch;
}

interface Finding {
  readonly found: Signal<FoundBooks | undefined>;
  readonly error: Signal<unknown>;
  /** Whether only the books that are kept in this browser are found. */
  readonly isOffline: Signal<boolean>;
}

/** Asks for the first books, shortly after the last letter was typed. Returns a function that takes the question back. */
export function findBooks(search: LibrarySearch, { found, error, isOffline }: Finding): () => void {
  const controller = new AbortController();
  const ask = async (): Promise<void> => {
    try {
      found.value = { ...(await askForPage(search, 0, controller.signal)), search };
      error.value = undefined;
      isOffline.value = false;
    } catch (thrown) {
      if (controller.signal.aborted) return;
      const kept = isUnreachable(thrown) ? await findKept(search.text) : [];
      isOffline.value = kept.length > 0;
      if (isOffline.value) found.value = { books: kept, total: kept.length, search };
      else error.value = thrown;
    }
  };
  const timer = setTimeout(() => void ask(), found.peek() ? 200 : 0);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

/** Returns what was found with the next books. A book that was on the page before, because others came first meanwhile, is there once. */
export async function findMore(found: FoundBooks): Promise<FoundBooks> {
  const { books, total } = await askForPage(found.search, found.books.length);
  const known = new Set(found.books.map(({ id }) => id));
  return { ...found, books: [...found.books, ...books.filter(({ id }) => !known.has(id))], total };
}

/** Books that are asked for at a time: some screens of covers. */
const pageBooks = 60;

async function askForPage(
  { text, sort }: LibrarySearch,
  offset: number,
  until?: AbortSignal,
): Promise<ListBooksAnswer> {
  const page = { sort, limit: String(pageBooks), offset: String(offset), ...(text !== '' && { text }) };
  return await call<ListBooksAnswer>(`library?${new URLSearchParams(page)}`, until ? { signal: until } : {});
}

/** Returns the books that are kept in this browser and have all the words in their title or authors. */
async function findKept(text: string): Promise<readonly Book[]> {
  const words = text.toLowerCase().split(/\s+/u);
  const books = await keptBooks();
  return books.filter(({ title, authors }) => {
    const searched = [title, ...authors].join(' ').toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
