import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf, call } from '../api/call.ts';
import type { Book, Chapters } from '../api/types.ts';
import { ChapterList } from '../player/chapter-list.tsx';
import { Controls } from '../player/controls.tsx';
import { PassageList } from '../player/passage-list.tsx';
import type { Track } from '../player/playable.ts';
import { load, playable } from '../player/player.ts';
import { TextPane } from '../player/text-pane.tsx';
import { CoverPicture } from '../shell/cover-picture.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { route } from '../shell/route.ts';
import { strings } from '../strings.ts';
import { BookFiles } from './book-files.tsx';
import { KeepButton } from './keep-button.tsx';

/** The place of one finished book: player, chapters, text and files. */
export function Listen() {
  const { id = '' } = route.value;
  return <OpenBook key={id} id={id} />;
}

function OpenBook({ id }: { readonly id: string }) {
  const book = useSignal<Book | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  useEffect(() => {
    void (async () => {
      try {
        book.value = await openBook(id);
      } catch (thrown) {
        error.value = thrown;
      }
    })();
  }, []);
  if (error.value !== undefined) {
    return (
      <FailureNote error={error.value}>
        <a class="button" href={addressOf('library')} data-place>
          {strings.places.library}
        </a>
      </FailureNote>
    );
  }
  return book.value ? <BookView book={book.value} /> : <p aria-busy="true">{strings.library.loading}</p>;
}

function BookView({ book }: { readonly book: Book }) {
  const { id, title, authors, cover } = book;
  return (
    <article class="listen">
      <div class="stack listen-side">
        <header class="listen-head">
          <CoverPicture title={title} src={cover} accent />
          <div>
            <h1 dir="auto">{title}</h1>
            <p class="hint" dir="auto">
              {authors.join(', ')}
            </p>
          </div>
        </header>
        {playable.value?.id === id && <Controls />}
        <div>
          <details>
            <summary>{strings.listen.chapters}</summary>
            <ChapterList />
          </details>
          <PassageList id={id} />
          <BookFiles book={book} />
        </div>
        <KeepButton book={book} />
      </div>
      <TextPane id={id} />
    </article>
  );
}

/** Asks for a book and puts it into the player. */
async function openBook(id: string): Promise<Book> {
  const [book, { chapters }] = await Promise.all([call<Book>(`library/${id}`), call<Chapters>(`jobs/${id}/chapters`)]);
  const { title, authors, cover, seconds } = book;
  await load({
    id,
    title,
    author: authors.join(', '),
    cover,
    seconds,
    marks: chapters.map((chapter) => ({ title: chapter.title, startSeconds: chapter.startTime })),
    tracks: tracksOf(book),
  });
  return book;
}

/** Returns the audio files, one after the other. */
function tracksOf({ files }: Book): readonly Track[] {
  let startSeconds = 0;
  return files
    .filter(({ kind }) => kind === 'audio')
    .map(({ url, seconds }) => {
      const track = { url, startSeconds };
      startSeconds += seconds;
      return track;
    });
}
