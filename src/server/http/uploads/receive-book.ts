import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import type { Request, Response } from 'express';
import multer from 'multer';
import { bookKinds } from '../../../core/book-kinds.ts';
import { systemCode } from '../../../core/errors.ts';
import { fileName } from '../../../core/file-name.ts';
import { hasRoom } from '../../jobs/disk-room.ts';
import { jobPaths, makeJobFolders, newJobId, removeJobFolder } from '../../jobs/job-paths.ts';
import type { JobPaths } from '../../jobs/job-paths.ts';
import { RequestError } from '../../errors/request-error.ts';
import type { Limits } from '../../server-settings.ts';
import type { Service } from '../service.ts';
import { watchUpload } from './watch-upload.ts';

/** An uploaded book, in the folder of its future job. */
export interface ReceivedBook {
  readonly id: string;
  readonly paths: JobPaths;
  readonly upload: { readonly name: string; readonly bytes: number };
  readonly sha256: string;
  /** Whether a cover image was sent. */
  readonly cover: boolean;
  /** Unchecked values of the other form fields. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Receives the form with the book and writes the book to disk. Removes all files of a form that fails.
 * Throws `RequestError`: `wrong-media-type`, `upload-too-large`, `disk-full`, `too-slow`, `malformed`, `missing-field`, `busy`.
 */
export async function receiveBook(
  request: Request,
  response: Response,
  { jobs, limits, uploads, metrics }: Pick<Service, 'jobs' | 'limits' | 'uploads' | 'metrics'>,
): Promise<ReceivedBook> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (request.headers['content-type'] === undefined) throw noFile();
  if (!request.is('multipart/form-data')) {
    throw new RequestError(
      'wrong-media-type',
      "Invalid content type. Send a multipart/form-data form with the book in the field 'file'.",
    );
  }
  if (announced > limits.uploadBytes + formBytes) throw tooLarge(limits);
  const id = newJobId();
  const paths = jobPaths(jobs.folder, id);
  try {
    if (!(await hasRoom(jobs.folder, limits.freeBytes + announced))) throw diskFull();
    await makeJobFolders(paths);
    if (request.headers.expect !== undefined) response.writeContinue();
    const { file, cover, fields } = await uploads.run(() => receiveForm(request, response, paths, limits));
    metrics.countUpload(file.upload.bytes);
    return { id, paths, ...file, cover, fields };
  } catch (error) {
    await removeJobFolder(paths).catch(() => undefined);
    throw storageError(error);
  }
}

/** Allowance for everything in the form except the book. */
const formBytes = 1_000_000;

const maxFieldBytes = 4000;

/** Texts of files. The form has a limit of its own. */
const longFields = new Set(['lexicon', 'prompt', 'cast']);
const maxLongFieldBytes = 900_000;

type StoredFile = Pick<ReceivedBook, 'upload' | 'sha256'>;

/** The files of a form. */
interface Stored {
  file?: StoredFile;
  cover?: boolean;
}

async function receiveForm(request: Request, response: Response, paths: JobPaths, limits: Limits) {
  const stored: Stored = {};
  const broken = new AbortController();
  const watch = watchUpload(request, { ...limits, maxBytes: limits.uploadBytes + formBytes });
  const form = multer({
    storage: storage(paths, stored, broken.signal),
    defParamCharset: 'utf8',
    preservePath: true,
    limits: {
      fileSize: limits.uploadBytes,
      files: 2,
      fields: 200,
      fieldSize: maxLongFieldBytes,
      fieldNameSize: 100,
      parts: 210,
    },
  }).fields([
    { name: 'file', maxCount: 1 },
    { name: 'cover', maxCount: 1 },
  ]);
  try {
    await Promise.race([
      watch.broken,
      new Promise<void>((resolve, reject) => {
        form(request, response, (error: unknown) => (error === undefined ? resolve() : reject(asError(error, limits))));
      }),
    ]);
  } catch (error) {
    // Stops writing before the response is sent.
    request.unpipe();
    broken.abort();
    throw error;
  } finally {
    watch.stop();
  }
  const { file, cover = false } = stored;
  if (!file) throw noFile();
  const fields: Readonly<Record<string, unknown>> = { ...request.body };
  for (const [name, value] of Object.entries(fields)) {
    if (!longFields.has(name) && [value].flat().some(isTooLong)) throw new RequestError('malformed', tooLong(name));
  }
  return { file, cover, fields };
}

