import type { Logger } from 'pino';
import { AudiobookError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import { openStorage } from '../../../storage/open-storage.ts';
import { storageSetting } from '../../../storage/storage-settings.ts';
import type { Storage } from '../../../storage/storage.ts';

/** Time for the first look at the storage, in milliseconds. */
const checkMs = 30_000;

/** Options of `openSharedStorage`. */
export interface SharedStorageOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Opens the storage that all machines of a queue share. Throws `bad-value` without one, and as `openStorage` and `Storage.check` do. */
export async function openSharedStorage({ settings, logger, signal }: SharedStorageOptions): Promise<Storage> {
  const storage = await openStorage({
    settings,
    onRetry: ({ error, delayMs }) => logger.warn({ err: error, delayMs }, 'the storage failed: trying again'),
  });
  if (!storage) {
    const message = `A queue needs a storage for the files of jobs. Give --storage file:///folder or s3://bucket/prefix, or set ${storageSetting.name}.`;
    throw new AudiobookError('bad-value', message);
  }
  try {
    await storage.check(AbortSignal.any([signal, AbortSignal.timeout(checkMs)]));
    return storage;
  } catch (thrown) {
    await storage[Symbol.asyncDispose]();
    throw thrown;
  }
}
