import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { AudiobookError, canceled, systemCode } from '../../core/errors.ts';

/** Options of `lockFolder`. */
export interface LockOptions {
  /** Ends the wait for a lock. */
  readonly signal: AbortSignal;
  /** Called once when the folder is locked and it is not yet known whether the owner still runs. */
  readonly onWaiting: () => void;
  /** Called when the lock is lost while it is held. */
  readonly onLost: (error: AudiobookError) => void;
}

/** A folder whose time of change the owner renews. */
const lockName = 'service.lock';

/**
 * Locks the folder of all jobs for one service; disposing releases the lock. A lock that is not renewed belongs to a
 * service that was killed and is taken over after a few seconds. A process id would not do: after a restart it may
 * belong to another program, and every container has its own. Throws `bad-value` while another service holds the lock.
 */
export async function lockFolder(folder: string, options: LockOptions): Promise<AsyncDisposable> {
  const lockfilePath = path.join(folder, lockName);
  let lastRenewal: number | undefined;
  for (;;) {
    const release = await tryLock(folder, lockfilePath, options.onLost);
    // A lost lock cannot be released.
    if (release) return { [Symbol.asyncDispose]: () => release().catch(() => undefined) };
    const renewal = await changedMs(lockfilePath);
    if (lastRenewal === undefined) options.onWaiting();
    else if (renewal !== undefined && renewal !== lastRenewal) throw folderInUse(folder);
    lastRenewal = renewal ?? lastRenewal;
    await delay(pollMs, undefined, { signal: options.signal }).catch(() => {
      throw canceled(options.signal);
    });
  }
}

const renewalMs = 2000;

/** A lock that was not renewed for this long has no owner. */
const staleMs = 3 * renewalMs;

const pollMs = 250;

async function tryLock(
  folder: string,
  lockfilePath: string,
  onLost: LockOptions['onLost'],
): Promise<(() => Promise<void>) | undefined> {
  const onCompromised = (cause: Error): void => {
    const message = `Lost the lock of the jobs folder ${folder}: it was removed, or another service has taken over.`;
    onLost(new AudiobookError('output-failed', message, { cause }));
  };
  try {
    return await lock(folder, { lockfilePath, stale: staleMs, update: renewalMs, onCompromised });
  } catch (error) {
    if (systemCode(error) === 'ELOCKED') return undefined;
    throw error;
  }
}

async function changedMs(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.mtimeMs;
}

function folderInUse(folder: string): AudiobookError {
  const message = `Another service is using the jobs folder ${folder}. Stop it, or set AUDIOBOOK_JOBS_DIR to another folder.`;
  return new AudiobookError('bad-value', message);
}
