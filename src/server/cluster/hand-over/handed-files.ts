import { constants } from 'node:fs';
import { copyFile, cp, stat } from 'node:fs/promises';
import path from 'node:path';
import { nameOfFile } from '../../../core/file-name.ts';
import { isFolder } from '../../../core/files/is-folder.ts';
import type { NarrationRequest } from '../../../pipeline/conversion.ts';
import { scriptsFolder } from '../../../pipeline/output/output-paths.ts';
import { jobPaths, makeJobFolders } from '../../jobs/job-paths.ts';
import type { JobKind, JobRecord } from '../../jobs/job-record.ts';
import { scriptsPlace } from '../files/job-files.ts';
import type { JobFiles } from '../files/job-files.ts';

/** A book for the workers of a queue. */
export interface HandedBook {
  readonly kind: JobKind;
  /** The request of a run on this machine: where the book is, and where its files go. */
  readonly request: NarrationRequest;
  /** The options as the fields of `POST /jobs`. */
  readonly fields: JobRecord['fields'];
  readonly password?: string | undefined;
}

/** Where the files of jobs are kept: in the storage and on this machine. */
export interface HandedFilesOptions {
  readonly files: JobFiles;
  /** Folder of the folders of jobs on this machine. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Puts a book and its cover into the folder of a job, and the scripts that earlier runs have written into the storage. */
export async function putBook(
  id: string,
  { request }: HandedBook,
  { files, folder, signal }: HandedFilesOptions,
): Promise<Pick<JobRecord, 'upload' | 'cover'>> {
  const paths = jobPaths(folder, id);
  await makeJobFolders(paths);
  const name = nameOfFile(path.basename(request.bookFile)) || 'book';
  const upload = path.join(paths.upload, name);
  await copyFile(request.bookFile, upload, constants.COPYFILE_FICLONE);
  if (request.coverFile !== undefined) await copyFile(request.coverFile, paths.cover);
  const scripts = scriptsFolder(request.output);
  if (await isFolder(scripts)) {
    await cp(scripts, paths.scripts, { recursive: true });
    await files.put({ id, folder: paths.folder }, scriptsPlace(paths), signal);
  }
  return { upload: { name, bytes: (await stat(upload)).size }, cover: request.coverFile !== undefined };
}

/** Puts the scripts of a job to the place where a run on this machine looks for them. */
export async function fetchScripts(
  id: string,
  { output }: NarrationRequest,
  { files, folder, signal }: HandedFilesOptions,
): Promise<void> {
  const paths = jobPaths(folder, id);
  const fetched = await files.fetch({ id, folder: paths.folder }, scriptsPlace(paths), signal);
  if (fetched > 0) await cp(paths.scripts, scriptsFolder(output), { recursive: true });
}
