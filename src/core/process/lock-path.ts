import { rmdir, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { AudiobookError, canceled, systemCode } from '../errors.ts';

/** Options of `lockPath`. */
export interface LockOptions {
  /** Ends the wait for a lock. */
  readonly signal: AbortSignal;
  /**
   * Called while another owner holds the lock. Returns true when the owner is known to be dead, which frees it at once, and
   * throws when it is known to be alive.
   */
  readonly isAbandoned?: (() => Promise<boolean>) | undefined;
  /** Called once when the lock is held and it is not yet known whether its owner still runs. */
  readonly onWaiting?: (() => void) | undefined;
  /** Returns the error to throw when the owner renews the lock. */
  readonly inUse: () => AudiobookError;
  /** Called when the lock is lost while it is held. */
  readonly onLost: (cause: Error) => void;
}

/**
 * Takes a lock: a folder whose time of change the owner renews. Disposing releases it. A lock that is not renewed belongs to a
 * process that was killed and is taken over after a few seconds. Throws what `inUse` returns while another owner renews it.
 */
export async function lockPath(lockfilePath: string, options: LockOptions): Promise<AsyncDisposable> {
  const { signal, isAbandoned, onWaiting, inUse, onLost } = options;
  let lastRenewal: number | undefined;
  for (;;) {
    const release = await tryLock(lockfilePath, onLost);
    // A lost lock cannot be released.
    if (release) return { [Symbol.asyncDispose]: () => release().catch(() => undefined) };
    if (await isAbandoned?.()) {
      await rmdir(lockfilePath).catch(() => undefined);
      continue;
    }
    const renewal = await changedMs(lockfilePath);
    if (lastRenewal === undefined) onWaiting?.();
    else if (renewal !== undefined && renewal !== lastRenewal) throw inUse();
    lastRenewal = renewal ?? lastRenewal;
    await delay(pollMs, undefined, { signal }).catch(() => {
      throw canceled(signal);
    });
  }
}

const renewalMs = 2000;

/** A lock that was not renewed for this long has no owner. */
const staleMs = 3 * renewalMs;

const pollMs = 250;

async function tryLock(
  lockfilePath: string,
  onCompromised: LockOptions['onLost'],
): Promise<(() => Promise<void>) | undefined> {
  try {
    return await lock(lockfilePath, {
      lockfilePath,
      realpath: false,
      stale: staleMs,
      update: renewalMs,
      onCompromised,
    });
  } catch (error) {
    if (systemCode(error) === 'ELOCKED') return undefined;
    throw error;
  }
}

async function changedMs(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.mtimeMs;
}
