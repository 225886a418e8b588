import type { Book } from '../api/types.ts';
import { notifyOtherTabs } from '../now/jobs.ts';
import { removeBook } from '../offline/kept-books.ts';
import { unload } from '../player/player.ts';
import { removeSoon } from '../shell/ask/removal.ts';
import { go } from '../shell/route.ts';
import { size } from '../shell/words.ts';
import { strings } from '../strings.ts';

/** The files of a book, to download or to remove. */
export function BookFiles({ book }: { readonly book: Book }) {
  return (
    <details>
      <summary>{strings.listen.files}</summary>
      <div class="stack tight">
        <ul class="downloads">
          {book.files.map(({ url, name, bytes }) => (
            <li key={name}>
              <a href={url} download={name}>
                <span dir="auto">{name}</span>
                <span class="hint number">{size(bytes)}</span>
              </a>
            </li>
          ))}
        </ul>
        {!book.isLinked && (
          <div>
            <button type="button" class="button" onClick={() => remove(book)}>
              {strings.listen.remove}
            </button>
          </div>
        )}
      </div>
    </details>
  );
}

/** A book that is removed comes back when that is undone. */
function remove({ id, title }: Book): void {
  unload(id);
  const onGone = async (): Promise<void> => {
    await removeBook(id);
    notifyOtherTabs();
  };
  removeSoon({ id, title, path: `library/${id}`, onGone });
  go('library');
}
