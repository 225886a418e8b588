import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../core/errors.ts';
import { isProcessAlive, processIdentity, processPlace } from '../core/process/process-alive.ts';
import type { FileState } from './settled-files.ts';
import { fileState } from './settled-files.ts';
import type { InboxFolders } from './inbox-folders.ts';
import { moveToFreeName, reserveFile } from './move-to-free-name.ts';

const renewalMs = 5000;

/** A claim of another machine whose folder has not changed for this long belongs to a dead process. */
const abandonedMs = 6 * renewalMs;

/**
 * A book in work: a file in a folder of its own, which is named after the process at work. Renaming the file into that folder
 * is the claim, and of two processes that rename one file the system serves one.
 */
export class BookClaim {
  readonly file: string;
  readonly #folder: string;
  readonly #folders: InboxFolders;
  readonly #renewal: NodeJS.Timeout;

  /** Begins to renew the claim on a file that is in `folder` already. */
  constructor(folders: InboxFolders, folder: string, name: string) {
    this.#folders = folders;
    this.#folder = folder;
    this.file = path.join(folder, name);
    this.#renewal = setInterval(() => void renew(folder), renewalMs).unref();
  }

  /** The name of the file in the inbox. */
  get name(): string {
    return path.basename(this.file);
  }

  /**
   * Claims a file of the inbox. Returns undefined when another process was faster or the file is not what `expected` says, in
   * which case it stays in the inbox. Throws the error of the system.
   */
  static async take(folders: InboxFolders, name: string, expected: FileState): Promise<BookClaim | undefined> {
    const folder = claimFolder(folders);
    await mkdir(folder);
    try {
      await rename(path.join(folders.inbox, name), path.join(folder, name));
    } catch (thrown) {
      await rmdir(folder).catch(() => undefined);
      if (systemCode(thrown) === 'ENOENT') return undefined;
      throw thrown;
    }
    const claim = new BookClaim(folders, folder, name);
    if ((await fileState(claim.file)) === expected) return claim;
    await claim.release();
    return undefined;
  }

  /** Moves the book to `done`. Returns its new path. Throws the error of the system; the claim is then kept. */
  async finish(): Promise<string> {
    return await this.#leaveTo(this.#folders.done);
  }

  /** Moves the book to `failed`, with a note of one line beside it. Returns its new path. Throws as `finish` does. */
  async fail(reason: string): Promise<string> {
    const file = await this.#leaveTo(this.#folders.failed);
    await writeFile(await reserveFile(`${file}.txt`), `${reason}\n`);
    return file;
  }

  /** Returns the book to the inbox. Throws as `finish` does. */
  async release(): Promise<string> {
    return await this.#leaveTo(this.#folders.inbox);
  }

  async #leaveTo(target: string): Promise<string> {
    clearInterval(this.#renewal);
    const file = await moveToFreeName(this.file, target);
    await rmdir(this.#folder).catch(() => undefined);
    return file;
  }
}

/** Returns the books of dead processes to the inbox. */
export class AbandonedClaims {
  readonly #folders: InboxFolders;
  #observed = new Map<string, ForeignClaim>();

  constructor(folders: InboxFolders) {
    this.#folders = folders;
  }

  /** Whether it is not known yet if the owner of a claim is dead. */
  get isUndecided(): boolean {
    return [...this.#observed.values()].some(({ isRenewed }) => !isRenewed);
  }

  /** Looks once. Returns the names of the books that were returned. Throws the error of the system. */
  async recover(): Promise<readonly string[]> {
    const { working, inbox } = this.#folders;
    const returned: string[] = [];
    const observed = new Map<string, ForeignClaim>();
    for (const name of await readdir(working)) {
      const owner = claimPattern.exec(name);
      if (!owner || !(await this.#isAbandoned(name, owner, observed))) continue;
      const mine = claimFolder(this.#folders);
      // Of two processes that take over one claim, the system serves one.
      const isMine = await rename(path.join(working, name), mine).then(
        () => true,
        () => false,
      );
      if (!isMine) continue;
      for (const file of await readdir(mine)) {
        returned.push(path.basename(await moveToFreeName(path.join(mine, file), inbox)));
      }
      await rmdir(mine).catch(() => undefined);
    }
    this.#observed = observed;
    return returned;
  }

  async #isAbandoned(name: string, owner: RegExpExecArray, observed: Map<string, ForeignClaim>): Promise<boolean> {
    const [, place, identity = ''] = owner;
    if (place === placeHash()) return !isProcessAlive(identity);
    const found = await stat(path.join(this.#folders.working, name)).catch(() => undefined);
    if (found === undefined) return false;
    const before = this.#observed.get(name);
    const isSame = before === undefined || before.changedMs === found.mtimeMs;
    const sinceMs = before !== undefined && isSame ? before.sinceMs : performance.now();
    if (performance.now() - sinceMs >= abandonedMs) return true;
    observed.set(name, { changedMs: found.mtimeMs, sinceMs, isRenewed: !isSame || before?.isRenewed === true });
    return false;
  }
}

/** A claim of a process elsewhere, of which nothing is known but that it renews its folder. */
interface ForeignClaim {
  /** Time of the last change of its folder, by its file system. */
  readonly changedMs: number;
  /** Since when this is known, by the monotonic clock. */
  readonly sinceMs: number;
  /** Whether its owner was seen alive. */
  readonly isRenewed: boolean;
}

/** `<place>.<process>.<random>`. */
const claimPattern = /^([0-9a-f]{12})\.(\d+(?:-[0-9a-f]+)?)\.[0-9a-f]{12}$/u;

function claimFolder({ working }: InboxFolders): string {
  return path.join(working, `${placeHash()}.${processIdentity()}.${randomBytes(6).toString('hex')}`);
}

function placeHash(): string {
  return createHash('sha256').update(processPlace()).digest('hex').slice(0, 12);
}

/** The folder may have vanished with the inbox. */
async function renew(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now).catch(() => undefined);
}
