import { signal } from '@preact/signals';
import { call, needsToken } from '../api/call.ts';
import type { GetSessionAnswer } from '../api/types.ts';
import { forgetBooks } from '../offline/kept-books.ts';
import { empty } from '../player/player.ts';
import { forgetPositions } from '../player/position.ts';

/** The user of the page. Undefined until the service has answered. */
export const session = signal<GetSessionAnswer | undefined>(undefined);

const tabs = new BroadcastChannel('audiobook-session');
tabs.addEventListener('message', () => void forget());

/** The service may share its host with others below other paths. */
const markKey = `audiobook.mark:${new URL(document.baseURI).pathname}`;

/** Asks the service who uses the page. What another token left in this browser is removed. */
export async function readSession(): Promise<void> {
  try {
    await enter(await call<GetSessionAnswer>('session'));
  } catch {
    // Without a connection the page shows what is kept; a missing token is asked for.
  }
}

/** Logs in with a token. Throws `ApiError`. */
export async function logIn(token: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await enter(await call<GetSessionAnswer>('session', { method: 'POST', headers, body: JSON.stringify({ token }) }));
  needsToken.value = false;
}

/** Logs out, in all tabs, and removes what the page kept in this browser. Throws `ApiError`. */
export async function logOut(): Promise<void> {
  await call('session', { method: 'DELETE' });
  // A channel of this origin: no other can listen.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  tabs.postMessage('left');
  await forget();
}

async function enter(next: GetSessionAnswer): Promise<void> {
  const before = localStorage.getItem(markKey);
  if (before !== null && before !== next.mark) await removePrivate();
  localStorage.setItem(markKey, next.mark);
  session.value = next;
}

async function forget(): Promise<void> {
  session.value = undefined;
  needsToken.value = true;
  empty();
  localStorage.removeItem(markKey);
  await removePrivate();
}

async function removePrivate(): Promise<void> {
  forgetPositions();
  await forgetBooks();
}
