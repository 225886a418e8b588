import { signal } from '@preact/signals';
import { addressOf, call } from '../../api/call.ts';
import { onJobsEvent } from '../../api/events.ts';

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

/** Ids of what was removed, here or elsewhere, since the page was opened: a list that was asked for before may have it. */
export const gone = signal<ReadonlySet<string>>(new Set());

onJobsEvent((event) => {
  if (event.type === 'removed') gone.value = new Set([...gone.peek(), event.id]);
});

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
  const last = { ...soon, isFinal: true };
  removal.value = last;
  try {
    await call(last.path, { method: 'DELETE' });
    await last.onGone();
  } catch (error) {
    removalError.value = error;
  }
  if (removal.peek() === last) removal.value = undefined;
}

// A page that is closed has nobody who would undo it.
window.addEventListener('pagehide', () => {
  const left = removal.peek();
  undoRemoval();
  if (left) void fetch(addressOf(left.path), { method: 'DELETE', keepalive: true }).catch(() => undefined);
});
