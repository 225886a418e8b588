import { signal } from '@preact/signals';
import { addressOf, call } from '../../api/call.ts';

/** A book or a job that is removed in a moment, unless that is undone. */
export interface Removal {
  readonly id: string;
  readonly title: string;
  /** What the service is asked to delete. */
  readonly path: string;
  /** Called when it is gone. */
  readonly onGone: () => Promise<void> | void;
  /** Whether it is too late to undo it. */
  readonly isFinal?: boolean | undefined;
}

/** What is about to be removed: the page shows it no more. */
export const removal = signal<Removal | undefined>(undefined);

/** Why the last removal failed. */
export const removalError = signal<unknown>(undefined);

/** Time to change one's mind, in milliseconds. */
const undoMs = 10_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Removes something in ten seconds, and what was to be removed before at once. */
export function removeSoon(next: Removal): void {
  if (removal.peek()) void removeNow();
  removalError.value = undefined;
  removal.value = next;
  timer = setTimeout(() => void removeNow(), undoMs);
}

/** Leaves what was to be removed where it is. */
export function undoRemoval(): void {
  clearTimeout(timer);
  removal.value = undefined;
}

async function removeNow(): Promise<void> {
  clearTimeout(timer);
  const soon = removal.peek();
  if (!soon || soon.isFinal) return;
  const gone = { ...soon, isFinal: true };
  removal.value = gone;
  try {
    await call(gone.path, { method: 'DELETE' });
    await gone.onGone();
  } catch (error) {
    removalError.value = error;
  }
  if (removal.peek() === gone) removal.value = undefined;
}

// A page that is closed has nobody who would undo it.
window.addEventListener('pagehide', () => {
  const gone = removal.peek();
  undoRemoval();
  if (gone) void fetch(addressOf(gone.path), { method: 'DELETE', keepalive: true }).catch(() => undefined);
});
