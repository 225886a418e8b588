import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openTemporaryFolder } from '../../core/files/atomic-file.ts';
import { makeFolder } from '../../core/files/make-folder.ts';
import { moveToFreeName } from '../../inbox/move-to-free-name.ts';
import type { Job } from '../jobs/job.ts';

/**
 * Copies the results of a job to a folder: the only file, or a folder of all files that is named after the book. A name that is
 * taken gets a number, and nothing is there before it is whole. Returns the new path. Throws the error of the system.
 */
export async function deliverResults({ record, paths }: Job, outFolder: string): Promise<string> {
  const { files = [], result } = record;
  await makeFolder(outFolder);
  await using temporary = await openTemporaryFolder(path.join(outFolder, 'audiobook'));
  const [only] = files.length === 1 ? files : [];
  const title = path.parse(result?.name ?? 'audiobook').name;
  const folder = only ? temporary.path : path.join(temporary.path, title);
  if (!only) await mkdir(folder);
  for (const { file, name } of files) {
    await copyFile(path.join(paths.result, file), path.join(folder, name), constants.COPYFILE_FICLONE);
  }
  return await moveToFreeName(only ? path.join(folder, only.name) : folder, outFolder);
}
