import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Book } from '../api/types.ts';
import { bytesToKeep, canKeep, keepBook, keptIds, removeBook } from '../offline/kept-books.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import { Progress } from '../shell/progress.tsx';
import { strings } from '../strings.ts';

/** Keeps a book in this browser, with its size said before, and takes it off again. */
export function KeepButton({ book }: { readonly book: Book }) {
  const part = useSignal<number | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const controller = useMemo(() => new AbortController(), [part.value === undefined]);
  useEffect(() => () => controller.abort(), []);
  if (!canKeep) return null;
  const attempt = (work: () => Promise<void>) => async (): Promise<void> => {
    error.value = undefined;
    try {
      await work();
    } catch (thrown) {
      if (!controller.signal.aborted) error.value = thrown;
    }
    part.value = undefined;
  };
  const keep = attempt(async () => {
    part.value = 0;
    const onProgress = (done: number): void => {
      part.value = done;
    };
    await keepBook(book, { onProgress, signal: controller.signal });
  });
  const remove = attempt(async () => await removeBook(book.id));
  if (part.value !== undefined) return <Keeping part={part.value} onCancel={() => controller.abort()} />;
  const isKept = keptIds.value.has(book.id);
  return (
    <div class="stack tight">
      {error.value !== undefined && <FailureNote error={error.value} />}
      <div>
        <button type="button" class="button" onClick={() => void (isKept ? remove() : keep())}>
          {isKept ? strings.listen.kept : strings.listen.keepOffline(bytesToKeep(book))}
        </button>
      </div>
    </div>
  );
}

function Keeping({ part, onCancel }: { readonly part: number; readonly onCancel: () => void }) {
  return (
    <div class="stack tight">
      <Progress part={part} label={strings.listen.keeping(part)} />
      <p class="hint number">{strings.listen.keeping(part)}</p>
      <div>
        <button type="button" class="button" onClick={onCancel}>
          {strings.cancel}
        </button>
      </div>
    </div>
  );
}
