import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { fileName } from '../../core/file-name.ts';
import type { ReportFile } from '../../pipeline/report/report-parts.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { mediaTypeOf } from '../jobs/media-type.ts';

type ResultFile = NonNullable<JobRecord['files']>[number];

/** The files of a conversion and its download. */
export interface PackedResults {
  readonly result: NonNullable<JobRecord['result']>;
  readonly files: ResultFile[];
}

/**
 * Returns the files of a conversion, named after the book, and its download: the only file, or a zip of all in order
 * (docs/specification.md, "HTTP service"). `folder` holds the results.
 */
export async function packResults({ book, files: written }: ConversionReport, folder: string): Promise<PackedResults> {
  const title = fileName(book.title) || 'audiobook';
  const files = named(written, title, folder);
  const [first] = files;
  if (!first) throw new Error('The conversion wrote no file.');
  if (files.length === 1) {
    const { kind: _kind, ...result } = first;
    return { result, files };
  }
  const zip = path.join(folder, 'all-files.zip');
  await zipFiles(zip, files, folder);
  const { size } = await stat(zip);
  const result = { file: path.basename(zip), mediaType: 'application/zip', name: `${title}.zip`, bytes: size };
  return { result, files };
}

/** Chapters have names of their own. Everything else is named `audiobook` and gets the title of the book. */
function named(written: readonly ReportFile[], title: string, folder: string): ResultFile[] {
  const audio = written.filter(({ kind }) => kind === 'audio');
  const digits = String(audio.length).length;
  return written.map(({ path: file, bytes, kind }) => {
    const relative = path.relative(folder, file);
    const base = path.basename(file);
    const part = / - Part (\d+)(?=\.)/u.exec(base)?.[1];
    const suffix = part === undefined ? '' : ` - Part ${part.padStart(digits, '0')}`;
    const isChapter = path.dirname(relative) !== '.';
    const extension = base.endsWith('.read-along.epub') ? '.read-along.epub' : path.extname(base);
    const name = isChapter ? base : `${title}${suffix}${extension}`;
    return { file: relative, name, mediaType: mediaTypeOf(base), bytes, kind };
  });
}

/** Encoded audio does not compress, so the files are stored. */
async function zipFiles(target: string, files: readonly ResultFile[], folder: string): Promise<void> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  for (const { file, name } of files) zip.addFile(path.join(folder, file), name, { compress: false });
  zip.end();
  await using file = await openAtomicFile(target, { mode: 0o600 });
  await pipeline(zip.outputStream, createWriteStream(file.path));
  await file.commit();
}
