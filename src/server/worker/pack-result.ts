import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { fileName } from '../../core/file-name.ts';
import type { ConversionReport } from '../../pipeline/output/report.ts';
import type { JobRecord } from '../jobs/job-record.ts';

/** Returns the download of a conversion: its only audio file, or a zip of its parts in order (docs/specification.md, "HTTP service"). */
export async function packResult(
  { book, files: allFiles }: ConversionReport,
  mediaType: string,
): Promise<NonNullable<JobRecord['result']>> {
  const files = allFiles.filter(({ kind }) => kind === 'audio');
  const title = fileName(book.title) || 'audiobook';
  const [first] = files;
  if (!first) throw new Error('The conversion wrote no file.');
  const extension = path.extname(first.path);
  if (files.length === 1) {
    return { file: path.basename(first.path), mediaType, name: title + extension, bytes: first.bytes };
  }
  const zip = path.join(path.dirname(first.path), 'audiobook.zip');
  const digits = String(files.length).length;
  const names = files.map((_file, index) => `${title} - Part ${String(index + 1).padStart(digits, '0')}${extension}`);
  const paths = files.map((file) => file.path);
  await zipFiles(zip, paths, names);
  await Promise.all(paths.map((file) => rm(file)));
  const { size } = await stat(zip);
  return { file: path.basename(zip), mediaType: 'application/zip', name: `${title}.zip`, bytes: size };
}

/** Encoded audio does not compress, so the files are stored. */
async function zipFiles(target: string, paths: readonly string[], names: readonly string[]): Promise<void> {
  const zip = new ZipFile();
  for (const [index, file] of paths.entries()) zip.addFile(file, names[index] ?? '', { compress: false });
  zip.end();
  await using file = await openAtomicFile(target, { mode: 0o600 });
  await pipeline(zip.outputStream, createWriteStream(file.path));
  await file.commit();
}
