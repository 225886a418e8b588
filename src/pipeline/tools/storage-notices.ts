import { asSentence } from '../../core/strings/as-sentence.ts';
import type { RetryNotice } from '../../core/retry.ts';

/** A request that fails once, as all services let some, is not worth a word. */
const firstTold = 2;

/** Requests fail together. One line a minute covers all of them. */
const pauseMs = 60_000;

/** Returns a listener that says when a storage does not answer as it should. */
export function storageNotices(warn: (message: string) => void): (notice: RetryNotice) => void {
  let toldMs = -Infinity;
  return ({ attempt, error }) => {
    const nowMs = performance.now();
    if (attempt < firstTold || nowMs - toldMs < pauseMs) return;
    toldMs = nowMs;
    warn(`The storage does not answer: ${asSentence(error.message)} Requests are sent again for up to two minutes.`);
  };
}
