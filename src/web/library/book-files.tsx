import { useSignal } from '@preact/signals';
import { call } from '../api/call.ts';
import type { Book } from '../api/types.ts';
import { notifyOtherTabs } from '../now/jobs.ts';
import { removeBook } from '../offline/kept-books.ts';
import { unload } from '../player/player.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import { go } from '../shell/route.ts';
import { size } from '../shell/words.ts';
import { strings } from '../strings.ts';

/** The files of a book, to download or to remove. */
export function BookFiles({ book: { id, files } }: { readonly book: Book }) {
  return (
    <details>
      <summary>{strings.listen.files}</summary>
      <div class="stack tight">
        <ul class="downloads">
          {files.map(({ url, name, bytes }) => (
            <li key={name}>
              <a href={url} download={name}>
                <span dir="auto">{name}</span>
                <span class="hint number">{size(bytes)}</span>
              </a>
            </li>
          ))}
        </ul>
        <Removal id={id} />
      </div>
    </details>
  );
}

function Removal({ id }: { readonly id: string }) {
  const isAsked = useSignal(false);
  const error = useSignal<unknown>(undefined);
  const ask = (next: boolean) => () => {
    isAsked.value = next;
  };
  const remove = async (): Promise<void> => {
    try {
      await call(`library/${id}`, { method: 'DELETE' });
      unload(id);
      await removeBook(id);
      notifyOtherTabs();
      go('library');
    } catch (thrown) {
      error.value = thrown;
    }
  };
  if (error.value !== undefined) return <FailureNote error={error.value} />;
  if (!isAsked.value) {
    return (
      <div>
        <button type="button" class="button" onClick={ask(true)}>
          {strings.listen.remove}
        </button>
      </div>
    );
  }
  return (
    <div class="note bad" role="alert">
      <p>{strings.listen.sure}</p>
      <div class="actions">
        <button type="button" class="button main" onClick={() => void remove()}>
          {strings.listen.removeNow}
        </button>
        <button type="button" class="button" onClick={ask(false)}>
          {strings.cancel}
        </button>
      </div>
    </div>
  );
}
