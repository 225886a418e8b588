import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller, Quota } from './caller.ts';
import { readTokens, tokenHash } from './token-file.ts';
import type { TokenEntry } from './token-file.ts';

/** Options of `Callers`. */
export interface CallersOptions {
  /** The token of the settings. */
  readonly token: string | undefined;
  /** File of the named tokens. */
  readonly file: string;
}

/** A caller and the hash of the token that names it. */
export interface Known {
  readonly caller: Caller;
  readonly hash: string;
}

/** A caller where no token is needed. */
const anyone: Caller = { role: 'admin', quota: {} };

/** The callers that the service knows: by the token of the settings and by the named tokens of a file. */
export class Callers {
  readonly #options: CallersOptions;
  #known: readonly Known[] = [];
  #isRequired: boolean;

  constructor(options: CallersOptions) {
    this.#options = options;
    this.#isRequired = options.token !== undefined;
  }

  /** Reads the file, which may be missing. Throws `bad-value` for a damaged one. */
  static async open(options: CallersOptions): Promise<Callers> {
    const callers = new Callers(options);
    await callers.reload();
    return callers;
  }

  /** Reads the file again. When that fails, the tokens stay as they were. Throws `bad-value`. */
  async reload(): Promise<void> {
    const { token, file } = this.#options;
    const named = await readTokens(file);
    const admin = token === undefined ? [] : [{ caller: anyone, hash: tokenHash(token) }];
    this.#known = [...admin, ...(named ?? []).map(known)];
    // A service that needed a token never becomes open while it runs, whatever happens to the file.
    this.#isRequired ||= named !== undefined;
  }

  /** Whether requests need a token. */
  get isRequired(): boolean {
    return this.#isRequired;
  }

  /** Returns the caller with this token, in the same time for every token, or undefined. */
  find(token: string | undefined): Caller | undefined {
    if (!this.#isRequired) return anyone;
    const given = Buffer.from(tokenHash(token ?? ''), 'hex');
    let found: Caller | undefined;
    for (const { caller, hash } of this.#known) {
      if (timingSafeEqual(given, Buffer.from(hash, 'hex'))) found = caller;
    }
    return found;
  }

  /** Returns an admin: that of the settings, otherwise the first of the named tokens. Undefined where no token is needed, and without one. */
  admin(): Caller | undefined {
    return this.#isRequired ? this.#known.find(({ caller }) => caller.role === 'admin')?.caller : undefined;
  }

  /** Returns the token of the feed of who starts the service: the same in every run with its token. Undefined without one. */
  feedToken(): string | undefined {
    const { token } = this.#options;
    return token === undefined ? undefined : `af_${createHmac('sha256', token).update('feed').digest('base64url')}`;
  }

  /** Returns the caller of this name, or of the settings for an empty one, with the hash of its token. */
  named(name: string): Known | undefined {
    if (!this.#isRequired) return name === '' ? { caller: anyone, hash: '' } : undefined;
    return this.#known.find(({ caller }) => (caller.name ?? '') === name);
  }

  /** Returns a mark that differs for each token of a name, and reveals nothing about the token. Empty where no token is needed. */
  markOf(name: string | undefined): string {
    const { hash = '' } = this.named(name ?? '') ?? {};
    return hash === '' ? '' : tokenHash(`mark ${hash}`).slice(0, 16);
  }

  /** Returns the quota of a name. A revoked token has none: its jobs go on. */
  quotaOf(name: string | undefined): Quota {
    return this.#known.find(({ caller }) => caller.name === name)?.caller.quota ?? {};
  }
}

function known({ name, role, quota, hash }: TokenEntry): Known {
  return { caller: { name, role, quota }, hash };
}
