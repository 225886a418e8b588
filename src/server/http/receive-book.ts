import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import type { Request, Response } from 'express';
import multer from 'multer';
import { fileName } from '../../core/file-name.ts';
import { jobPaths, makeJobFolders, newJobId, removeFolder } from '../jobs/job-paths.ts';
import type { JobPaths } from '../jobs/job-paths.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { RequestError } from '../errors/request-error.ts';
import type { Limits } from '../server-settings.ts';
import { uploadError } from './upload-error.ts';
import { watchUpload } from './watch-upload.ts';

/** A book that was sent, in the folder of the job that will be made of it. */
export interface ReceivedBook {
  readonly id: string;
  readonly paths: JobPaths;
  readonly upload: { readonly name: string; readonly bytes: number };
  readonly sha256: string;
  /** The other fields of the form, unchecked. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Takes the form with the book, counted while it streams. Nothing of a form that is refused or broken off remains.
 * Throws `RequestError`: `wrong-media-type`, `upload-too-large`, `disk-full`, `too-slow`, `malformed`, `missing-field`.
 */
export async function receiveBook(
  request: Request,
  response: Response,
  { jobs, limits }: { readonly jobs: Jobs; readonly limits: Limits },
): Promise<ReceivedBook> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (!request.is('multipart/form-data')) {
    throw new RequestError('wrong-media-type', 'Wanted a multipart/form-data form with the book in the field file.');
  }
  if (announced > limits.uploadBytes + formBytes) throw tooLarge(limits);
  await refuseWithoutRoom(jobs.folder, announced, limits);
  const id = newJobId();
  const paths = jobPaths(jobs.folder, id);
  await makeJobFolders(paths);
  try {
    if (request.headers.expect !== undefined) response.writeContinue();
    const { file, fields } = await receiveForm(request, response, paths, limits);
    return { id, paths: paths, ...file, fields };
  } catch (error) {
    await removeFolder(paths.folder);
    throw error;
  }
}

/** What a form needs beside the book. */
const formBytes = 1_000_000;

type StoredFile = Pick<ReceivedBook, 'upload' | 'sha256'>;

async function receiveForm(request: Request, response: Response, paths: JobPaths, limits: Limits) {
  const stored: { file?: StoredFile } = {};
  const broken = new AbortController();
  const watch = watchUpload(request, { ...limits, mostBytes: limits.uploadBytes + formBytes });
  const form = multer({
    storage: storage(paths, stored, broken.signal),
    defParamCharset: 'utf8',
    preservePath: true,
    limits: { fileSize: limits.uploadBytes, files: 1, fields: 20, fieldSize: 4000, fieldNameSize: 100, parts: 30 },
  }).single('file');
  try {
    await Promise.race([
      watch.broken,
      new Promise<void>((resolve, reject) => {
        form(request, response, (error: unknown) => (error === undefined ? resolve() : reject(asError(error, limits))));
      }),
    ]);
  } catch (error) {
    // Nothing more is written while the answer is on its way.
    request.unpipe();
    broken.abort();
    throw error;
  } finally {
    watch.stop();
  }
  const { file } = stored;
  if (!file) throw new RequestError('missing-field', "Field 'file' is missing: wanted an EPUB or PDF file.");
  const fields: Readonly<Record<string, unknown>> = { ...request.body };
  return { file, fields };
}

function asError(error: unknown, limits: Limits): Error {
  if (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE') return tooLarge(limits);
  return uploadError(error);
}

function tooLarge({ uploadBytes }: Limits): RequestError {
  return new RequestError('upload-too-large', `The upload is too large; at most ${uploadBytes / 1e6} MB are taken.`);
}

async function refuseWithoutRoom(folder: string, bytes: number, { freeBytes }: Limits): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= freeBytes + bytes) return;
  throw new RequestError('disk-full', 'The service has not enough disk space for another book.');
}

/** Writes the file under its own name, made harmless, and digests it on the way. */
function storage(paths: JobPaths, stored: { file?: StoredFile }, signal: AbortSignal): multer.StorageEngine {
  const store = async (file: Express.Multer.File): Promise<object> => {
    const name = uploadName(file.originalname);
    const hash = createHash('sha256');
    const counter = digesting(hash);
    const target = createWriteStream(path.join(paths.upload, name), { mode: 0o600 });
    await pipeline(file.stream, counter.stream, target, { signal });
    stored.file = { upload: { name, bytes: counter.bytes() }, sha256: hash.digest('hex') };
    return {};
  };
  return {
    _handleFile: (_request, file, done) => callbackify(store)(file, done),
    // The folder goes as a whole.
    _removeFile: (_request, _file, done) => done(null),
  };
}

function digesting(hash: Hash): { readonly stream: Transform; readonly bytes: () => number } {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(undefined, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}

/** The last part of the name that a file was sent with, whatever system's separators it has. */
function uploadName(name: string): string {
  return fileName(name.split(/[/\\]/u).at(-1) ?? '') || 'book';
}
