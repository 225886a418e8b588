import { statfs } from 'node:fs/promises';
import { AudiobookError, systemCode } from '../../../core/errors.ts';
import { freeBytes, missingSpace } from '../../../core/files/require-space.ts';
import type { SpaceNeed } from '../../../core/files/require-space.ts';

/** Reports whether the disk of a folder has `bytes` free. */
export async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= bytes;
}

/** Reports whether a job can go on: the disk of a folder has `bytes` free, and what its last run missed is there. */
export async function hasRoomFor(spaceNeed: SpaceNeed | undefined, folder: string, bytes: number): Promise<boolean> {
  const isLeft = await hasRoom(folder, bytes);
  return isLeft && (spaceNeed === undefined || (await freeBytes(spaceNeed.folder)) >= spaceNeed.bytes);
}

/** Reports whether a disk could hold what a run needs if it were empty. What never fits is not worth a wait. */
async function canHold({ folder, bytes }: SpaceNeed): Promise<boolean> {
  const { blocks, bsize } = await statfs(folder);
  return blocks * bsize >= bytes;
}

/** Reports whether an error comes from a full disk. `bytes` is the space that should stay free on the disk of the folder. */
export async function isDiskFull(thrown: unknown, folder: string, bytes: number): Promise<boolean> {
  const need = missingSpace(thrown);
  if (need) return await canHold(need);
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')) return true;
  }
  // A conversion reports its error without the cause, and ffmpeg reports a full disk in its own words.
  const mayBe = thrown instanceof AudiobookError && ['output-failed', 'media-failed'].includes(thrown.code);
  return mayBe && !(await hasRoom(folder, bytes).catch(() => true));
}
