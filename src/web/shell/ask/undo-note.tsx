import { strings } from '../../strings.ts';
import { FailureNote } from '../failure-note.tsx';
import { removal, removalError, undoRemoval } from './removal.ts';

/** Says what was removed, and brings it back. */
export function UndoNote() {
  if (removalError.value !== undefined) return <FailureNote error={removalError.value} />;
  const { value } = removal;
  if (!value || value.isFinal) return null;
  return (
    <div class="undo note" role="status">
      <span dir="auto">{strings.undo.removed(value.title)}</span>
      <button type="button" class="button main" onClick={undoRemoval}>
        {strings.undo.undo}
      </button>
    </div>
  );
}
