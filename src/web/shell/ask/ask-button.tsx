import { useSignal } from '@preact/signals';
import { strings } from '../../strings.ts';

interface AskProps {
  readonly label: string;
  /** Says the label alone, where the words around do not. */
  readonly spokenLabel?: string | undefined;
  readonly question: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
}

/** A button that asks before it does what cannot be taken back. */
export function AskButton({ label, spokenLabel, question, confirm, onConfirm }: AskProps) {
  const isAsked = useSignal(false);
  const ask = (next: boolean) => () => {
    isAsked.value = next;
  };
  if (!isAsked.value) {
    return (
      <button type="button" class="button" aria-label={spokenLabel} onClick={ask(true)}>
        {label}
      </button>
    );
  }
  return (
    <span class="actions" role="group" aria-label={question}>
      <span role="alert">{question}</span>
      <button type="button" class="button main" onClick={onConfirm}>
        {confirm}
      </button>
      <button type="button" class="button" onClick={ask(false)}>
        {strings.cancel}
      </button>
    </span>
  );
}
