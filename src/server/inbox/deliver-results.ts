import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { openTemporaryFolder, writeFileAtomic } from '../../core/files/atomic-file.ts';
import { makeFolder } from '../../core/files/make-folder.ts';
import { moveToFreeName } from '../../inbox/move-to-free-name.ts';
import { fileState } from '../../inbox/settled-files.ts';
import { removeFolder } from '../jobs/job-paths.ts';
import type { JobPaths } from '../jobs/job-paths.ts';
import type { Job } from '../jobs/job.ts';
import { fileSha256 } from '../../core/files/file-sha256.ts';

/** The target of a job's results. */
export interface Delivery {
  /** The book in work, for which the job was made. */
  readonly bookFile: string;
  readonly outFolder: string;
}

/**
 * Copies the results of a job to a folder: the only file, or a folder of all files that is named after the book. A name that is
 * taken gets a number, and nothing is there before it is whole. A process that was killed before it could move the book has left
 * a record: what it delivered is not delivered again, and what it did not finish is removed. Returns the path of the results.
 * Throws the error of the system, and `output-failed` when the record cannot be written.
 */
export async function deliverResults(job: Job, { bookFile, ...delivery }: Delivery): Promise<string> {
  const outFolder = path.resolve(delivery.outFolder);
  const book = await fileState(bookFile);
  const earlier = await readDelivery(job.paths);
  if (earlier !== undefined && earlier.book === book) {
    const { target } = earlier;
    if (target !== undefined && (await hasResults(job, target))) return target;
    await removeUnfinished(earlier);
  }
  await makeFolder(outFolder);
  await using temporary = await openTemporaryFolder(path.join(outFolder, 'audiobook'));
  const begun = { book, temporary: temporary.path };
  await writeDelivery(job.paths, begun);
  const copied = await copyResults(job, temporary.path);
  const onTarget = async (target: string): Promise<void> => await writeDelivery(job.paths, { ...begun, target });
  return await moveToFreeName(copied, outFolder, onTarget);
}

/** Returns the copy of the only file, or the folder of the copies of all. */
async function copyResults({ record, paths }: Job, into: string): Promise<string> {
  const { files = [], result } = record;
  const [only] = files.length === 1 ? files : [];
  const folder = only ? into : path.join(into, path.parse(result?.name ?? 'audiobook').name);
  if (!only) await mkdir(folder);
  for (const { file, name } of files) {
    await copyFile(path.join(paths.result, file), path.join(folder, name), constants.COPYFILE_FICLONE);
  }
  return only ? path.join(folder, only.name) : folder;
}

/** Reports whether a path holds all results of a job, unchanged. */
async function hasResults({ record: { files = [] }, paths }: Job, target: string): Promise<boolean> {
  for (const { file, name } of files) {
    const copy = files.length === 1 ? target : path.join(target, name);
    const delivered = await fileSha256(copy).catch(() => undefined);
    if (delivered !== (await fileSha256(path.join(paths.result, file)))) return false;
  }
  return true;
}

/** Removes the copies of a delivery that was cut off, and the empty file or folder that held its name. */
async function removeUnfinished({ temporary, target }: DeliveryRecord): Promise<void> {
  await removeFolder(temporary);
  if (target === undefined) return;
  if ((await fileState(target))?.startsWith('0 ')) await unlink(target);
  else if ((await readdir(target).catch(() => undefined))?.length === 0) await rmdir(target);
}

const recordSchema = z.object({
  /** State of the book in work, which a new copy of the book does not have. */
  book: z.string().optional(),
  /** Folder of the copies until they are whole. */
  temporary: z.string(),
  /** The final path. Absent while the files are made. */
  target: z.string().optional(),
});

/** The files that a delivery is about to make. Paths are absolute. */
type DeliveryRecord = Readonly<z.infer<typeof recordSchema>>;

/** Returns the record of the last delivery of a job. A damaged one counts as none. */
async function readDelivery(paths: JobPaths): Promise<DeliveryRecord | undefined> {
  const text = await readFile(fileOf(paths), 'utf8').catch(() => '');
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Writes the record before what it says is made. Throws `output-failed`. */
async function writeDelivery(paths: JobPaths, record: DeliveryRecord): Promise<void> {
  await writeFileAtomic(fileOf(paths), JSON.stringify(record));
}

function fileOf({ folder }: JobPaths): string {
  return path.join(folder, 'delivery.json');
}
