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

/** Logs in with a token, or with a code from the terminal of the service. Throws `ApiError`. */
export async function logIn(login: { readonly token: string } | { readonly code: string }): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await enter(await call<GetSessionAnswer>('session', { method: 'POST', headers, body: JSON.stringify(login) }));
  needsToken.value = false;
}

/** Whether the page was opened with a code that does not work any more. */
export const hasOldCode = signal(false);

const codeKey = 'login';

/** Logs in with the code in the address, which then leaves the address and the history: the terminal of the service shows one for each phone. */
export async function logInByAddress(): Promise<void> {
  const address = new URL(location.href);
  const code = new URLSearchParams(address.hash.slice(1)).get(codeKey);
  if (code === null) return;
  address.hash = '';
  history.replaceState(undefined, '', address);
  try {
    await logIn({ code });
  } catch {
    hasOldCode.value = true;
  }
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
