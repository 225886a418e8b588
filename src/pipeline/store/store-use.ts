import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import { makeFolders } from '../../core/files/make-folder.ts';
import { isProcessAlive, processIdentity, processPlace } from '../../core/process/process-alive.ts';

/** Folder of the marks in a store. A mark is named after its process, and holds the place of that. */
const marksFolder = 'runs';
const markName = /^(\d+(?:-[0-9a-f]+)?)-[0-9a-f]{12}\.run$/u;

const renewalMs = 20_000;
/** Processes of another container cannot be looked up. Their marks count while they are renewed. */
const staleMs = 6 * renewalMs;

/**
 * Marks a store as in use by a run of this process, until disposed of. A mark that cannot be written is left out: it only protects
 * the run from `audiobook cache`.
 */
export async function markStoreUse(folder: string): Promise<AsyncDisposable> {
  const marks = path.join(folder, marksFolder);
  const mark = path.join(marks, `${processIdentity()}-${randomBytes(6).toString('hex')}.run`);
  try {
    await makeFolders(marks);
    await writeFile(mark, processPlace(), { flag: 'wx' });
  } catch {
    return { [Symbol.asyncDispose]: async () => undefined };
  }
  const renewal = setInterval(() => {
    const now = new Date();
    utimes(mark, now, now).catch(() => undefined);
  }, renewalMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(renewal);
      await rm(mark, { force: true }).catch(() => undefined);
    },
  };
}

/** Returns the ids of the processes with a run that uses a store. Removes the marks of dead ones. */
export async function storeUsers(folder: string): Promise<readonly number[]> {
  const marks = path.join(folder, marksFolder);
  const users: number[] = [];
  for (const name of await readdir(marks).catch(() => [])) {
    const identity = markName.exec(name)?.[1];
    if (identity === undefined) continue;
    const mark = path.join(marks, name);
    if (await isInUse(mark, identity)) users.push(Number.parseInt(identity, 10));
    else await rm(mark, { force: true }).catch(() => undefined);
  }
  return users;
}

/** Throws `bad-value` while a run uses a store. */
export async function requireUnusedStore(folder: string): Promise<void> {
  const users = await storeUsers(folder);
  if (users.length === 0) return;
  const processes = users.length === 1 ? `Process ${users[0]} is` : `Processes ${users.join(', ')} are`;
  const message = `${processes} converting with the segment store ${folder}. Wait until the run has ended, or stop it.`;
  throw new AudiobookError('bad-value', message);
}

async function isInUse(mark: string, identity: string): Promise<boolean> {
  const place = await readFile(mark, 'utf8').catch(() => undefined);
  if (place === processPlace()) return isProcessAlive(identity);
  const found = await stat(mark).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs < staleMs;
}
