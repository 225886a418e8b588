import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf, call } from '../api/call.ts';
import type { Book, Chapters, Job } from '../api/types.ts';
import { followJob } from '../now/follow-job.ts';
import type { Followed } from '../now/follow-job.ts';
import { BookmarkList } from '../player/bookmark-list.tsx';
import { ChapterList } from '../player/chapter-list.tsx';
import { Controls, ListenButton } from '../player/controls.tsx';
import { LookPanel } from '../player/look-panel.tsx';
import { PassageList } from '../player/passage-list.tsx';
import type { Playable, Track } from '../player/playable.ts';
import { load, offer, playable } from '../player/player.ts';
import { TextPane } from '../player/text-pane.tsx';
import { CoverPicture } from '../shell/cover-picture.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { route } from '../shell/route.ts';
import { strings } from '../strings.ts';
import { BookFiles } from './book-files.tsx';
import { CorrectButton } from './correct/correct-button.tsx';
import { readCorrections } from './correct/corrections.ts';
import { RemakeNote } from './correct/remake-note.tsx';
import { KeepButton } from './keep-button.tsx';
import { KeptNote } from './kept-note.tsx';

/** The place of one finished book: player, chapters, text and files. */
export function Listen() {
  const { id = '' } = route.value;
  const followed = useSignal<Followed>({});
  const isAsked = useSignal(0);
  const made = useSignal(0);
  useEffect(() => followJob(id, followed), [id, isAsked.value]);
  const { job } = followed.value;
  const isRemade = job?.isRemade === true;
  // The sound and the times of a book that was made anew are others.
  useEffect(() => (isRemade ? () => (made.value += 1) : undefined), [isRemade]);
  return (
    <OpenBook
      key={`${id} ${made.value}`}
      id={id}
      job={job?.id === id ? job : undefined}
      onChange={() => (isAsked.value += 1)}
    />
  );
}

interface FollowedBook {
  readonly id: string;
  /** The job of the book, once it is known: without a connection it is not. */
  readonly job: Job | undefined;
  /** Called when the job was changed. */
  readonly onChange: () => void;
}

/** A finished book, and what the player needs of it. */
interface Opened {
  readonly book: Book;
  readonly playable: Playable;
}

function OpenBook({ id, job, onChange }: FollowedBook) {
  const book = useSignal<Opened | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  useEffect(() => {
    void (async () => {
      try {
        book.value = await openBook(id);
        await offer(book.value.playable);
        // Without a connection the book plays, and cannot be corrected.
        await readCorrections(id).catch(() => undefined);
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
  return book.value ? (
    <BookView {...book.value} job={job} onChange={onChange} />
  ) : (
    <p aria-busy="true">{strings.library.loading}</p>
  );
}

function BookView({ book, playable: offered, job, onChange }: Opened & Omit<FollowedBook, 'id'>) {
  const { id, title, authors, cover } = book;
  const isHere = playable.value?.id === id;
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
        {isHere ? <Controls /> : <ListenButton onListen={() => void load(offered)} />}
        {job && <RemakeNote job={job} onRemake={onChange} />}
        <div>
          <PlaceLists id={id} />
          <LookPanel />
          <PassageList id={id} />
          <BookFiles book={book} />
        </div>
        <KeepButton book={book} />
        {!book.isLinked && <KeptNote book={book} />}
      </div>
      <TextPane id={id}>{job?.canRemake && <CorrectButton id={id} onKept={onChange} />}</TextPane>
    </article>
  );
}

/** The lists of places in the book: of its chapters, and of the listener. */
function PlaceLists({ id }: { readonly id: string }) {
  if (playable.value?.id !== id) return null;
  return (
    <>
      <details>
        <summary>{strings.listen.chapters}</summary>
        <ChapterList />
      </details>
      <BookmarkList id={id} />
    </>
  );
}

/** Asks for a book and its chapters. */
async function openBook(id: string): Promise<Opened> {
  const [book, { chapters }] = await Promise.all([call<Book>(`library/${id}`), call<Chapters>(`jobs/${id}/chapters`)]);
  const { title, authors, cover, seconds } = book;
  const marks = chapters.map((chapter) => ({ title: chapter.title, startSeconds: chapter.startTime }));
  return {
    book,
    playable: { id, title, author: authors.join(', '), cover, seconds, marks, tracks: tracksOf(book) },
  };
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