function asError(error: unknown, limits: Limits): Error {
  if (error instanceof multer.MulterError) {
    if (error.code === 'LIMIT_FILE_SIZE') return tooLarge(limits);
    return new RequestError('malformed', multerDetail(error));
  }
  if (error instanceof RequestError) return error;
  if (!(error instanceof Error)) return new Error('The upload failed.', { cause: error });
  if ('syscall' in error) return error;
  return new RequestError('malformed', 'The multipart form is broken or incomplete.');
}

function isTooLong(value: unknown): boolean {
  return typeof value === 'string' && Buffer.byteLength(value) > maxFieldBytes;
}

function tooLong(field: string): string {
  return `Field '${field.slice(0, 100)}' is too long.`;
}

function multerDetail({ code, field = '' }: multer.MulterError): string {
  const name = field.slice(0, 100);
  if (code === 'LIMIT_UNEXPECTED_FILE')
    return `Unexpected file in field '${name}'. Send the book in the field 'file', and an image in the field 'cover' if it should have another cover.`;
  if (code === 'LIMIT_FILE_COUNT')
    return "Too many files. Send the book in the field 'file', and an image in the field 'cover' if it should have another cover.";
  if (code === 'LIMIT_FIELD_VALUE') return tooLong(name);
  return 'The form has too many fields, or their names are too long.';
}

function noFile(): RequestError {
  return new RequestError('missing-field', `Field 'file' is missing. Send an ${bookKinds} file.`);
}

function tooLarge({ uploadBytes }: Limits): RequestError {
  return new RequestError('upload-too-large', `The upload is too large. The limit is ${uploadBytes / 1e6} MB.`);
}

/** Returns `disk-full` for a disk that takes no files: full, read-only, broken or of another user. */
function storageError(error: unknown): unknown {
  const code = systemCode(error) ?? '';
  if (['ENOSPC', 'EDQUOT'].includes(code)) return diskFull();
  if (!['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOENT', 'ENOTDIR'].includes(code)) return error;
  return new RequestError('disk-full', `The service cannot write to its disk (${code}). Try again later.`);
}

function diskFull(): RequestError {
  return new RequestError('disk-full', 'The service does not have enough disk space for another book.');
}

/** Writes the file under its sanitized name and computes its digest. */
function storage(paths: JobPaths, stored: Stored, signal: AbortSignal): multer.StorageEngine {
  const store = async (file: Express.Multer.File): Promise<object> => {
    if (file.fieldname === 'cover') {
      await pipeline(file.stream, limited(maxCoverBytes), createWriteStream(paths.cover, { mode: 0o600 }), { signal });
      stored.cover = true;
      return {};
    }
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
    // `receiveBook` removes the whole folder.
    _removeFile: (_request, _file, done) => done(null),
  };
}

const maxCoverBytes = 20_000_000;

/** Passes at most `maxBytes` on and fails beyond. */
function limited(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const tooMuch = new RequestError(
        'upload-too-large',
        `The cover is too large. The limit is ${maxBytes / 1e6} MB.`,
      );
      if (bytes > maxBytes) done(tooMuch);
      else done(undefined, chunk);
    },
  });
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

/** Returns the last part of an uploaded name, which may have the separators of any system. */
function uploadName(name: string): string {
  return fileName(name.split(/[/\\]/u).at(-1) ?? '') || 'book';
}
