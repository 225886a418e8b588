import { randomUUID } from 'node:crypto';
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { untilAborted } from '../core/deadline.ts';
import { AudiobookError, canceled, systemCode, throwIfCanceled } from '../core/errors.ts';
import { flush } from '../core/files/atomic-file.ts';
import { makeFolders } from '../core/files/make-folder.ts';
import { hashed } from './hashed.ts';
import { requireFolderKey, requireKey } from './storage.ts';
import type { ObjectInfo, OpenObject, OpenOptions, PutObject, Storage } from './storage.ts';

/** The folder in which objects are written before they get their names. On the same file system, so that a rename is atomic. */
const unfinishedFolder = '.unfinished';

/** A file that was not finished for this long was left by a process that was killed, on whichever machine. */
const abandonedMs = 24 * 60 * 60 * 1000;

/** Error codes of file systems without hard links. */
const linkUnsupported = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

const absent = new Set(['ENOENT', 'ENOTDIR']);

/**
 * Returns the storage in a folder that several machines have mounted. The folder itself is never made: where it is missing, so is
 * the file system that should be there.
 */
export function folderStorage(folder: string, address: string): Storage {
  const storage = new FolderStorage(folder, address);
  return {
    address,
    check: (signal) => storage.run(signal, () => storage.check()),
    put: (key, content, signal) => storage.run(signal, () => storage.put(key, content, signal), content),
    putNew: (key, content, signal) => storage.run(signal, () => storage.putNew(key, content)),
    open: (key, options) => storage.run(options.signal, () => storage.open(key, options)),
    stat: (key, signal) => storage.run(signal, () => storage.stat(key)),
    list: (prefix, signal) => storage.list(prefix, signal),
    remove: (key, signal) => storage.run(signal, () => storage.remove(key)),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

class FolderStorage {
  readonly #folder: string;
  readonly #address: string;

  constructor(folder: string, address: string) {
    this.#folder = folder;
    this.#address = address;
  }

  /**
   * Runs an operation until the signal fires, and maps its errors, except those of the stream that is to be stored. A mounted
   * folder whose server is gone can hang for ever.
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>, source?: Uint8Array | Readable): Promise<T> {
    throwIfCanceled(signal);
    try {
      return await untilAborted(work(), signal);
    } catch (thrown) {
      if (signal.aborted) throw canceled(signal);
      if (source instanceof Readable && source.errored) throw source.errored;
      throw this.#failure(thrown);
    }
  }

  async check(): Promise<void> {
    const found = await stat(this.#folder).catch((thrown: unknown) => {
      if (absent.has(systemCode(thrown) ?? '')) return undefined;
      throw thrown;
    });
    if (!found?.isDirectory()) {
      const message = `The folder of the storage ${this.#address} does not exist. Mount or make it.`;
      throw new AudiobookError('file-not-found', message);
    }
    await makeFolders(path.join(this.#folder, unfinishedFolder));
    await rm(await this.#writeUnfinished([]), { force: true });
    await this.#removeAbandoned();
  }

  async put(key: string, given: Uint8Array | Readable, signal: AbortSignal): Promise<PutObject> {
    const { content, result } = hashed(given instanceof Uint8Array ? given : addAbortSignal(signal, given));
    await this.#write(key, content, rename);
    return result();
  }

  async putNew(key: string, content: Uint8Array): Promise<boolean> {
    return await this.#write(key, [content], placeNew);
  }

  async open(key: string, { from = 0, to = Infinity }: OpenOptions): Promise<OpenObject | undefined> {
    const handle = await open(this.#pathOf(key)).catch(undefinedWhenAbsent);
    if (!handle) return undefined;
    const { size } = await handle.stat();
    if (from < size) return { bytes: size, content: handle.createReadStream({ start: from, end: to - 1 }) };
    await handle.close();
    return { bytes: size, content: Readable.from([]) };
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    const found = await stat(this.#pathOf(key)).catch(undefinedWhenAbsent);
    return found?.isFile() ? { key, bytes: found.size, changedMs: found.mtimeMs } : undefined;
  }

  async *list(folder: string, signal: AbortSignal): AsyncGenerator<ObjectInfo> {
    requireFolderKey(folder);
    const inside = await this.run(signal, async () => {
      const entries = await readdir(path.join(this.#folder, folder), { withFileTypes: true }).catch(
        undefinedWhenAbsent,
      );
      return (entries ?? []).filter(({ name }) => !name.startsWith('.'));
    });
    for (const entry of inside) {
      const key = folder + entry.name;
      if (entry.isDirectory()) yield* this.list(`${key}/`, signal);
      const found = entry.isFile() ? await this.run(signal, () => this.stat(key)) : undefined;
      if (found) yield found;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  #pathOf(key: string): string {
    requireKey(key);
    return path.join(this.#folder, key);
  }

  /** Writes an object under another name and then gives it its own. */
  async #write<T>(key: string, content: Chunks, placeAt: (unfinished: string, file: string) => Promise<T>): Promise<T> {
    const file = this.#pathOf(key);
    const unfinished = await this.#writeUnfinished(content);
    try {
      await makeFolders(path.dirname(file));
      return await placeAt(unfinished, file);
    } finally {
      await rm(unfinished, { force: true }).catch(() => undefined);
    }
  }

  async #writeUnfinished(content: Chunks): Promise<string> {
    const file = path.join(this.#folder, unfinishedFolder, `${randomUUID()}.part`);
    try {
      await using handle = await open(file, 'wx');
      for await (const chunk of content) await handle.writeFile(chunk);
      await flush(handle);
      return file;
    } catch (thrown) {
      await rm(file, { force: true }).catch(() => undefined);
      throw thrown;
    }
  }

  /** Nothing is known of processes on other machines, so only their age counts. */
  async #removeAbandoned(): Promise<void> {
    const unfinished = path.join(this.#folder, unfinishedFolder);
    for (const name of await readdir(unfinished)) {
      if (!/^[0-9a-f-]{36}\.part$/u.test(name)) continue;
      const file = path.join(unfinished, name);
      const found = await stat(file).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(file, { force: true }).catch(() => undefined);
    }
  }

  #failure(thrown: unknown): unknown {
    const code = systemCode(thrown);
    if (thrown instanceof AudiobookError || code === undefined) return thrown;
    const reason = code === 'ENOSPC' || code === 'EDQUOT' ? 'it is full' : `the file system says ${code}`;
    const message = `The storage ${this.#address} cannot be used: ${reason}.`;
    return new AudiobookError('output-failed', message, { cause: thrown });
  }
}

/** Gives a file its name unless that is taken. Returns whether it was free. */
async function placeNew(unfinished: string, file: string): Promise<boolean> {
  try {
    await link(unfinished, file);
    return true;
  } catch (thrown) {
    const code = systemCode(thrown) ?? '';
    if (code === 'EEXIST') return false;
    if (!linkUnsupported.has(code)) throw thrown;
    if ((await stat(file).catch(undefinedWhenAbsent)) !== undefined) return false;
    await rename(unfinished, file);
    return true;
  }
}

function undefinedWhenAbsent(thrown: unknown): undefined {
  if (absent.has(systemCode(thrown) ?? '')) return undefined;
  throw thrown;
}
