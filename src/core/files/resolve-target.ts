import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import path from 'node:path';
import { AudiobookError, systemCode } from '../errors.ts';

/** A place to write to. */
export interface ResolvedTarget {
  /** Path of the file itself: symbolic links are followed, also those whose file does not exist yet. */
  readonly path: string;
  /** `stream` is a character device or a pipe, `device` a block device. */
  readonly kind: 'absent' | 'file' | 'folder' | 'stream' | 'socket' | 'device';
}

const reasons: Readonly<Record<string, string>> = {
  ELOOP: 'its symbolic links have no end',
  ENAMETOOLONG: 'its name is longer than the file system allows. Choose a shorter name for the output',
};

/** Returns what is at a path that is to be written. Throws `bad-value` for a chain of links without an end or too long a name. */
export async function resolveTarget(file: string): Promise<ResolvedTarget> {
  const found = await stat(file).catch((thrown: unknown) => {
    const reason = reasons[systemCode(thrown) ?? ''];
    if (reason === undefined) return undefined;
    throw new AudiobookError('bad-value', `Cannot write ${file}: ${reason}.`, { cause: thrown });
  });
  if (found === undefined) return { path: await followLinks(file), kind: 'absent' };
  const kind = kindOf(found);
  return { path: kind === 'file' && (await isLink(file)) ? await realpath(file) : file, kind };
}

/** Returns the place of a file that may be replaced, links followed. Throws `bad-value` for a folder, device, pipe or socket. */
export async function requireFileTarget(file: string): Promise<string> {
  const { path: target, kind } = await resolveTarget(file);
  if (kind === 'absent' || kind === 'file') return target;
  const reason = kind === 'folder' ? 'it is a folder' : 'it is not a regular file, but a device, a pipe or a socket';
  throw new AudiobookError('bad-value', `Cannot write ${file}: ${reason}.`);
}

/** Reports whether a path on the command line means the standard output. */
export function isStandardOutput(file: string): boolean {
  return ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'].includes(file);
}

function kindOf(found: Stats): ResolvedTarget['kind'] {
  if (found.isFile()) return 'file';
  if (found.isDirectory()) return 'folder';
  if (found.isSocket()) return 'socket';
  return found.isBlockDevice() ? 'device' : 'stream';
}

/** The chain ends: the system has already reported chains that do not. */
async function followLinks(file: string): Promise<string> {
  let target = file;
  while (await isLink(target)) target = path.resolve(path.dirname(target), await readlink(target));
  return target;
}

async function isLink(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined);
  return found?.isSymbolicLink() ?? false;
}
