import { statfs } from 'node:fs/promises';
import { AudiobookError, systemCode } from '../../core/errors.ts';

/** Reports whether the disk of a folder has `bytes` free. */
export async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= bytes;
}

/** Reports whether an error comes from a full disk. `bytes` is the space that should stay free on the disk of the folder. */
export async function isDiskFull(thrown: unknown, folder: string, bytes: number): Promise<boolean> {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')) return true;
  }
  // A conversion reports its error without the cause, and ffmpeg reports a full disk in its own words.
  const mayBe = thrown instanceof AudiobookError && ['output-failed', 'media-failed'].includes(thrown.code);
  return mayBe && !(await hasRoom(folder, bytes).catch(() => true));
}
