import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Keeps this program running while something is awaited from a child process, and lets it end while the child is idle.
 * Holds are counted, so that the end of one wait does not let the program end within another.
 */
export class ChildHold {
  readonly #child: ChildProcess;
  #holds = 0;

  /** Begins without a hold. */
  constructor(child: ChildProcess) {
    this.#child = child;
    this.#set('unref');
  }

  /** Keeps the program running until `release` has been called as often. */
  hold(): void {
    this.#holds += 1;
    if (this.#holds === 1) this.#set('ref');
  }

  /** Takes one hold back. */
  release(): void {
    this.#holds -= 1;
    if (this.#holds === 0) this.#set('unref');
  }

  #set(method: 'ref' | 'unref'): void {
    this.#child[method]();
    this.#child.channel?.[method]();
    for (const stream of this.#child.stdio) if (stream instanceof Socket) stream[method]();
  }
}
