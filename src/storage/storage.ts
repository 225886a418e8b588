import type { Readable } from 'node:stream';

/** A stored object. */
export interface PutObject {
  readonly bytes: number;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly sha256: string;
}

/** Options of `Storage.open`. */
export interface OpenOptions {
  readonly signal: AbortSignal;
  /** First byte to read. At or after the end, nothing is read. Default: 0. */
  readonly from?: number | undefined;
  /** Byte after the last one to read, greater than `from`. Default: the end. */
  readonly to?: number | undefined;
}

/** An object that is being read. Its content ends with an error when the storage fails, and is to be read or destroyed. */
export interface OpenObject {
  /** Size of the whole object, also when a part of it is read. */
  readonly bytes: number;
  readonly content: Readable;
  /** Tells one version of the object from the next, where the storage knows it. */
  readonly version?: string | undefined;
}

/** Facts about the object under a key. */
export interface ObjectInfo {
  readonly key: string;
  readonly bytes: number;
  /** Unix time of the last write, in milliseconds. */
  readonly changedMs: number;
}

/**
 * A place for files that several machines share. Keys are relative paths with `/`, in lower-case letters, digits, `.`, `_` and
 * `-`. An object appears whole or not at all. What fails for a moment is tried again within one limit of time. All methods
 * throw `output-failed` when the storage fails or does not answer, and `canceled`.
 */
export interface Storage extends AsyncDisposable {
  /** The address as the user gave it, without secrets. */
  readonly address: string;
  /** Throws `file-not-found` when the folder or the bucket is missing, and `output-failed` when it cannot be used. */
  check(signal: AbortSignal): Promise<void>;
  /** Stores content under a key, in place of what was there. A stream is stored while it is read, in little memory. */
  put(key: string, content: Uint8Array | Readable, signal: AbortSignal): Promise<PutObject>;
  /**
   * Stores content unless the key is taken. Returns whether it was free. Of two writers that begin at the same time, a store that
   * knows no conditional writes keeps the last.
   */
  putNew(key: string, content: Uint8Array, signal: AbortSignal): Promise<boolean>;
  /** Opens an object, or returns undefined when there is none. */
  open(key: string, options: OpenOptions): Promise<OpenObject | undefined>;
  /** Returns what is known of an object, or undefined when there is none. */
  stat(key: string, signal: AbortSignal): Promise<ObjectInfo | undefined>;
  /** Returns the objects whose keys begin with a folder, such as `speech/`; all for an empty one. In no certain order. */
  list(folder: string, signal: AbortSignal): AsyncIterable<ObjectInfo>;
  /** Removes an object, if it is there. */
  remove(key: string, signal: AbortSignal): Promise<void>;
}

const keyPattern = /^(?:[a-z0-9_-][a-z0-9._-]*\/)*[a-z0-9_-][a-z0-9._-]*$/u;

/** Longest key, in characters. S3 takes 1024 bytes with the prefix. */
const maxKeyLength = 500;

/** Throws an `Error` for a key that a storage does not take. Keys are made by this program. */
export function requireKey(key: string): void {
  if (!keyPattern.test(key) || key.length > maxKeyLength) throw new Error(`Not a key of a storage: '${key}'.`);
}

/** Throws an `Error` for a folder that `Storage.list` does not take. */
export function requireFolderKey(folder: string): void {
  if (folder === '') return;
  if (!folder.endsWith('/')) throw new Error(`Not a folder of a storage: '${folder}'.`);
  requireKey(folder.slice(0, -1));
}
