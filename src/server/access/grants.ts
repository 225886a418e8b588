import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import type { Caller } from './caller.ts';
import type { Callers } from './callers.ts';

/** The purpose of a grant: a browser that is logged in, or one file of one job. */
export interface GrantUse {
  readonly purpose: 'session' | 'link';
  /** The object it opens, such as the id of a job and the name of a file. */
  readonly subject: string;
}

/** Options of `Grants.issue`. */
export interface NewGrant extends GrantUse {
  /** Name of the token in whose name it works. */
  readonly by: string | undefined;
  /** Time at which it expires, in seconds since 1970. */
  readonly expires: number;
}

/**
 * Signed grants that stand for a token for a while. Each is signed with a key of the service and with the hash of the token, so
 * that it ends with its time, with the token, or with the key: the file `signing.key` in the folder of all jobs.
 */
export class Grants {
  readonly #file: string;
  readonly #callers: Pick<Callers, 'named'>;
  #key: string;

  constructor(file: string, key: string, callers: Pick<Callers, 'named'>) {
    this.#file = file;
    this.#key = key;
    this.#callers = callers;
  }

  /** Reads the key of the service from a folder. A missing one is made. */
  static async open(folder: string, callers: Pick<Callers, 'named'>): Promise<Grants> {
    const file = path.join(folder, 'signing.key');
    return new Grants(file, await readOrMakeKey(file), callers);
  }

  /** Reads the key again: all grants end when its file was removed. */
  async reload(): Promise<void> {
    this.#key = await readOrMakeKey(this.#file);
  }

  /** Returns a grant as a text for an address or a cookie. Throws when the token does not exist. */
  issue({ by = '', expires, ...use }: NewGrant): string {
    const signature = this.#sign(use, by, expires);
    if (signature === undefined) throw new RangeError('Only a known caller can have a grant.');
    return `${expires}.${signature}.${by}`;
  }

  /** Returns the caller in whose name a grant works, or undefined when it is wrong, expired or revoked. */
  check(grant: string, use: GrantUse): Caller | undefined {
    const [, expires = '', given = '', by = ''] = grantPattern.exec(grant) ?? [];
    const expected = this.#sign(use, by, Number(expires));
    if (expected === undefined || given.length !== expected.length) return undefined;
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return undefined;
    return Number(expires) * 1000 > Date.now() ? this.#callers.named(by)?.caller : undefined;
  }

  #sign({ purpose, subject }: GrantUse, by: string, expires: number): string | undefined {
    const hash = this.#callers.named(by)?.hash;
    if (hash === undefined) return undefined;
    const text = JSON.stringify([purpose, subject, by, expires]);
    return createHmac('sha256', `${this.#key}${hash}`).update(text).digest('base64url');
  }
}

const grantPattern = /^(\d{1,12})\.([\w-]{43})\.([\w.-]{0,64})$/u;

async function readOrMakeKey(file: string): Promise<string> {
  const key = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (/^[0-9a-f]{64}$/u.test(key)) return key;
  const made = randomBytes(32).toString('hex');
  await using target = await openAtomicFile(file, { mode: 0o600 });
  await writeFile(target.path, `${made}\n`);
  await target.commit();
  return made;
}
