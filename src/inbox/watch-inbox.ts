import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AudiobookError } from '../core/errors.ts';
import { systemCode, toAudiobookError } from '../core/errors.ts';
import { outputError } from '../core/files/output-error.ts';
import { oneLine } from '../core/strings/one-line.ts';
import { AbandonedClaims, BookClaim } from './book-claim.ts';
import type { InboxFolders } from './inbox-folders.ts';
import { prepareInbox, requireFolder } from './inbox-folders.ts';
import type { FileState } from './settled-files.ts';
import { SettledFiles } from './settled-files.ts';
import { rejectionReason } from './rejection-reason.ts';

/** An event in an inbox. `file` is where the book is now. */
export type InboxEvent<Result> =
  | { readonly type: 'done'; readonly name: string; readonly file: string; readonly result: Result }
  | { readonly type: 'failed'; readonly name: string; readonly file: string; readonly error: AudiobookError }
  /** A book was not converted: the watcher was stopped, or was killed earlier. */
  | { readonly type: 'returned'; readonly name: string }
  /** A file is not a book and stays where it is. */
  | { readonly type: 'left'; readonly name: string; readonly reason: string }
  /** The folder cannot be used. The watcher tries again. */
  | { readonly type: 'trouble'; readonly error: AudiobookError };

/** Options of `watchInbox`. */
export interface WatchOptions<Result> {
  /** Converts a book. `file` is where it is while it is in work; its name is that in the inbox. */
  readonly handle: (file: string) => Promise<Result>;
  readonly onEvent: (event: InboxEvent<Result>) => void;
  /** Ends the watch. `handle` must end, too; its book is then returned to the inbox. */
  readonly signal: AbortSignal;
  /** Time for which the size and time of change of a file must stay the same before it is taken, in milliseconds. */
  readonly settleMs: number;
  /** Takes books of other kinds, too, where calibre is installed. */
  readonly ebookConvert?: boolean | undefined;
  /** Ends when no file of the inbox is left to take. Default: `false`. */
  readonly once?: boolean | undefined;
}

const minPollMs = 100;
const maxPollMs = 5000;

/**
 * Converts each book that is dropped into a folder, one after the other, and moves it to `done`, or to `failed` with a note.
 * Several watchers may share a folder. Looks at the folder again and again, because network file systems do not report changes.
 * Resolves when the signal ends it, or with `once`. Failures become events; only a folder that cannot be used at the start
 * throws, as `prepareInbox` does.
 */
export async function watchInbox<Result>(folders: InboxFolders, options: WatchOptions<Result>): Promise<void> {
  await prepareInbox(folders);
  await new InboxWatch(folders, options).run();
}

class InboxWatch<Result> {
  readonly #folders: InboxFolders;
  readonly #options: WatchOptions<Result>;
  readonly #settled: SettledFiles;
  readonly #abandoned: AbandonedClaims;
  /** Files that are not books, with their state when this was found. */
  #left = new Map<string, FileState>();
  /** The last trouble, which is reported once. */
  #trouble: string | undefined;

  constructor(folders: InboxFolders, options: WatchOptions<Result>) {
    this.#folders = folders;
    this.#options = options;
    this.#settled = new SettledFiles(folders.inbox, options.settleMs);
    this.#abandoned = new AbandonedClaims(folders);
  }

  async run(): Promise<void> {
    const { signal, once, settleMs } = this.#options;
    const pollMs = Math.min(Math.max(settleMs / 2, minPollMs), maxPollMs);
    let idleSinceMs = performance.now();
    while (!signal.aborted) {
      const hasWorked = await this.#look();
      if (hasWorked) idleSinceMs = performance.now();
      // A file that was there at the first look has settled by then, or is still growing.
      const isIdle = performance.now() - idleSinceMs > settleMs + pollMs && !this.#abandoned.isUndecided;
      if (once && (isIdle || this.#trouble !== undefined)) return;
      if (!hasWorked) await delay(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Takes one book when there is one. Returns whether anything was done. */
  async #look(): Promise<boolean> {
    try {
      // The folder may have vanished and come back without its sub-folders.
      await prepareInbox(this.#folders);
      const returned = await this.#abandoned.recover();
      for (const name of returned) this.#options.onEvent({ type: 'returned', name });
      const claim = await this.#takeNext();
      this.#trouble = undefined;
      if (claim) await this.#convert(claim);
      return claim !== undefined || returned.length > 0;
    } catch (thrown) {
      // Without its folder, each step fails in a way of its own.
      this.#report(
        await requireFolder(this.#folders.inbox).then(
          () => thrown,
          (missing: unknown) => missing,
        ),
      );
      return false;
    }
  }

  async #takeNext(): Promise<BookClaim | undefined> {
    const settled = await this.#settled.find();
    this.#left = new Map([...this.#left].filter(([name, state]) => settled.get(name) === state));
    for (const [name, state] of settled) {
      if (this.#options.signal.aborted) return undefined;
      if (this.#left.has(name)) continue;
      const reason = await rejectionReason(path.join(this.#folders.inbox, name), this.#options);
      if (reason !== undefined) {
        this.#left.set(name, state);
        this.#options.onEvent({ type: 'left', name, reason });
        continue;
      }
      const claim = await BookClaim.take(this.#folders, name, state);
      if (claim) return claim;
    }
    return undefined;
  }

  async #convert(claim: BookClaim): Promise<void> {
    const { handle, onEvent, signal } = this.#options;
    const { name } = claim;
    let result: Result;
    try {
      result = await handle(claim.file);
    } catch (thrown) {
      if (signal.aborted) {
        await claim.release();
        onEvent({ type: 'returned', name });
        return;
      }
      const error = toAudiobookError(thrown);
      onEvent({ type: 'failed', name, file: await claim.fail(oneLine(error.message)), error });
      return;
    }
    onEvent({ type: 'done', name, file: await claim.finish(), result });
  }

  #report(thrown: unknown): void {
    const error =
      systemCode(thrown) === undefined ? toAudiobookError(thrown) : outputError(thrown, this.#folders.inbox);
    if (this.#trouble === error.message) return;
    this.#trouble = error.message;
    this.#options.onEvent({ type: 'trouble', error });
  }
}
