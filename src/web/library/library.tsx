import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../api/call.ts';
import { removal } from '../shell/ask/removal.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import { strings } from '../strings.ts';
import { findBooks } from './find-books.ts';
import type { FoundBooks, LibrarySearch } from './find-books.ts';
import { Shelf } from './shelf.tsx';

const orders = ['added', 'heard', 'title', 'author', 'series', 'length'] as const;

/** The place of finished books: covers, a search and an order. */
export function Library() {
  const search = useSignal<LibrarySearch>({ text: '', sort: 'added' });
  const found = useSignal<FoundBooks | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const isOffline = useSignal(false);
  useEffect(() => findBooks(search.value, { found, error, isOffline }), [search.value, removal.value?.id]);
  return (
    <section class="stack">
      <h1>{strings.places.library}</h1>
      <Ways all={found.value?.total ?? 0} search={search} />
      {isOffline.value && <p class="note warn">{strings.listen.offline}</p>}
      {error.value !== undefined && <FailureNote error={error.value} />}
      {found.value && <Shelf found={found.value} onMore={(more) => (found.value = more)} />}
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
