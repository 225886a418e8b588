import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { fileStamp } from '../core/files/file-stamp.ts';
import { packageVersion } from '../core/package-version.ts';
import { killChild } from '../core/process/kill-child.ts';
import { decisiveChoices } from './default-book-choices.ts';
import type { ReadRequest, ReadResponse } from './reader-messages.ts';
import { limitsOf, readerArguments } from './read-limits.ts';

/** A process that reads one book. Disposed of, it is killed. */
export interface ReaderProcess extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Whether it has the request already. */
  readonly isAsked: boolean;
  /** Its answer, when it came before anyone waited for it. */
  readonly answer?: ReadResponse | undefined;
}

/** A process that was started before the program knew what to read. */
interface EarlyReader {
  readonly process: ChildProcess;
  readonly args: readonly string[];
  /** The request that was sent in advance. */
  asked?: string;
  answer?: ReadResponse;
}

let early: EarlyReader | undefined;

/**
 * Starts the process that will read the next book with the default limits, while the program loads, and returns it. It waits
 * for its book, does not keep this process running, and ends with it. Undefined when it cannot be started: reading the book
 * reports why.
 */
export async function startReaderEarly(): Promise<ChildProcess | undefined> {
  if (early) return early.process;
  const args = readerArguments(limitsOf({}));
  const child = await forkReader(args).catch(() => undefined);
  child?.on('error', () => undefined);
  if (!child?.connected) return undefined;
  early = { process: child, args };
  unref(child);
  return child;
}

/**
 * Lets the process that was started early read a book with the default choices. Its answer is taken when that book is asked
 * for, with these choices, and has not changed since.
 */
export async function readInAdvance(file: string): Promise<void> {
  const request = { file, choices: {} };
  const asked = await requestKey(request);
  if (!early || early.asked !== undefined || asked === undefined) return;
  const reader = early;
  reader.asked = asked;
  reader.process.once('message', (answer: ReadResponse) => (reader.answer = answer));
  // After a failed send, another process reads the book.
  if (reader.process.connected) reader.process.send(request, (error) => error && killChild(reader.process, 'SIGKILL'));
  unref(reader.process);
}

/** Ends the process that was started before a book was asked for, when no book is asked for. */
export function endEarlyReader(): void {
  if (!early) return;
  killChild(early.process, 'SIGKILL');
  early = undefined;
}

/** Returns what a program has that reads all books alike: its version, when it was built, and Node, whose tables of letters decide, too. */
export async function readerVersion(): Promise<readonly (string | number)[]> {
  const { mtimeMs } = await stat(new URL('./reader-worker.js', import.meta.url));
  return [packageVersion(), mtimeMs, process.version];
}

/** Returns a process for a request: the one that was started early, when it has the same limits, still runs, and has not read another book. */
export async function startReader(request: ReadRequest): Promise<ReaderProcess> {
  const args = readerArguments(limitsOf(request.choices));
  const taken = await takeEarly(request, args);
  const child = taken?.process ?? (await forkReader(args));
  return {
    process: child,
    isAsked: taken?.asked !== undefined,
    answer: taken?.answer,
    async [Symbol.asyncDispose]() {
      if (hasEnded(child) || child.pid === undefined) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Kills the process that was started early when it does not fit: nothing else would ask it. */
async function takeEarly(request: ReadRequest, args: readonly string[]): Promise<EarlyReader | undefined> {
  const key = early?.asked && (await requestKey(request));
  if (!early) return undefined;
  const reader = early;
  early = undefined;
  const { process: child, asked, answer } = reader;
  if (reader.args.join(' ') !== args.join(' ') || asked !== key) {
    killChild(child, 'SIGKILL');
    return undefined;
  }
  if (!answer && (hasEnded(child) || !child.connected)) return undefined;
  child.ref();
  child.channel?.ref();
  return reader;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Returns what the answer to a request depends on, or undefined when there is no such file. */
async function requestKey({ file, choices, ...others }: ReadRequest): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile()
    ? JSON.stringify([file, fileStamp(found), decisiveChoices(choices), limitsOf(choices), others])
    : undefined;
}

/** Lets this program end before a process that it started. */
function unref(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

async function forkReader(args: readonly string[]): Promise<ChildProcess> {
  // Loaded for it alone: the help of the program needs this module and starts no process.
  const { forkChild } = await import('../core/process/fork-child.ts');
  return forkChild(new URL('./reader-worker.js', import.meta.url), {
    serialization: 'advanced',
    execArgv: [...args],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The reader needs no keys and no NODE_OPTIONS.
    env: {},
  });
}
