import { addressOf, call } from '../api/call.ts';
import type { Position } from '../api/types.ts';

/** Returns the name under which this browser keeps where a book is. */
export const keyOf = (id: string): string => `audiobook.position.${id}`;

/** Where a book was left, and how fast it played. */
export interface Place {
  readonly seconds: number;
  readonly speed?: number | undefined;
}

interface Kept extends Place {
  readonly atMs: number;
}

/** What is known of a place: where it is, and what the service says when it can be asked. */
export interface KeptPlace {
  readonly place: Place;
  readonly shared?: Position | undefined;
}

/** Returns where a book was left: by this browser or, if that was later, by another one with the same token. */
export async function keptPosition(id: string, isFinished: boolean): Promise<KeptPlace> {
  const own = readKept(id);
  if (!isFinished) return { place: own };
  const shared = await call<Position | undefined>(`library/${id}/position`).catch(() => undefined);
  return { place: shared && Date.parse(shared.updatedAt) > own.atMs ? shared : own, shared };
}

let savedMs = -Infinity;
let sharedMs = -Infinity;

/** Keeps where a book is: in this browser every few seconds, and on the service less often, or `now`. */
export function keepPosition(
  id: string,
  place: { seconds: number; speed: number; isFinished: boolean; now?: boolean },
): void {
  const { seconds, speed, isFinished, now = false } = place;
  const atMs = Date.now();
  if (now || atMs - savedMs > saveEveryMs) {
    savedMs = atMs;
    localStorage.setItem(keyOf(id), JSON.stringify({ seconds, speed, atMs }));
  }
  if (!isFinished || !(now || atMs - sharedMs > shareEveryMs)) return;
  sharedMs = atMs;
  const body = JSON.stringify({ seconds, speed, updatedAt: new Date(atMs).toISOString() });
  // Also when the page is closed.
  fetch(addressOf(`library/${id}/position`), { method: 'PUT', body, keepalive: true }).catch(() => undefined);
}

/** Forgets where all books are in this browser. */
export function forgetPositions(): void {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(keyOf(''))) localStorage.removeItem(name);
  }
}

const saveEveryMs = 2000;
const shareEveryMs = 15_000;

function readKept(id: string): Kept {
  try {
    const kept: Partial<Kept> = JSON.parse(localStorage.getItem(keyOf(id)) ?? '{}');
    return { seconds: kept.seconds ?? 0, speed: kept.speed, atMs: kept.atMs ?? 0 };
  } catch {
    return { seconds: 0, atMs: 0 };
  }
}
