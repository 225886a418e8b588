import { signal } from '@preact/signals';

const said = signal('');

/** Says something to a screen reader, politely. The same words are said once. */
export function announce(words: string): void {
  said.value = words;
}

/** The live region that `announce` speaks through. */
export function Announcer() {
  return (
    <div class="unseen" role="status" aria-live="polite">
      {said}
    </div>
  );
}
