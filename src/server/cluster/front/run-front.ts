import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openTemporaryFolder } from '../../../core/files/atomic-file.ts';
import { makeFolders } from '../../../core/files/make-folder.ts';
import { readObject } from '../../../storage/read-object.ts';
import type { Storage } from '../../../storage/storage.ts';
import { runService } from '../../run-service.ts';
import type { RunOptions } from '../../run-service.ts';
import { openSharedStorage } from '../files/open-shared-storage.ts';
import { connectRedis } from '../queue/connect-redis.ts';
import { logLostQueue } from '../queue/log-lost-queue.ts';
import { openClusterJobs } from './open-cluster-jobs.ts';

/** Time for the key of the service, in milliseconds. */
const keyMs = 30_000;

/**
 * Runs a service that leaves its jobs to the workers of a queue and keeps nothing itself but uploads that are under way. Throws
 * as `openSharedStorage` and `connectRedis` do, and what the disk throws.
 */
export async function runFront(
  address: string,
  options: Omit<RunOptions, 'folder' | 'lockLost'>,
  parentFolder: string,
): Promise<void> {
  const { logger, signal } = options;
  await using storage = await openSharedStorage(options);
  await makeFolders(parentFolder);
  await using folder = await openTemporaryFolder(path.join(parentFolder, 'audiobook-front'));
  // Links and cookies of one front work on all.
  const key = await signingKey(storage, AbortSignal.any([signal, AbortSignal.timeout(keyMs)]));
  await writeFile(path.join(folder.path, 'signing.key'), key, { mode: 0o600 });
  const onError = logLostQueue(logger, 'the queue cannot be reached: requests about jobs are refused until it answers');
  const client = await connectRedis(address, { signal, onError });
  try {
    const lockLost = new AbortController().signal;
    const run = { ...options, folder: folder.path, lockLost };
    await runService(run, async (tools) => await openClusterJobs({ client, storage }, tools));
  } finally {
    client.disconnect();
  }
}

const keyName = 'service/signing.key';

/** Returns the key of all fronts. The first one makes it. */
async function signingKey(storage: Storage, signal: AbortSignal): Promise<Uint8Array> {
  const read = async (): Promise<Uint8Array | undefined> =>
    await readObject(storage, keyName, { signal, maxBytes: 100 });
  const known = await read();
  if (known) return known;
  const made = Buffer.from(`${randomBytes(32).toString('hex')}\n`);
  // Another front may have been first.
  return (await storage.putNew(keyName, made, signal)) ? made : ((await read()) ?? made);
}
