import { lstat, mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { makeFolders } from '../../core/files/make-folder.ts';

const checksumBytes = 4;
/** A book of 500,000 words takes 6 MB, and its cover. */
const maxFileBytes = 64e6;
/** Files with the same ending in the folder. */
const maxFiles = 500;
const maxFolderBytes = 500e6;

/** Returns what `decode` makes of a stored value, or undefined. A file that is damaged, or that `decode` throws for, is removed. */
export async function readStored<Value>(
  file: string,
  decode: (stored: ReturnType<typeof deserialize>) => Value,
): Promise<Value | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const value = decodeBytes(bytes, decode);
  // Pruning uses the modification time as the time of last use.
  const now = new Date();
  await (value === undefined ? rm(file, { force: true }) : utimes(file, now, now)).catch(() => undefined);
  return value;
}

/** Stores a value that only the user can read. One that is too large, or that cannot be written, is not stored. */
export async function writeStored(file: string, value: unknown): Promise<void> {
  const bytes = serialize(value);
  if (bytes.length > maxFileBytes) return;
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32LE(crc32(bytes));
  const folder = path.dirname(file);
  try {
    await makeFolders(path.dirname(folder));
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    await writeFileAtomic(file, Buffer.concat([checksum, bytes]), { mode: 0o600 });
    await removeOldest(folder, path.extname(file));
  } catch {
    // The next run makes the value again.
  }
}

function decodeBytes<Value>(
  bytes: Buffer,
  decode: (stored: ReturnType<typeof deserialize>) => Value,
): Value | undefined {
  if (bytes.length <= checksumBytes || crc32(bytes.subarray(checksumBytes)) !== bytes.readUInt32LE(0)) return undefined;
  try {
    return decode(deserialize(bytes.subarray(checksumBytes)));
  } catch {
    return undefined;
  }
}

/** Commands that make no speech do not prune the store. */
async function removeOldest(folder: string, ending: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  const found = await Promise.all(
    names.map(async (name) => ({ name, stats: await lstat(path.join(folder, name)).catch(() => undefined) })),
  );
  const newest = found.toSorted((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0));
  let bytes = 0;
  for (const [index, { name, stats }] of newest.entries()) {
    bytes += stats?.size ?? 0;
    if (index >= maxFiles || bytes > maxFolderBytes) await rm(path.join(folder, name), { force: true });
  }
}
