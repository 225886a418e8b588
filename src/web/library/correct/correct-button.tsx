import { useSignal } from '@preact/signals';
import { strings } from '../../strings.ts';
import { CorrectionDialog } from './correction-dialog.tsx';

/** Opens the sentence that is marked in the text, to have it said differently. */
export function CorrectButton({ id, onKept }: { readonly id: string; readonly onKept: () => void }) {
  const sentence = useSignal<string | undefined>(undefined);
  return (
    <>
      <button
        type="button"
        class="button correct"
        onClick={() => (sentence.value = document.querySelector('.text-pane .spoken')?.textContent ?? undefined)}
      >
        {strings.correct.open}
      </button>
      {sentence.value !== undefined && (
        <CorrectionDialog
          id={id}
          sentence={sentence.value}
          onKept={onKept}
          onClose={() => (sentence.value = undefined)}
        />
      )}
    </>
  );
}
