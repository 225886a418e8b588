import { randomBytes } from 'node:crypto';
import type { Caller } from './caller.ts';
import type { Callers } from './callers.ts';
import { tokenHash } from './token-file.ts';

/** Nobody guesses 16 random bytes in the time that a code works. */
const codeBytes = 16;
/** Time to take a phone out of a pocket and find its camera, in milliseconds. */
const codeMs = 10 * 60_000;

/** Options of `LoginCodes`. */
export interface LoginCodesOptions {
  readonly callers: Pick<Callers, 'admin'>;
  /** Clock, in milliseconds. Default: that of the process. */
  readonly now?: (() => number) | undefined;
}

/** Codes that work at a time: more than one person shows. */
const maxCodes = 16;

/** Codes that log one phone in, without its token being typed: each once and for ten minutes. */
export class LoginCodes {
  readonly #callers: LoginCodesOptions['callers'];
  readonly #now: () => number;
  /** Until when each works, by its hash: that takes the same time whatever a wrong code has in common with it. */
  readonly #codes = new Map<string, number>();

  constructor({ callers, now = () => performance.now() }: LoginCodesOptions) {
    this.#callers = callers;
    this.#now = now;
  }

  /** Returns a new code for the admin of the service, or undefined where nobody needs a token or no token is that of an admin. */
  issue(): string | undefined {
    if (!this.#callers.admin()) return undefined;
    const [oldest = ''] = this.#codes.keys();
    if (this.#codes.size >= maxCodes) this.#codes.delete(oldest);
    const code = randomBytes(codeBytes).toString('base64url');
    this.#codes.set(tokenHash(code), this.#now() + codeMs);
    return code;
  }

  /** Returns whom a code logs in, and ends it. Undefined for a wrong, used or old one. */
  take(code: string): Caller | undefined {
    const hash = tokenHash(code);
    const until = this.#codes.get(hash);
    this.#codes.delete(hash);
    return until !== undefined && this.#now() <= until ? this.#callers.admin() : undefined;
  }
}
