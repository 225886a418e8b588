import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, throwIfCanceled, toAudiobookError } from '../../core/errors.ts';
import { outputError } from '../../core/files/output-error.ts';
import { backoffMs, isPauseTooLong, wait } from '../../core/retry.ts';
import type { RetryNotice, RetryPolicy } from '../../core/retry.ts';
import type { DownloadClient } from './download-client.ts';
import type { ModelSource } from './model-sources.ts';

/** A file to download, and what it must be. */
export interface FileToDownload {
  /** For messages. */
  readonly name: string;
  readonly sources: readonly ModelSource[];
  readonly bytes: number;
  readonly sha256: string;
}

/** Surroundings of a download. */
export interface DownloadOptions {
  /** Folder for finished and begun files, both named after their sum. */
  readonly folder: string;
  readonly client: DownloadClient;
  readonly signal: AbortSignal;
  /** Called with the number of bytes of the file that are here. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  readonly policy?: RetryPolicy | undefined;
}

/** Attempts count from zero again when one brought at least a megabyte. */
const downloadPolicy: RetryPolicy = { attempts: 6, firstDelayMs: 1000, maxDelayMs: 30_000 };
const progressBytes = 1_000_000;

/** Returns the path of a finished download. */
export function downloadedPath(folder: string, sha256: string): string {
  return path.join(folder, sha256);
}

/** Returns the number of bytes of a file that are in the folder of downloads already. */
export async function bytesHere(folder: string, sha256: string): Promise<number> {
  const target = downloadedPath(folder, sha256);
  const [whole, part] = await Promise.all([target, `${target}.part`].map((file) => stat(file).catch(() => undefined)));
  return whole?.size ?? part?.size ?? 0;
}

/**
 * Downloads a file, or the rest of it, and returns its path. What arrives is kept in a part that the next call continues.
 * Throws `download-failed` when attempts are used up or the file is not the expected one, and `output-failed` when the disk
 * is full.
 */
export async function downloadFile(file: FileToDownload, options: DownloadOptions): Promise<string> {
  const { folder, signal, onBytes, onRetry, policy = downloadPolicy } = options;
  const target = downloadedPath(folder, file.sha256);
  if (await isWhole(target, file)) {
    onBytes?.(file.bytes);
    return target;
  }
  for (let failures = 0; ;) {
    const before = await bytesHere(folder, file.sha256);
    try {
      await downloadRest(file, target, options);
      return target;
    } catch (thrown) {
      throwIfCanceled(signal);
      const error = toAudiobookError(thrown);
      const arrived = (await bytesHere(folder, file.sha256)) - before;
      failures = arrived >= progressBytes ? 1 : failures + 1;
      if (failures >= policy.attempts || !isWorthRetrying(error)) throw error;
      const delayMs = backoffMs(policy, failures, error.retryAfterMs);
      onRetry?.({ attempt: failures, delayMs, error });
      await wait(delayMs, signal);
    }
  }
}

function isWorthRetrying(error: AudiobookError): boolean {
  return error.retryable && !isPauseTooLong(error);
}

/** A file gets its name after its sum was checked. */
async function isWhole(target: string, { bytes }: FileToDownload): Promise<boolean> {
  const found = await stat(target).catch(() => undefined);
  return found?.size === bytes;
}

async function downloadRest(file: FileToDownload, target: string, options: DownloadOptions): Promise<void> {
  const part = `${target}.part`;
  const begun = await stat(part).catch(() => undefined);
  const isResumed = (begun?.size ?? 0) > 0;
  const sum = await writePart(file, part, options);
  if (sum !== file.sha256) {
    await rm(part, { force: true });
    const message = `${file.name} is not the file of the catalogue: its SHA-256 is ${sum} instead of ${file.sha256}.`;
    // The first part may have been damaged, or of another version: once more from the beginning.
    throw new AudiobookError('download-failed', message, { retryable: isResumed });
  }
  await rename(part, target);
}

/** Appends what is missing to the part, and returns the sum of the whole. */
async function writePart(file: FileToDownload, part: string, options: DownloadOptions): Promise<string> {
  await using handle = await open(part, 'a+').catch((thrown: unknown) => {
    throw outputError(thrown, part);
  });
  let { size } = await handle.stat();
  if (size > file.bytes) size = await startAgain(handle);
  const begun: Begun = { handle, part, size, hash: await hashOf(handle, size) };
  options.onBytes?.(size);
  const { hash, size: arrived } = size < file.bytes ? await append(file, begun, options) : begun;
  if (arrived < file.bytes) throw incomplete(file, arrived);
  await handle.sync().catch(() => undefined);
  return hash.digest('hex');
}

/** A part of a file: what is in it, and the sum of that. */
interface Begun {
  readonly handle: FileHandle;
  readonly part: string;
  readonly size: number;
  readonly hash: Hash;
}

async function append(file: FileToDownload, begun: Begun, options: DownloadOptions): Promise<Begun> {
  const { handle, part } = begun;
  const { signal, onBytes } = options;
  const opened = await options.client.open(file.sources, { start: begun.size, signal });
  requireSize(file, opened.size);
  const isContinued = opened.start === begun.size;
  const hash = isContinued ? begun.hash : createHash('sha256');
  let size = isContinued ? begun.size : await startAgain(handle);
  // A server that continues elsewhere than asked for is asked for the whole file.
  if (opened.start !== size) throw incomplete(file, 0);
  for await (const chunk of opened.body) {
    throwIfCanceled(signal);
    size += chunk.length;
    requireSize(file, Math.max(size, file.bytes));
    hash.update(chunk);
    await handle.appendFile(chunk).catch((thrown: unknown) => {
      throw outputError(thrown, part);
    });
    onBytes?.(size);
  }
  return { handle, part, size, hash };
}

async function startAgain(handle: FileHandle): Promise<0> {
  await handle.truncate(0);
  return 0;
}

async function hashOf(handle: FileHandle, size: number): Promise<Hash> {
  const hash = createHash('sha256');
  if (size === 0) return hash;
  for await (const chunk of handle.createReadStream({ start: 0, end: size - 1, autoClose: false })) hash.update(chunk);
  return hash;
}

function requireSize({ name, bytes }: FileToDownload, size: number | undefined): void {
  if (size === undefined || size === bytes) return;
  const found = size > bytes ? `more than ${bytes}` : `${size}`;
  throw new AudiobookError(
    'download-failed',
    `${name} is not the file of the catalogue: it has ${found} bytes instead of ${bytes}.`,
  );
}

function incomplete({ name, bytes }: FileToDownload, size: number): AudiobookError {
  const message = `The download of ${name} ended after ${size} of ${bytes} bytes.`;
  return new AudiobookError('download-failed', message, { retryable: true });
}
