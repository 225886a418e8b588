import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cutToBytes } from '../strings/cut-to-bytes.ts';
import { AudiobookError, systemCode } from '../errors.ts';
import { makeFolders } from './make-folder.ts';
import { outputError } from './output-error.ts';
import { isProcessAlive, processIdentity } from '../process/process-alive.ts';
import { requireFileTarget, resolveTarget } from './resolve-target.ts';

/** A file that is written under a temporary name. Disposed of before `commit`, it is deleted. */
export interface AtomicFile extends AsyncDisposable {
  /** Path to write to: a hidden sibling of `target`, or of the file that a link at `target` leads to. */
  readonly path: string;
  readonly target: string;
  /** Flushes the file to the disk and gives it its final name in one step, replacing any file there. */
  commit(): Promise<void>;
}

/** Options of `openAtomicFile`. */
export interface AtomicFileOptions {
  /** Permissions of the file. Default: those of any new file. */
  readonly mode?: number | undefined;
}

/**
 * Begins a file: deletes what dead processes left of the same one and creates an empty hidden sibling, which proves that the
 * folder takes files. Links are followed. Throws `file-not-found` when the folder is missing and `bad-value` when it cannot be
 * written to or the target is not a regular file.
 */
export async function openAtomicFile(target: string, { mode }: AtomicFileOptions = {}): Promise<AtomicFile> {
  const file = await requireFileTarget(target);
  const temporary = await begin(file, async (name) => await (await open(name, 'wx', mode)).close());
  return {
    path: temporary,
    target,
    async commit() {
      try {
        {
          await using handle = await open(temporary, 'r+');
          await flush(handle);
        }
        await rename(temporary, file);
      } catch (thrown) {
        throw outputError(thrown, target);
      }
    },
    async [Symbol.asyncDispose]() {
      await rm(temporary, { force: true });
    },
  };
}

/**
 * Creates a hidden folder beside `target` for intermediate files. Throws as `openAtomicFile` does. Disposed of, it is deleted
 * with everything in it.
 */
export async function openTemporaryFolder(target: string): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await begin(target, async (name) => await mkdir(name));
  return {
    path: folder,
    [Symbol.asyncDispose]: async () => await rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** What is written to a file. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Options of `writeFileAtomic`. */
export interface WriteFileAtomicOptions {
  /** Creates the folder, too. Default: `false`. */
  readonly makeFolder?: boolean | undefined;
  /** Permissions. Default: those of the process for new files. */
  readonly mode?: number | undefined;
}

/**
 * Writes a whole file or nothing. Links are followed; to a character device, a pipe or a socket the content is written
 * directly. Throws `file-not-found` when the folder is missing, `bad-value` for a folder and `output-failed` for any other
 * failure.
 */
export async function writeFileAtomic(
  file: string,
  content: FileContent,
  { makeFolder = false, mode }: WriteFileAtomicOptions = {},
): Promise<void> {
  const { kind } = await resolveTarget(file);
  const isStream = kind === 'stream' || kind === 'socket';
  const target = isStream ? file : await requireFileTarget(file);
  try {
    if (makeFolder) await makeFolders(path.dirname(target));
    if (isStream) await writeDirectly(file, content, kind);
    else await replaceFile(target, content, mode);
  } catch (cause) {
    const code = systemCode(cause) === 'ENOENT' ? 'file-not-found' : 'output-failed';
    throw new AudiobookError(code, `Cannot write ${file} (${systemCode(cause)}).`, { cause });
  }
}

async function replaceFile(target: string, content: FileContent, mode: number | undefined): Promise<void> {
  const temporary = temporaryPath(target);
  try {
    {
      await using handle = await open(temporary, 'wx', mode);
      await writeAll(handle, content);
      await flush(handle);
    }
    await rename(temporary, target);
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw thrown;
  }
}

async function writeDirectly(file: string, content: FileContent, kind: 'stream' | 'socket'): Promise<void> {
  if (kind === 'socket') {
    await pipeline(chunksOf(content), createConnection(file));
    return;
  }
  await using handle = await open(file, 'w');
  await writeAll(handle, content);
}

/** Each part is written behind the one before. */
async function writeAll(handle: FileHandle, content: FileContent): Promise<void> {
  for await (const chunk of chunksOf(content)) await handle.writeFile(chunk);
}

function chunksOf(content: FileContent): AsyncIterable<Uint8Array> | (string | Uint8Array)[] {
  return typeof content === 'object' && Symbol.asyncIterator in content ? content : [content];
}

async function begin(target: string, make: (temporary: string) => Promise<void>): Promise<string> {
  await checkFolderOf(target);
  await deleteStale(target);
  const temporary = temporaryPath(target);
  await make(temporary).catch((thrown: unknown) => {
    throw outputError(thrown, target);
  });
  return temporary;
}

async function checkFolderOf(target: string): Promise<void> {
  const folder = path.dirname(target);
  const parent = await stat(folder).catch((thrown: unknown) => {
    if (systemCode(thrown) !== 'ENOENT') throw outputError(thrown, target);
    throw new AudiobookError(
      'file-not-found',
      `The output folder ${folder} does not exist. Make it, or choose another one.`,
      { cause: thrown },
    );
  });
  if (!parent.isDirectory()) {
    throw new AudiobookError('bad-value', `Cannot write ${target}: ${folder} is not a folder.`);
  }
}

/** Flushes a file to the disk. Some network file systems cannot, which is not an error: a rename is atomic there, too. */
export async function flush(handle: FileHandle): Promise<void> {
  await handle.sync().catch((thrown: unknown) => {
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(systemCode(thrown) ?? '')) throw thrown;
  });
}

async function deleteStale(target: string): Promise<void> {
  const folder = path.dirname(target);
  const prefix = temporaryPrefix(target);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const owner = partWriter(name);
    if (owner === undefined || isProcessAlive(owner)) continue;
    await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Returns the `processIdentity` of the process that writes a temporary file, or undefined for another file. */
export function partWriter(name: string): string | undefined {
  return /\.(\d+(?:-[0-9a-f]+)?)-[0-9a-f]{12}\.part$/u.exec(name)?.[1];
}

/** `.<name>.<process id>-<start of the process>-<random>.part`. */
function temporaryPath(target: string): string {
  const suffix = `${processIdentity()}-${randomBytes(6).toString('hex')}.part`;
  return hiddenSibling(target, suffix);
}

/** File systems allow 255 bytes in a name. This leaves room for the suffix. */
const maxStemBytes = 150;

function temporaryPrefix(target: string): string {
  return `.${cutToBytes(path.basename(target), maxStemBytes)}.`;
}

/** Returns the path of a hidden file beside `target`: `.<name>.<suffix>`. */
export function hiddenSibling(target: string, suffix: string): string {
  return path.join(path.dirname(target), temporaryPrefix(target) + suffix);
}
