import { clock } from '../shell/words.ts';
import { strings } from '../strings.ts';
import { bookmarks, putBookmark, removeBookmark } from './bookmarks.ts';
import type { Bookmark } from './bookmarks.ts';
import { position, rate, seek } from './player.ts';

/** The bookmarks in a finished book: each leads to its place and can have a note. */
export function BookmarkList({ id }: { readonly id: string }) {
  const list = bookmarks.value;
  return (
    <details>
      <summary>{strings.bookmarks.title(list.length)}</summary>
      <div class="stack tight">
        <div>
          <button type="button" class="button" disabled={list.length >= mostBookmarks} onClick={() => addBookmark(id)}>
            {strings.bookmarks.add}
          </button>
        </div>
        <ol class="chapter-list">
          {list.map((mark) => (
            <BookmarkRow key={mark.seconds} id={id} mark={mark} />
          ))}
        </ol>
      </div>
    </details>
  );
}

/** As many as the service keeps for a book. */
const mostBookmarks = 100;

/** Adds a bookmark where the book is. */
export function addBookmark(id: string): void {
  const seconds = Math.round(position.peek() * 10) / 10;
  if (bookmarks.peek().length < mostBookmarks) void putBookmark(id, here(), { seconds, note: '' });
}

function BookmarkRow({ id, mark: { seconds, note } }: { readonly id: string; readonly mark: Bookmark }) {
  const at = clock(seconds);
  return (
    <li class="bookmark">
      <button type="button" class="number" onClick={() => seek(seconds)}>
        {at}
      </button>
      <input
        type="text"
        dir="auto"
        maxLength={200}
        value={note}
        placeholder={strings.bookmarks.note}
        aria-label={strings.bookmarks.noteAt(at)}
        onChange={({ currentTarget }) => void putBookmark(id, here(), { seconds, note: currentTarget.value })}
      />
      <button
        type="button"
        class="button bare"
        aria-label={strings.bookmarks.removeAt(at)}
        onClick={() => void removeBookmark(id, here(), seconds)}
      >
        {strings.bookmarks.remove}
      </button>
    </li>
  );
}

function here(): { seconds: number; speed: number } {
  return { seconds: position.peek(), speed: rate.peek() };
}
