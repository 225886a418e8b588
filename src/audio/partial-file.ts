import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AudiobookError, systemCode } from '../core/errors.ts';

/** A file that is being made beside its final place. Disposed of without `commit`, it is gone. */
export interface PartialFile extends AsyncDisposable {
  /** Where it is written now: a hidden sibling of `target`. */
  readonly path: string;
  /** Where it will be. */
  readonly target: string;
  /** Puts it in its final place in one step, over what was there. */
  commit(): Promise<void>;
}

/** Names in a folder hold at most 255 bytes; this leaves room for what is added. */
const STEM_BYTES = 150;

/**
 * Begins a file: removes what dead processes left of the same one, and makes an empty hidden sibling, which proves that
 * the folder takes files. Throws `file-not-found` when the folder is missing, `bad-value` when it cannot be written to.
 */
export async function openPartialFile(target: string): Promise<PartialFile> {
  const path = await beginPartial(target, async (place) => await (await open(place, 'wx')).close());
  return {
    path,
    target,
    async commit() {
      await rename(path, target).catch((thrown: unknown) => {
        throw outputError(thrown, target);
      });
    },
    async [Symbol.asyncDispose]() {
      await rm(path, { force: true });
    },
  };
}

/**
 * Makes a hidden folder beside `target` for what it will be made of, with the same promises as `openPartialFile`. Disposed of, it is gone
 * with all that is in it.
 */
export async function openPartialFolder(target: string): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await beginPartial(target, async (place) => await mkdir(place));
  return { path, [Symbol.asyncDispose]: async () => await rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

async function beginPartial(target: string, make: (place: string) => Promise<void>): Promise<string> {
  const folder = dirname(target);
  await checkTarget(target, folder);
  const prefix = `.${stem(basename(target))}.`;
  await removeStale(folder, prefix);
  const path = join(folder, `${prefix}${process.pid}-${randomBytes(6).toString('hex')}.part`);
  await make(path).catch((thrown: unknown) => {
    throw outputError(thrown, target);
  });
  return path;
}

/** What a failed write to `target` means: a place that cannot be written to, or a device that failed. */
export function outputError(thrown: unknown, target: string): AudiobookError {
  if (thrown instanceof AudiobookError) return thrown;
  const code = systemCode(thrown) ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AudiobookError('output-failed', `No space left for ${target}.`, { cause: thrown });
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOENT'].includes(code)) {
    const message = `Cannot write ${target}: its folder does not take files.`;
    return new AudiobookError('bad-value', message, { cause: thrown });
  }
  return new AudiobookError('output-failed', `Cannot write ${target}: ${String(thrown)}`, { cause: thrown });
}

async function checkTarget(target: string, folder: string): Promise<void> {
  const parent = await stat(folder).catch((thrown: unknown) => {
    if (systemCode(thrown) !== 'ENOENT') throw outputError(thrown, target);
    throw new AudiobookError('file-not-found', `The output folder ${folder} does not exist.`, { cause: thrown });
  });
  if (!parent.isDirectory())
    throw new AudiobookError('bad-value', `Cannot write ${target}: ${folder} is not a folder.`);
  const present = await stat(target).catch(() => undefined);
  if (present?.isDirectory()) throw new AudiobookError('bad-value', `Cannot write ${target}: it is a folder.`);
}

async function removeStale(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const pid = /^(\d+)-[0-9a-f]+\.part$/u.exec(name.slice(prefix.length))?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return systemCode(thrown) === 'EPERM';
  }
}

function stem(name: string): string {
  let kept = '';
  for (const character of name) {
    if (Buffer.byteLength(kept + character) > STEM_BYTES) break;
    kept += character;
  }
  return kept;
}
