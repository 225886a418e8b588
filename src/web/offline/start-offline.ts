import { addressOf } from '../api/call.ts';
import { readKept } from './kept-books.ts';

/** Makes the page work without a connection, where the browser can: on this machine and over HTTPS. */
export async function startOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await Promise.all([navigator.serviceWorker.register(addressOf('sw.js'), { updateViaCache: 'none' }), readKept()]);
  } catch {
    // A browser may refuse it, in a private window for example; the page works without.
  }
}
