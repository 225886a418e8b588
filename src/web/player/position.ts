import { addressOf, call } from '../api/call.ts';
import type { Position } from '../api/types.ts';

const key = (id: string): string => `audiobook.position.${id}`;

interface Kept {
  readonly seconds: number;
  readonly atMs: number;
}

/** Returns where a book was left, in seconds: by this browser or, if that was later, by another one with the same token. */
export async function keptPosition(id: string, isFinished: boolean): Promise<number> {
  const own = readKept(id);
  if (!isFinished) return own.seconds;
  const shared = await call<Position | undefined>(`library/${id}/position`).catch(() => undefined);
  return shared && Date.parse(shared.updatedAt) > own.atMs ? shared.seconds : own.seconds;
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
    localStorage.setItem(key(id), JSON.stringify({ seconds, atMs }));
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
    if (name.startsWith(key(''))) localStorage.removeItem(name);
  }
}

const saveEveryMs = 2000;
const shareEveryMs = 15_000;

function readKept(id: string): Kept {
  try {
    const kept: Partial<Kept> = JSON.parse(localStorage.getItem(key(id)) ?? '{}');
    return { seconds: kept.seconds ?? 0, atMs: kept.atMs ?? 0 };
  } catch {
    return { seconds: 0, atMs: 0 };
  }
}
