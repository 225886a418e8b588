import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { addressOf } from '../api/call.ts';
import type { Book } from '../api/types.ts';
import { gone, removal } from '../shell/ask/removal.ts';
import { CoverPicture } from '../shell/cover-picture.tsx';
import { Progress } from '../shell/progress.tsx';
import { timeInWords } from '../shell/words.ts';
import { strings } from '../strings.ts';
import { findMore } from './find-books.ts';
import type { FoundBooks } from './find-books.ts';

interface ShelfProps {
  readonly found: FoundBooks;
  readonly onMore: (found: FoundBooks) => void;
}

/** The books that were found, as far as they were asked for: more are when the end comes near. */
export function Shelf({ found, onMore }: ShelfProps) {
  const { total, search } = found;
  const books = found.books.filter(({ id }) => id !== removal.value?.id && !gone.value.has(id));
  if (books.length === 0 && search.text !== '') return <p>{strings.library.noMatch}</p>;
  if (books.length === 0) return <Empty />;
  return (
    <>
      <p class="hint number" role="status">
        {strings.library.books(total)}
      </p>
      {search.sort === 'series' ? (
        seriesOf(books).map(({ name, volumes }) => (
          <section key={name} class="stack tight">
            <h2 dir="auto">{name === '' ? strings.library.noSeries : name}</h2>
            <Books books={volumes} />
          </section>
        ))
      ) : (
        <Books books={books} />
      )}
      {found.books.length < total && (
        <More key={JSON.stringify([search, found.books.length])} found={found} onMore={onMore} />
      )}
    </>
  );
}

function Empty() {
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

/** Asks for the next page when its button comes near, or is pressed. */
function More({ found, onMore }: ShelfProps) {
  const place = useRef<HTMLButtonElement>(null);
  const isAsked = useSignal(false);
  const ask = async (): Promise<void> => {
    if (isAsked.peek()) return;
    isAsked.value = true;
    try {
      const more = await findMore(found);
      // Another search may have come first.
      if (place.current) onMore(more);
    } catch {
      isAsked.value = false;
    }
  };
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const observer = new IntersectionObserver(([entry]) => void (entry?.isIntersecting && ask()), {
      rootMargin: '100% 0px',
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div>
      <button ref={place} type="button" class="button" aria-busy={isAsked.value} onClick={() => void ask()}>
        {strings.library.more}
      </button>
    </div>
  );
}

interface Series {
  readonly name: string;
  readonly volumes: Book[];
}

/** Returns books in the order of their series by series; those without one have no name. */
function seriesOf(books: readonly Book[]): readonly Series[] {
  const all: Series[] = [];
  for (const book of books) {
    const name = book.series ?? '';
    const last = all.at(-1);
    if (last?.name === name) last.volumes.push(book);
    else all.push({ name, volumes: [book] });
  }
  return all;
}

function Books({ books }: { readonly books: readonly Book[] }) {
  return (
    <ul class="shelf">
      {books.map((book) => (
        <ShelvedBook key={book.id} book={book} />
      ))}
    </ul>
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
