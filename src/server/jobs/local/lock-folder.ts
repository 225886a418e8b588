import path from 'node:path';
import { AudiobookError } from '../../../core/errors.ts';
import { lockPath } from '../../../core/process/lock-path.ts';

/** Options of `lockFolder`. */
export interface LockFolderOptions {
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
export async function lockFolder(
  folder: string,
  { signal, onWaiting, onLost }: LockFolderOptions,
): Promise<AsyncDisposable> {
  return await lockPath(path.join(folder, lockName), {
    signal,
    onWaiting,
    inUse: () => folderInUse(folder),
    onLost(cause) {
      const message = `Lost the lock of the jobs folder ${folder}: it was removed, or another service has taken over.`;
      onLost(new AudiobookError('output-failed', message, { cause }));
    },
  });
}

function folderInUse(folder: string): AudiobookError {
  const message = `Another service is using the jobs folder ${folder}. Stop it, or set AUDIOBOOK_JOBS_DIR to another folder.`;
  return new AudiobookError('bad-value', message);
}
