import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf, ApiError, call } from '../api/call.ts';
import type { Book, ListBooksAnswer } from '../api/types.ts';
import { keptBooks } from '../offline/kept-books.ts';
import { CoverPicture } from '../shell/cover-picture.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { Progress } from '../shell/progress.tsx';
import { timeInWords } from '../shell/words.ts';
import { strings } from '../strings.ts';

const orders = ['added', 'heard', 'title', 'author', 'series', 'length'] as const;

/** The search text and the order of the books. */
interface LibrarySearch {
  readonly text: string;
  readonly sort: string;
}

/** The place of finished books: covers, a search and an order. */
export function Library() {
  const search = useSignal<LibrarySearch>({ text: '', sort: 'added' });
  const found = useSignal<ListBooksAnswer | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const isOffline = useSignal(false);
  useEffect(() => find(search.value, { found, error, isOffline }), [search.value]);
  return (
    <section class="stack">
      <h1>{strings.places.library}</h1>
      <Ways all={found.value?.total ?? 0} search={search} />
      {isOffline.value && <p class="note warn">{strings.listen.offline}</p>}
      {error.value !== undefined && <FailureNote error={error.value} />}
      {found.value && <Shelf books={found.value.books} isSearched={search.value.text !== ''} />}
      {!found.value && error.value === undefined && <p aria-busy="true">{strings.library.loading}</p>}
    </section>
  );
}

/** The ways to books, once there are some. */
function Ways({ all, search }: { readonly all: number; readonly search: Signal<LibrarySearch> }) {
  const isSearched = search.value.text !== '';
  return (
    <>
      {(isSearched || all > 1) && <Tools search={search} />}
      {all > 0 && (
        <p>
          <a href={addressOf('feeds')} data-place>
            {strings.feeds.open}
          </a>
        </p>
      )}
    </>
  );
}

interface Found {
  readonly found: Signal<ListBooksAnswer | undefined>;
  readonly error: Signal<unknown>;
  /** Whether only the books that are kept in this browser are found. */
  readonly isOffline: Signal<boolean>;
}

/** Asks for books, shortly after the last letter was typed. Returns a function that takes the question back. */
function find({ text, sort }: LibrarySearch, { found, error, isOffline }: Found): () => void {
  const controller = new AbortController();
  const ask = async (): Promise<void> => {
    const query = new URLSearchParams({ sort, limit: '1000', ...(text !== '' && { text }) });
    try {
      found.value = await call<ListBooksAnswer>(`library?${query}`, { signal: controller.signal });
      error.value = undefined;
      isOffline.value = false;
    } catch (thrown) {
      if (controller.signal.aborted) return;
      const kept = isUnreachable(thrown) ? await findKept(text) : [];
      isOffline.value = kept.length > 0;
      if (isOffline.value) found.value = { books: kept, total: kept.length };
      else error.value = thrown;
    }
  };
  const timer = setTimeout(() => void ask(), found.peek() ? 200 : 0);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
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

function Tools({ search }: { readonly search: Signal<LibrarySearch> }) {
  return (
    <search class="shelf-tools">
      <label class="field">
        <span>{strings.library.search}</span>
        <input
          type="search"
          value={search.value.text}
          onInput={({ currentTarget }) => {
            search.value = { ...search.value, text: currentTarget.value };
          }}
        />
      </label>
      <label class="field">
        <span>{strings.library.sort}</span>
        <select
          value={search.value.sort}
          onChange={({ currentTarget }) => {
            search.value = { ...search.value, sort: currentTarget.value };
          }}
        >
          {orders.map((order) => (
            <option key={order} value={order}>
              {strings.library.orders[order]}
            </option>
          ))}
        </select>
      </label>
    </search>
  );
}

function Shelf({ books, isSearched }: { readonly books: readonly Book[]; readonly isSearched: boolean }) {
  if (books.length === 0 && isSearched) return <p>{strings.library.noMatch}</p>;
  if (books.length === 0) {
    return (
      <>
        <p>{strings.library.empty}</p>
        <div class="actions">
          <a class="button main" href={addressOf('')} data-place>
            {strings.drop.choose}
          </a>
        </div>
      </>
    );
  }
  return (
    <>
      <p class="hint number" role="status">
        {strings.library.books(books.length)}
      </p>
      <ul class="shelf">
        {books.map((book) => (
          <ShelvedBook key={book.id} book={book} />
        ))}
      </ul>
    </>
  );
}

function ShelvedBook({ book: { id, title, authors, cover, seconds, position } }: { readonly book: Book }) {
  const author = authors.join(', ');
  const heard = position ? Math.min(1, position.seconds / Math.max(1, seconds)) : 0;
  return (
    <li>
      <a href={addressOf(`listen/${id}`)} data-place>
        <CoverPicture title={title} author={author} src={cover} lazy />
        <strong dir="auto">{title}</strong>
        <span class="hint" dir="auto">
          {author}
        </span>
        <span class="hint number">
          {position ? strings.library.left(seconds - position.seconds) : timeInWords(seconds)}
        </span>
        {heard > 0 && <Progress part={heard} label={title} />}
      </a>
    </li>
  );
}
