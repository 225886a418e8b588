import { useSignal } from '@preact/signals';
import { call } from '../api/call.ts';
import type { Book } from '../api/types.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import { useAttempt } from '../shell/use-attempt.ts';
import { dayOf } from '../shell/words.ts';
import { strings } from '../strings.ts';

/** Says how long the service keeps a book, and keeps it for ever. */
export function KeptNote({ book }: { readonly book: Book }) {
  const shown = useSignal(book);
  const { error, attempt } = useAttempt();
  const { id, keep, keptUntil } = shown.value;
  const change = (): void =>
    void attempt(async () => {
      shown.value = await call<Book>(`library/${id}`, { method: 'PATCH', body: JSON.stringify({ keep: !keep }) });
    });
  return (
    <div class="stack tight">
      {error.value !== undefined && <FailureNote error={error.value} />}
      <p class="actions">
        <span class="hint">
          {keep ? strings.listen.keptForEver : keptUntil && strings.listen.keptUntil(dayOf(keptUntil))}
        </span>
        <button type="button" class="button" onClick={change}>
          {keep ? strings.listen.letGo : strings.listen.keepForEver}
        </button>
      </p>
    </div>
  );
}
